"""The native scanner gives what expat gives, or nothing."""

from __future__ import annotations

from pathlib import Path
from xml.parsers import expat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourbar._native import Element, TreeBuilder, scan

DEPTH, ELEMENTS = 200, 1_000_000
Tree = tuple[object, ...]


def tree(element: Element) -> Tree:
    return (
        element.tag,
        list(element.attributes.items()),
        element.start,
        element.close,
        [tree(child) for child in element.children],
    )


def listed(comments: list[tuple[Element | None, int, str]]) -> list[tuple[object, ...]]:
    return [(parent and parent.start, before, text) for parent, before, text in comments]


def scanned(data: bytes, depth: int = DEPTH, elements: int = ELEMENTS) -> Tree | None:
    found = scan(data, depth, elements)
    return None if found is None else (tree(found[0]), listed(found[1]))


def parsed(data: bytes, depth: int = DEPTH, elements: int = ELEMENTS) -> Tree | None:
    """By the standard library's parser; None where it refuses, or a limit is met."""
    parser = expat.ParserCreate("utf-8")
    builder = TreeBuilder(parser, depth, elements)
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CommentHandler = builder.comment
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, OverflowError, RecursionError):
        return None
    finally:
        parser.StartElementHandler = parser.EndElementHandler = parser.CommentHandler = None
    assert builder.root is not None
    return tree(builder.root), listed(builder.comments)


@pytest.mark.parametrize(
    "text",
    [
        "<a/>",
        " <a b='1' c=\"2\"/>\n",
        "<a><b/>text<c d='&lt;&amp;&gt;&quot;&apos;'/></a>",
        "<a x='1\n2\t3\r\n4\r5'/>",
        "<!-- before --><a><!-- in\r\nside\rit --><b/><!-- after b --></a><!-- after -->",
        "<a b = '1' ></a >",
        "<a:b xmlns:a='u' a:c='\N{GREEK SMALL LETTER ALPHA}'>\N{EURO SIGN}</a:b>",
        "\N{ZERO WIDTH NO-BREAK SPACE}<a/>",
        "<a>&amp;&gt;</a>",
        "<a b='>'/>",
    ],
)
def test_plain_text_is_read_as_expat_reads_it(text: str) -> None:
    data = text.encode()
    assert scanned(data) is not None
    assert scanned(data) == parsed(data)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "a", "<a>", "</a>", "<a></b>", "<a/><b/>", "<a/>x", "<a b/>", "<a b=1/>",
        "<a b='1' b='2'/>", "<a b='1'c='2'/>", "<a b='<'/>", "<a b='1", "<a b='&x;'/>",
        "<a>]]></a>", "<a>&</a>", "<a>&x;</a>", "<a><!-- -- --></a>", "<a><!-- --->", "<a\x01/>",
        "<a>\x01</a>", "<a b='\x01'/>", "<!DOCTYPE a><a/>", "<1/>", "<a", "<a /", "<a / >",
        "<a>\ufffe</a>", "<a b='\uffff'/>", "<", "<!", "<!-", "<a></a", "<a></", "x<a/>",
    ],
)  # fmt: skip
def test_errors_and_document_types_are_left_to_expat(text: str) -> None:
    assert scanned(text.encode("utf-8", "surrogatepass")) is None


@pytest.mark.parametrize("depth", range(1, 6))
@pytest.mark.parametrize(
    "text", ["<a/>", "<a><b/></a>", "<a><b><c/></b></a>", "<a><b><c></c></b></a>"]
)
def test_limits_are_those_of_the_builder(text: str, depth: int) -> None:
    data = text.encode()
    assert scanned(data, depth) == parsed(data, depth)
    assert scanned(data, DEPTH, depth) == parsed(data, DEPTH, depth)


PIECES = st.sampled_from(
    ["<a", "<b", " x='1'", ' y="2"', "/>", ">", "</a>", "</b>", "<!--", "-->", "-", "&amp;", "&",
     "]]>", "text", " ", "\n", "\r\n", "<", "'", '"', "=", "\N{EURO SIGN}", "\x00",
     "<![CDATA[", "<?p?>"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=24).map("".join))
def test_whatever_is_scanned_is_what_expat_reads(text: str) -> None:
    data = text.encode()
    found = scanned(data)
    assert found is None or found == parsed(data)


@given(st.recursive(
    st.sampled_from(["<a/>", "<b c='1'/>", "text", "<!-- c -->", "\n  "]),
    lambda inner: st.lists(inner, max_size=4).map(lambda parts: f"<p q='x'>{''.join(parts)}</p>"),
    max_leaves=20,
))  # fmt: skip
def test_well_formed_trees_are_scanned(inner: str) -> None:
    data = f"<root>{inner}</root>".encode()
    assert scanned(data) == parsed(data) is not None


@pytest.mark.corpus
def test_real_files_give_the_same_tree(corpus_files: list[Path]) -> None:
    plain = 0
    for file in corpus_files:
        data = file.read_bytes()
        start = data.find(b"?>") + 2 if data.startswith(b"<?xml") else 0
        data = b" " * start + data[start:]
        try:
            data.decode()
        except UnicodeDecodeError:
            continue
        found = scanned(data)
        assert found is None or found == parsed(data), file
        plain += found is not None
    assert plain > 0.9 * len(corpus_files)
