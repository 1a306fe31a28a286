#!/usr/bin/env python3
"""The installed bill of materials is one of SPDX 2.3, and true: it names what was compiled, and the archive's checksum.

usage: sbom.py <build folder of taut> <version> <folder for the installation> <Eigen>
"""
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import sys

import cmake

GUARD = "sbom"


def demand(condition, message):
    if not condition:
        sys.exit(f"guard '{GUARD}': {message}")


def version_in(header, *names):
    text = header.read_text()
    return ".".join(re.search(rf"^#define {name} +(\d+)", text, re.M)[1] for name in names)


def check_form(document):
    """What the standard demands of every document, as far as this one has it."""
    for key, value in (("spdxVersion", "SPDX-2.3"), ("dataLicense", "CC0-1.0"), ("SPDXID", "SPDXRef-DOCUMENT")):
        demand(document.get(key) == value, f"{key} is not {value}")
    demand(document.get("name") and re.fullmatch(r"https?://[^\s#]+", document.get("documentNamespace", "")),
           "there is no name, or no address as a namespace")
    created = document["creationInfo"]["created"]
    datetime.datetime.strptime(created, "%Y-%m-%dT%H:%M:%SZ")
    demand(all(re.match("(Tool|Person|Organization): .", creator) for creator in document["creationInfo"]["creators"]),
           "a creator is none of the three kinds")
    known = {"SPDXRef-DOCUMENT"}
    for package in document["packages"]:
        demand(package.get("name") and package.get("downloadLocation") and package.get("filesAnalyzed") is False,
               f"{package} lacks what every package has")
        demand(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", package["SPDXID"]) and package["SPDXID"] not in known,
               f"{package['SPDXID']} is no name, or that of two")
        known.add(package["SPDXID"])
    related = [(relation["spdxElementId"], relation["relatedSpdxElement"]) for relation in document["relationships"]]
    demand(known == {name for pair in related for name in pair}, f"{known} is not what is related: {related}")


def main():
    taut_build, version, prefix, eigen = sys.argv[1:]
    taut_build, prefix = pathlib.Path(taut_build), pathlib.Path(prefix)
    shutil.rmtree(prefix, ignore_errors=True)
    os.environ["SOURCE_DATE_EPOCH"] = "86400"
    cmake.must(GUARD, "installing", cmake.run("cmake", "--install", taut_build, "--prefix", prefix))
    document = json.loads((prefix / "share/taut/taut.spdx.json").read_text())
    check_form(document)
    demand(document["creationInfo"]["created"] == "1970-01-02T00:00:00Z", "SOURCE_DATE_EPOCH is not heeded")

    found = {package["name"]: package for package in document["packages"]}
    versions = {
        "taut": version,
        "Eigen": version_in(pathlib.Path(eigen) / "Eigen/src/Core/util/Macros.h", "EIGEN_WORLD_VERSION",
                            "EIGEN_MAJOR_VERSION", "EIGEN_MINOR_VERSION"),
        "Embedded Template Library": version_in(taut_build / "dependencies/etl/etl/version.h", "ETL_VERSION_MAJOR",
                                                "ETL_VERSION_MINOR", "ETL_VERSION_PATCH"),
    }
    for name, expected in versions.items():
        demand(name in found, f"{name} is missing")
        demand(found[name]["versionInfo"] == expected, f"{name} is {found[name]['versionInfo']}, not {expected}")
    demand(len(found) == len(versions), f"it names more than {list(versions)}")
    checksum = hashlib.sha256((prefix / "lib" / found["taut"]["packageFileName"]).read_bytes()).hexdigest()
    demand(found["taut"]["checksums"] == [{"algorithm": "SHA256", "checksumValue": checksum}],
           "the checksum is not that of the installed archive")
    print(f"sbom: {', '.join(f'{name} {number}' for name, number in versions.items())}")


if __name__ == "__main__":
    main()
