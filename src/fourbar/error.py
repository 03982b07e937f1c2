"""The base of every exception type that fourbar defines."""


class FourbarError(Exception):
    """The base of all exception types of fourbar: `except fourbar.FourbarError` catches them.

    Each type also derives from the built-in one that fits it: ValueError, KeyError, ...
    """


def unknown_word(what: str, given: object, known: tuple[str, ...]) -> str:
    """The message about a word that an option does not have, or "" for one that it has."""
    if given in known:
        return ""
    return f"unknown {what} {given!r}; expected one of: {', '.join(known)}"
