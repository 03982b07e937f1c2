"""The base of every exception type that fourbar defines."""


class FourbarError(Exception):
    """The base of all exception types of fourbar: `except fourbar.FourbarError` catches them.

    Each type also derives from the built-in one that fits it: ValueError, KeyError, ...
    """
