#!/usr/bin/env bash
# Installs what building and testing taut needs on Debian 12 or later. Does nothing where all of it is there.
#
# usage: install-packages.sh [edge]     edge: also what the presets for Linux on ARM need
#
# Debian 12 lacks two of the packages (ETL and CMock, which carries Unity). Both are architecture-independent, so there
# they are taken from Debian 13, whose suite is pinned low: nothing else comes from it.
set -euo pipefail

packages=(
  build-essential cmake ninja-build python3 # the build
  clang-format-14 clang-tidy-14             # the lint
  doxygen                                   # the reference
  pkgconf                                   # a consumer without CMake
  gcovr                                     # the coverage
  libeigen3-dev                             # inside the library
  libbox2d-dev                              # inside an example, the lunar lander
  gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib
  qemu-system-arm                           # the Cortex-M cores
)
packages_of_debian_13=(libetlcpp-dev cmock) # ETL; Unity
if [ "${1:-}" = edge ]; then
  packages+=(g++-aarch64-linux-gnu g++-arm-linux-gnueabihf qemu-user)
fi

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

missing=()
for package in "${packages[@]}" "${packages_of_debian_13[@]}"; do
  installed "$package" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

if ! command -v apt-get >/dev/null; then
  echo "This system has no apt-get. Please install the equivalents of: ${missing[*]}" >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Run as root, or install sudo. Missing packages: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@"; }

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

# From Debian 13 on the two packages are in the system's own suite.
add_debian_13() {
  local source pin
  source=$(debian_source_for trixie)
  if [ -z "$source" ]; then
    echo "No Debian source found under /etc/apt to derive the Debian 13 entry from." >&2
    exit 1
  fi
  pin=$'Package: *\nPin: release n=trixie\nPin-Priority: 100'
  echo "$source" | "${as_root[@]}" tee /etc/apt/sources.list.d/taut-debian-13.sources >/dev/null
  echo "$pin" | "${as_root[@]}" tee /etc/apt/preferences.d/taut-debian-13 >/dev/null
  apt update
}

echo "Installing: ${missing[*]}"
apt update
for package in "${packages_of_debian_13[@]}"; do
  if ! installed "$package" && ! apt-cache show "$package" >/dev/null 2>&1; then
    add_debian_13
    break
  fi
done
apt install -y --no-install-recommends "${missing[@]}" >/dev/null
