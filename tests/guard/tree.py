"""The project's own files, for guards that read sources."""
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODE = {".c", ".h", ".cpp", ".hpp"}


def project_files():
    """Every file that is or could be committed; in a copy without git, every file outside the build folder."""
    if (ROOT / ".git").exists():
        # A clone that a container mounts has another owner than who runs this, which git takes for a danger.
        listing = subprocess.run(["git", "-c", f"safe.directory={ROOT}", "ls-files", "--cached", "--others",
                                  "--exclude-standard"], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                                 check=True).stdout.splitlines()
        files = [ROOT / name for name in listing]
    else:
        files = [path for path in ROOT.rglob("*")
                 if not {"build", "__pycache__"} & set(path.relative_to(ROOT).parts)]
    return sorted(path for path in files if path.is_file())


def code_files(*folders):
    """The C and C++ files below the given folders of the project, or all of them."""
    homes = [ROOT / folder for folder in folders]
    return [path for path in project_files()
            if path.suffix in CODE and (not homes or any(home in path.parents for home in homes))]


def place(path, line):
    return f"{path.relative_to(ROOT)}:{line}"


TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)


def without_comments(text, strings=True):
    """The code alone, line numbers kept; with `strings` false, the contents of strings go too."""
    def blank(match):
        token = match[0]
        if token[0] in "\"'":
            return token if strings else token[0] * 2
        return "\n" * token.count("\n") or " "
    return TOKEN.sub(blank, text)


INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def includes(path):
    """(line number, name, quoted) of each #include in a file."""
    for number, line in enumerate(without_comments(path.read_text()).splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match[2], match[1] == '"'
