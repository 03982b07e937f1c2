"""Every mesh reference of the real robots.

The numbers were checked against the files by hand: a reference that is not found has no file of
its name anywhere in its robot's package, and every guess is the file meant (most name a package
that was renamed or moved when the robots were collected).
"""

import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from fourbar.assets import How, locate
from fourbar.diagnostics import Report
from fourbar.packages import PackageFinder

pytestmark = pytest.mark.corpus


@pytest.fixture(scope="module")
def references(corpus, corpus_files):
    """(file, uri, what was located, codes) of every `<mesh filename>`."""
    result = []
    for file in corpus_files:
        try:
            root = ET.parse(file).getroot()
        except ET.ParseError:
            continue
        finder = PackageFinder(near=file, environ={})
        for mesh in root.iter("mesh"):
            if (uri := mesh.get("filename")) is not None:
                report = Report()
                found = locate(uri, base=file, finder=finder, report=report)
                codes = [finding.code for finding in report]
                result.append((file.relative_to(corpus).as_posix(), uri, found, codes))
    return result


def test_every_reference_is_found_or_reported(references):
    assert len(references) == 1180
    assert Counter(found.how if found else codes[0] for _, _, found, codes in references) == {
        How.PACKAGE: 468,
        How.RELATIVE: 276,
        How.GUESSED: 350,
        "A501": 6,
        "A502": 80,
    }


def test_the_files_that_are_missing(references):
    missing = Counter(file.rpartition("/")[2] for file, _, found, _ in references if not found)
    assert missing == {
        "iiwa14.urdf": 16,
        "franka.urdf": 22,
        "sia20d.urdf": 16,
        "robotiq-3f-gripper_articulated.urdf": 26,
        "trifingeredu_stage.urdf": 2,
        "trifingeredu_with_stage.urdf": 2,
        "trifinger_stage.urdf": 2,
    }


def test_a_missing_file_has_no_namesake_in_its_package(corpus, references):
    for file, uri, found, _ in references:
        if found is None:
            package = (corpus / file).parent.parent
            name = uri.rpartition("/")[2].lower()
            assert not [p for p in package.rglob("*") if p.name.lower() == name], uri


def test_a_guess_has_the_name_that_was_meant(references):
    for _, uri, found, codes in references:
        if found is not None and found.how is How.GUESSED:
            assert codes == ["A507"]
            assert found.path.name == uri.rpartition("/")[2]


def test_references_without_a_package_name_are_found_beside_the_file(references):
    unnamed = [(found, codes) for _, uri, found, codes in references if ":///" in uri]
    assert len(unnamed) == 86
    assert all(found and codes == ["A509"] for found, codes in unnamed)
