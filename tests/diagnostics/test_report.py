"""Collecting findings."""

import pickle

from fourbar.diagnostics import (
    Edit,
    Fix,
    PartPath,
    Related,
    Report,
    Rule,
    Severity,
    SourceText,
    does_not_exist,
    nearest,
    summary,
    unknown,
)

ERROR = Rule("X001", "one", Severity.ERROR, "one", "0.1")
WARNING = Rule("S101", "two", Severity.WARNING, "two", "0.1")


def test_findings_come_out_by_place_whatever_the_order_they_went_in():
    source = SourceText("a", b"0123456789")
    report = Report()
    for at in (7, 2, 5):
        report.add(ERROR, str(at), span=source.span(at, at + 1))
    assert [d.message for d in report] == ["2", "5", "7"]


def test_a_report_is_ok_without_errors():
    report = Report()
    report.add(WARNING, "hm")
    assert report.ok
    report.add(WARNING, "raised by configuration", severity=Severity.ERROR)
    assert not report.ok
    assert summary(report) == "1 error, 1 warning"


def test_nearest_prefers_the_same_word_in_other_case():
    assert nearest("Elbow", ["elbows", "elbow"]) == "elbow"
    assert nearest("shnk", ["thigh", "shank"]) == "shank"
    assert nearest("xyz", ["thigh", "shank"]) is None


def test_a_finding_is_kept_whole_and_changed_as_a_value():
    span = SourceText("a", b"0123456789").span(2, 3)
    fix = Fix("write 'shank'", (Edit("a", 2, 3, "shank"),))
    report = Report()
    finding = report.add(
        ERROR,
        "no",
        span=span,
        path=PartPath("joint", "knee"),
        notes=("why",),
        fix=fix,
        facts={"suggestion": "shank"},
        related=(Related(span, "here"),),
    )
    other = Report()
    other.keep(finding)
    assert list(other) == [finding]
    worse = finding.with_severity(Severity.WARNING)
    assert (worse.severity, worse.fix, worse.facts) == (Severity.WARNING, fix, finding.facts)
    assert worse.with_severity(Severity.ERROR) == finding
    assert finding.with_fix(None).fix is None
    assert finding.with_notes("how").notes == ("why", "how")
    assert pickle.loads(pickle.dumps(finding)) == finding
    assert len({finding, worse, finding.with_notes()}) == 2


def test_only_a_text_is_read_as_one():
    finding = Report().add(ERROR, "no", facts={"name": "a", "count": 3})
    assert (finding.fact("name"), finding.fact("count"), finding.fact("other")) == ("a", None, None)


def test_a_wrong_name_is_said_and_known():
    assert does_not_exist("joint 'j': parent link", "shnk", ["thigh", "shank"]) == (
        "joint 'j': parent link 'shnk' does not exist; did you mean 'shank'?",
        {"name": "shnk", "suggestion": "shank"},
    )
    assert unknown("joint type", "x", ["fixed", "planar"]) == (
        "unknown joint type 'x'; expected one of: fixed, planar",
        {"name": "x"},
    )
