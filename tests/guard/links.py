#!/usr/bin/env python3
"""Every link from a Markdown file into the project leads to a file or folder, and to a heading if it names one."""
import re
import sys

from tree import ROOT, place, project_files

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def anchors(path):
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def wrong(path, link):
    """Why a link leads nowhere, or None."""
    target, _, anchor = link.partition("#")
    goal = (path.parent / target).resolve() if target else path
    if not goal.exists() or ROOT not in [goal, *goal.parents]:
        return "no such file or folder"
    if anchor and (goal.suffix != ".md" or anchor not in anchors(goal)):
        return "no such heading"
    return None


def main():
    pages = [path for path in project_files() if path.suffix == ".md"]
    broken, count = [], 0
    for path in pages:
        # Over the whole text, because a link may be broken between lines.
        text = path.read_text()
        for match in LINK.finditer(text):
            if "://" in match[1]:
                continue
            count += 1
            if why := wrong(path, match[1]):
                broken.append(f"  {place(path, text[:match.start()].count(chr(10)) + 1)}: {match[1]}: {why}")
    if broken:
        sys.exit("guard 'links': links that lead nowhere:\n" + "\n".join(broken))
    print(f"links: {count} links of {len(pages)} pages lead somewhere")


if __name__ == "__main__":
    main()
