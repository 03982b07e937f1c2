def parse_numbers(text: str, /) -> tuple[float, ...]:
    """Return the white-space separated decimal numbers in ``text``.

    Numbers are rounded like ``float`` does; ``nan``, ``inf`` and ``infinity`` are accepted in
    any case. Hexadecimal numbers, underscores and non-ASCII digits are not.

    Raises
    ------
    ValueError
        With ``args == (message, start, end)``: the character range ``text[start:end]`` of the
        first token that is not a number.
    """
