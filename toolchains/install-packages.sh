#!/usr/bin/env bash
# Sees to it that what a purpose needs is here. It looks for the tools and files themselves, however they got here, and
# does nothing where all are there. What is missing it installs with apt, as root or with sudo, after saying what and
# how much; where that cannot be, it names what is missing by its packages and fails.
#
# usage: install-packages.sh [--look] PURPOSE..     packages.txt has the purposes, what they need and what that is called;
#                                                  --look installs nothing, and only says what is missing
set -euo pipefail

table=$(grep -v '^#' "$(dirname "${BASH_SOURCE[0]}")/packages.txt")

say() { printf '%s\n' "$@" >&2; }

# column LINE NUMBER: one of a line of the table, without the blanks around it.
column() {
  local columns word
  IFS='|' read -ra columns <<<"$1"
  read -r word <<<"${columns[$2 - 1]}"
  echo "$word"
}

# fetched NEED: whether CMake fetches it where it is not installed and git is here.
fetched() {
  case "$1" in
    include/eigen3/* | include/etl/* | share/unity/*) ;;
    *) return 1 ;;
  esac
}

# What happens where a need cannot be met. Those that are not named here are indispensable.
without() {
  case "$1" in
    clang-format@14) echo "formatting is not checked (PyPI has it: clang-format==14.0.6)" ;;
    clang-tidy@14) echo "clang-tidy is not run" ;;
    include/box2d/*) echo "the lunar lander is left out" ;;
    *) fetched "$1" && command -v git >/dev/null && echo "CMake will fetch it with git, at a pinned tag" ;;
  esac
}

version_of() {
  local said
  said=$("$1" --version 2>/dev/null) || return 1
  [[ $said =~ version\ ([0-9]+(\.[0-9]+)*) ]] && echo "${BASH_REMATCH[1]}"
}

# here WORD: whether what the table looks for is there.
here() {
  local name=${1%%[>@:]*} wanted=${1##*[=@:]} version folder
  case "$1" in
    *">="*)
      version=$(version_of "$name") &&
        [ "$(printf '%s\n' "$wanted" "$version" | sort -V | head -n 1)" = "$wanted" ]
      ;;
    *@*)
      command -v "$name-$wanted" >/dev/null || { version=$(version_of "$name") && [ "${version%%.*}" = "$wanted" ]; }
      ;;
    *:*) [ -e "$("$name-g++" -print-file-name="$wanted" 2>/dev/null)" ] ;;
    */*)
      for folder in /usr /usr/local /opt/homebrew /opt/local; do
        ! compgen -G "$folder/$1" >/dev/null || return 0
      done
      return 1
      ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# Sets `missing` to the lines of the table that the purposes need and that are not here; of these, `lacking` to the
# indispensable ones, and `notes` to what happens without the others.
look() {
  local line of words rest purpose word found reason
  missing=() lacking=() notes=()
  while IFS= read -r line; do
    IFS='|' read -r of words rest <<<"$line"
    found=yes
    for purpose in "${purposes[@]}"; do
      case " $of " in *" $purpose "*) found= ;; esac
    done
    for word in $words; do
      [ -n "$found" ] || ! here "$word" || found=yes
    done
    [ -z "$found" ] || continue
    missing+=("$line")
    if reason=$(without "$(column "$line" 2)"); then
      notes+=("$(title "$line") is not here: $reason.")
    else
      lacking+=("$line")
    fi
  done <<<"$table"
}

# title LINE: what is looked for, as one would say it.
title() {
  local word
  word=$(column "$1" 2)
  word=${word%% *}
  word=${word#include/}
  word=${word/>=/ }
  word=${word/@/ }
  echo "${word/:/ }"
}

# finish WHY: the end. Fails if something indispensable is missing, and says what, in a table.
finish() {
  local line with_git='' row='  %-25s %-31s %-25s %-22s %s\n'
  if [ ${#lacking[@]} -eq 0 ]; then
    [ ${#notes[@]} -eq 0 ] || say "${notes[@]}"
    exit 0
  fi
  {
    echo "$1"
    printf "$row" missing "Debian, Ubuntu" Fedora Arch Homebrew
    for line in "${lacking[@]}"; do
      printf "$row" "$(title "$line")" "$(column "$line" 3)" "$(column "$line" 4)" "$(column "$line" 5)" \
        "$(column "$line" 6)"
      ! fetched "$(column "$line" 2)" || with_git+=", $(title "$line")"
    done
    echo "Install these with the package manager of this system, and run the command again."
    [ -z "$with_git" ] || echo "With git, CMake fetches some of them itself: ${with_git#, }."
  } >&2
  exit 1
}

only_look=
if [ "${1:-}" = --look ]; then only_look=yes && shift; fi
for purpose in "$@"; do
  case " $(cut -d '|' -f 1 <<<"$table" | tr '\n' ' ') " in
    *" $purpose "*) ;;
    *) say "There is no purpose '$purpose'." && exit 2 ;;
  esac
done
[ $# -gt 0 ] || exit 0
purposes=("$@")
look
[ ${#missing[@]} -gt 0 ] || exit 0
if [ -n "$only_look" ]; then
  [ ${#lacking[@]} -gt 0 ] || exit 0
  for line in "${lacking[@]}"; do column "$line" 3; done | sort -u | xargs
  exit 1
fi

command -v apt-get >/dev/null || finish "Not all that this needs is here, and there is no apt to install it with:"
as_root=(env)
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || finish "Not all that this needs is here, and to install it takes root or sudo:"
  as_root=(sudo env)
fi
# A machine that has just started may be at its own updates: these are waited for.
apt() {
  "${as_root[@]}" LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@"
}
offered() { [ -n "$(apt-cache show --no-all-versions "$1" 2>/dev/null)" ]; }

# Debian 12 lacks two of the packages: ETL, and CMock, which carries Unity. Both are the same for every architecture, so
# there they are taken from Debian 13: these files alone, without a change to the package sources of the system.
offered_by_debian_13() {
  case "$1" in libetlcpp-dev | cmock) ;; *) return 1 ;; esac
  [ -r /etc/os-release ] && (. /etc/os-release && [ "${ID:-} ${VERSION_ID:-}" = "debian 12" ])
}

# Prints a source entry for suite $1 that is otherwise the machine's own first Debian entry.
debian_source_for() {
  local suite=$1 sources=/etc/apt/sources.list.d/debian.sources
  if [ -f "$sources" ]; then
    awk -v suite="$suite" '
      /^#/ { next }
      /^$/ { if (seen) exit; next }
      { seen = 1; if ($1 == "Suites:") print "Suites: " suite; else print }' "$sources"
  else # the older one-line format: deb [options] uri suite components
    awk -v suite="$suite" '
      $1 == "deb" { at = ($2 ~ /^\[/) ? 2 : 1; while (at > 1 && $at !~ /\]$/) at++
                    print "Types: deb\nURIs: " $(at + 1) "\nSuites: " suite "\nComponents: main"; exit }' \
      /etc/apt/sources.list
  fi
}

# download_from_debian_13 FOLDER PACKAGE..
download_from_debian_13() {
  local folder=$1 own
  shift
  own=(-qq -o "Dir::Etc::SourceList=$folder/debian-13.sources" -o Dir::Etc::SourceParts=- -o APT::Sandbox::User=root
    -o "Dir::State::Lists=$folder/lists" -o "Dir::Cache=$folder/cache")
  mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
  debian_source_for trixie >"$folder/debian-13.sources"
  apt-get "${own[@]}" update && (cd "$folder" && apt-get "${own[@]}" download "$@")
}

# What can be done without is not worth asking the servers again each time.
if [ ${#lacking[@]} -gt 0 ] || ! compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null; then
  say "Asking for the present packages: apt-get update"
  apt -qq update || say "apt-get update failed."
fi
packages=() of_debian_13=() fetch=
for line in "${missing[@]}"; do
  package=$(column "$line" 3)
  if offered "$package"; then
    packages+=("$package")
  elif offered_by_debian_13 "$package"; then
    of_debian_13+=("$package")
  elif fetched "$(column "$line" 2)"; then
    fetch=yes
  fi
done
if [ ${#of_debian_13[@]} -gt 0 ]; then
  say "Not in Debian 12, so downloading from Debian 13, without adding a package source: ${of_debian_13[*]}"
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  chmod 755 "$folder"
  download_from_debian_13 "$folder" "${of_debian_13[@]}" || { say "That failed." && fetch=yes; }
  for file in "$folder"/*.deb; do
    [ ! -f "$file" ] || packages+=("$file")
  done
fi
# Without certificates, which are only a recommendation of its package, git trusts no server.
if [ -n "$fetch" ] && ! command -v git >/dev/null; then packages+=(git ca-certificates); fi
if [ ${#packages[@]} -gt 0 ]; then
  say "Installing: ${packages[*]##*/}"
  install=(install --no-install-recommends "${packages[@]}")
  apt "${install[@]}" --assume-no 2>/dev/null | grep -E '^(Need to get|After this operation)' >&2 || true
  if ! said=$(apt -qq "${install[@]}" -y 2>&1 >/dev/null); then
    # Without a network there is a line for each package: the last ones tell enough.
    say "$(tail -n 8 <<<"$said")" "apt-get install failed."
  fi
fi
look
finish "This is still missing:"
