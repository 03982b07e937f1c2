"""``parse_numbers`` agrees with ``float`` on what is a number, and says where one is not."""

import math
import struct

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fourbar._native import parse_numbers

# The grammar, written independently of the parser: [sign] (d+ [. d*] | . d+) [e [sign] d+].
DIGITS = r"[0-9]{1,40}"
LITERAL = rf"[+-]?({DIGITS}(\.[0-9]{{0,40}})?|\.{DIGITS})([eE][+-]?[0-9]{{1,4}})?"
WHITE = st.text(alphabet=" \t\r\n", min_size=1, max_size=3)


def bits(value: float) -> bytes:
    """Tells -0 from 0, which == does not."""
    return struct.pack("<d", value)


@given(st.floats(allow_nan=False))
def test_shortest_spelling_of_every_double_reads_back_exactly(value: float) -> None:
    assert bits(*parse_numbers(repr(value))) == bits(value)


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 40))
def test_every_precision_rounds_like_float(value: float, precision: int) -> None:
    for spelling in (f"{value:.{precision}e}", f"{value:.{precision}f}", f"{value:+.{precision}G}"):
        assert bits(*parse_numbers(spelling)) == bits(float(spelling))


@given(st.from_regex(LITERAL, fullmatch=True))
@example("9007199254740993")  # 2^53 + 1: a tie, to even
@example("9007199254740992e22")
@example("9007199254740993e-22")
@example("18446744073709551615")  # 2^64 - 1
@example("18446744073709551616")
@example("1.00000000000000011102230246251565404236316680908203125")  # halfway to the next double
@example("2.2250738585072011e-308")  # once made another runtime loop for ever
@example("4.9406564584124654e-324")
@example("2.4703282292062327e-324")  # just below half of the smallest double
@example("1.7976931348623159e308")
@example("-1e-999")
@example("0e99999")
@example("0." + 30 * "0" + "1")
def test_every_literal_rounds_like_float(literal: str) -> None:
    assert bits(*parse_numbers(literal)) == bits(float(literal))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", ()),
        (" \t\r\n", ()),
        ("1e-3", (0.001,)),
        ("+.5", (0.5,)),
        ("-0", (-0.0,)),
        ("5.", (5.0,)),
        ("007", (7.0,)),
        ("0 -1.5\t2e3\n", (0.0, -1.5, 2000.0)),
        ("1e999 -1E999", (math.inf, -math.inf)),
        ("inf +INF -Infinity", (math.inf, math.inf, -math.inf)),
    ],
)
def test_spellings_found_in_descriptions(text: str, numbers: tuple[float, ...]) -> None:
    assert list(map(bits, parse_numbers(text))) == list(map(bits, numbers))


@pytest.mark.parametrize("word", ["nan", "NaN", "-NAN", "+nan"])
def test_nan_is_passed_on_to_the_reader(word: str) -> None:
    (value,) = parse_numbers(word)
    assert math.isnan(value)


@given(st.lists(st.floats(allow_nan=False), max_size=40), st.data())
def test_any_mix_of_xml_white_space_separates(values: list[float], data: st.DataObject) -> None:
    text = "".join(data.draw(WHITE) + repr(value) for value in values)
    assert parse_numbers(text) == tuple(values)


@pytest.mark.parametrize(
    "token",
    [
        *("0x10", "0x1p3", "1_000", "1,0", "1.0f", "1e", "1e+", "e5", ".", "+", "-", "+.", "-.e1"),
        *("--1", "+-1", "-+1", "1-", "1.2.3", "1e5.0", "1e5e5", "infinit", "infinityy", "nan(1)"),
        *("na", "none", "${x}", "\x00", "1\x002", "1\x0b2", "1\x0c2", "1\u00a02", "1\u20032"),
        *("\u00bd", "\u0661", "\u22121", "\ud800", "\U0001d7d9", "\u212a", "\u0131nf"),
    ],
)
@pytest.mark.parametrize("before", ["", "  ", "1 nan\n"])
@pytest.mark.parametrize("after", ["", " ", " 2 x"])
def test_bad_token_is_named_with_its_character_range(token: str, before: str, after: str) -> None:
    with pytest.raises(ValueError, match="is not a decimal number") as caught:
        parse_numbers(before + token + after)
    message, start, end = caught.value.args
    assert (start, end) == (len(before), len(before) + len(token))
    assert repr(token) in message


@given(st.text())
def test_any_text_gives_numbers_or_a_token_that_is_none(text: str) -> None:
    try:
        numbers = parse_numbers(text)
    except ValueError as error:
        _, start, end = error.args
        token = text[start:end]
        assert token
        assert not set(token) & set(" \t\r\n")
        assert text[:start].strip(" \t\r\n") == "" or text[start - 1] in " \t\r\n"
        with pytest.raises(ValueError, match="is not a decimal number"):
            parse_numbers(token)
    else:
        tokens = text.split()
        assert len(numbers) == len(tokens)
        assert all(
            bits(number) == bits(float(token)) or math.isnan(number)
            for number, token in zip(numbers, tokens, strict=True)
        )


@given(st.text(alphabet="0123456789+-.eE_xnaif \t", max_size=12))
def test_near_misses_are_judged_like_float_without_underscores(text: str) -> None:
    tokens = text.split()
    try:
        expected = [float(token) for token in tokens if "_" not in token]
        valid = len(expected) == len(tokens)
    except ValueError:
        valid = False
    if not valid:
        with pytest.raises(ValueError, match="is not a decimal number"):
            parse_numbers(text)
    else:
        assert len(parse_numbers(text)) == len(tokens)


def test_message_about_a_long_token_stays_short() -> None:
    with pytest.raises(ValueError, match="is not a decimal number") as caught:
        parse_numbers(100_000 * "x")
    assert caught.value.args == (f"'{40 * 'x'}'... is not a decimal number", 0, 100_000)


@pytest.mark.parametrize("argument", [b"1 2", 1.0, None, ["1"]])
def test_only_text_is_accepted(argument: object) -> None:
    with pytest.raises(TypeError, match="takes a str, got"):
        parse_numbers(argument)  # pyright: ignore[reportArgumentType]


class TestHugeText:
    """50 MB in one attribute: work in proportion to the length, no recursion."""

    SIZE = 50_000_000

    def test_one_number(self) -> None:
        assert parse_numbers("1" * self.SIZE) == (math.inf,)
        assert parse_numbers("0." + "1" * self.SIZE) == (float("0." + 40 * "1"),)

    def test_leading_zeros(self) -> None:
        assert parse_numbers("0." + "0" * self.SIZE + "1e" + str(self.SIZE + 1)) == (1.0,)

    def test_long_exponent(self) -> None:
        assert parse_numbers("1e" + "9" * self.SIZE) == (math.inf,)
        assert parse_numbers("1e-" + "9" * self.SIZE) == (0.0,)

    def test_white_space(self) -> None:
        assert parse_numbers(" " * self.SIZE) == ()

    def test_many_numbers(self) -> None:
        count = self.SIZE // 25
        numbers = parse_numbers("0.1 " * count)
        assert len(numbers) == count
        assert set(numbers) == {0.1}

    def test_bad_token_at_the_end(self) -> None:
        text = "1 " * 1000 + " " * self.SIZE + "x"
        with pytest.raises(ValueError, match="'x' is not") as caught:
            parse_numbers(text)
        assert caught.value.args[1:] == (len(text) - 1, len(text))

    def test_beyond_latin_1(self) -> None:
        with pytest.raises(ValueError, match="is not") as caught:
            parse_numbers(" " * self.SIZE + "\u2212" + "1")
        assert caught.value.args[1:] == (self.SIZE, self.SIZE + 2)
