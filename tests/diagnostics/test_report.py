"""Collecting findings."""

from fourbar.diagnostics import Report, Rule, Severity, SourceText, nearest, summary

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
