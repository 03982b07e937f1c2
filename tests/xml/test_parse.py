"""Bytes to tree: positions, tolerance and limits."""

import pytest

from fourbar.diagnostics import ROBOT, PartPath, Report
from fourbar.xml.limits import Limits
from fourbar.xml.parse import parse
from fourbar.xml.tree import Place


def parsed(data: bytes, **options):
    report = Report()
    document = parse(data, file="r.urdf", report=report, **options)
    return document, report


def codes(report: Report) -> list[str]:
    return [d.code for d in report]


def test_elements_know_their_bytes():
    data = b'<robot name="r">\n  <link name="a"/>\n</robot>'
    document, _ = parsed(data)
    link = document.root.children[0]
    assert document.outer_xml(link) == '<link name="a"/>'
    assert str(document.element_span(link)) == "r.urdf:2:3"
    span = document.attribute_span(link, "name")
    assert data[span.start : span.end] == b"a"


def test_a_greater_sign_in_an_attribute_does_not_end_the_tag():
    document, _ = parsed(b'<robot a="1>2" b=\'"\'><x y="3"/></robot>')
    assert document.attribute_span(document.root, "b").column == 19
    assert document.outer_xml(document.root).endswith("</robot>")


def test_text_is_read_through_entities_cdata_and_comments():
    document, _ = parsed(b"<r><p> a&amp;b <!-- no --><![CDATA[<c>]]></p></r>")
    assert document.inner_text(document.root.children[0]) == "a&b <c>"


def test_a_path_leads_to_the_place():
    document, _ = parsed(b'<robot><joint name="a[0].b"><limit lower="1"/></joint></robot>')
    document.register("joint", "a[0].b", document.root.children[0])
    limit = PartPath("joint", "a[0].b") / "limit"
    assert document.span(limit / "lower").column == 43
    assert document.span(limit / "upper") == document.span(limit)
    assert document.span(PartPath("joint", "c")) is None


def test_a_path_tells_names_from_numbers():
    visuals = b'<visual name="1"/><visual name="0"/>'
    document, _ = parsed(b'<robot><link name="0">' + visuals + b'</link><link name="a"/></robot>')
    for name, element in zip(("0", "a"), document.root.children, strict=True):
        document.register("link", name, element)
    zero = PartPath("link", "0")
    first, second = document.root.children[0].children
    assert document.find(zero.item("visual", 1)).element is second
    assert document.find(zero.item("visual", "1")).element is first
    assert document.find(zero.item("visual", 2)) == Place(document.root.children[0], None, False)
    assert document.find(PartPath("link", 0)) is None
    assert document.find(ROBOT) == Place(document.root, None, True)


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (b"", "X012", (1, 1)),
        (b" \n ", "X012", (1, 1)),
        (b"hello", "X001", (1, 1)),
        (b"<robot>\n<link>\n</robot>", "X001", (3, 3)),
        (b'<robot a="1" a="2"/>', "X001", (1, 14)),
        (b"<!DOCTYPE robot []><robot/>", "X007", (1, 1)),
    ],
)
def test_what_cannot_be_read_is_reported_at_its_place(data, code, place):
    document, report = parsed(data)
    assert document is None
    (finding,) = report
    assert finding.code == code
    assert (finding.span.line, finding.span.column) == place


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (b"<robot>&nbsp;</robot>", "X001", (1, 8)),
        (b"<robot/><robot/>", "X001", (1, 9)),
        (b"<robot>\x00</robot>", "X001", (1, 8)),
        (b"\n<!DOCTYPE robot><robot/>", "X007", (2, 1)),
    ],
)
def test_what_is_read_all_the_same_is_reported_at_its_place(data, code, place):
    document, report = parsed(data)
    assert document is not None
    (finding,) = report
    assert finding.code == code
    assert (finding.span.line, finding.span.column) == place


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'\n<?xml version="1.0"?><robot name="r"/>', "X002"),
        (b'<?xml version="0.0"?><robot name="r"/>', "X003"),
        (b'\xef\xbb\xbf<robot name="r"/>', "X004"),
        ('<?xml version="1.0" encoding="iso-8859-1"?><robot name="é"/>'.encode("latin-1"), "X005"),
        ('<robot name="é"/>'.encode("utf-16"), "X005"),
        (b'<?xml version="1.0" encoding="klingon"?><robot name="r"/>', "X005"),
        ('<robot name="é"/>'.encode("latin-1"), "X006"),
        (b'<robot name="r"/>\r\n\0', "X010"),
    ],
)
def test_harmless_faults_are_reported_and_read(data, code):
    document, report = parsed(data)
    assert document.root.attributes["name"] in ("r", "é")
    assert codes(report) == [code]
    assert report.ok


def test_positions_survive_a_blanked_declaration():
    document, _ = parsed(b'<?xml version="0.0"?>\n<robot><link/></robot>')
    assert str(document.element_span(document.root.children[0])) == "r.urdf:2:8"


def test_entity_bombs_are_refused_before_they_expand():
    lines = ['<!DOCTYPE lol [<!ENTITY a0 "ha">']
    lines += [f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 12)]
    _, report = parsed("".join([*lines, "]><robot>&a11;</robot>"]).encode())
    assert codes(report) == ["X007"]


def test_external_entities_are_refused():
    _, report = parsed(b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>')
    assert codes(report) == ["X007"]


def test_deep_nesting_ends_with_a_finding():
    _, report = parsed(b"<a>" * 100_000)
    assert codes(report) == ["X008"]


def test_large_files_are_refused_by_size():
    _, report = parsed(b"<robot/>" + b" " * 200, limits=Limits(bytes=100))
    assert codes(report) == ["X009"]


def test_many_elements_end_with_a_finding():
    _, report = parsed(b"<a>" + b"<b/>" * 50 + b"</a>", limits=Limits(elements=20))
    assert codes(report) == ["X009"]


def test_a_fifty_megabyte_attribute_is_only_text():
    document, report = parsed(b'<robot name="' + b"x" * 50_000_000 + b'"/>')
    assert len(document.root.attributes["name"]) == 50_000_000
    assert report.ok
