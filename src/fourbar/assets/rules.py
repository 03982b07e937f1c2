"""What can be found about the files a description names."""

from __future__ import annotations

from ..diagnostics import Rule, Severity

_ERROR, _WARNING = Severity.ERROR, Severity.WARNING

NOT_FOUND = Rule("A501", "asset-not-found", _ERROR, "A file the description names does not exist.")
PACKAGE_NOT_FOUND = Rule(
    "A502", "package-not-found", _ERROR, "The package of a file cannot be found."
)
OUTSIDE = Rule(
    "A503", "asset-outside", _ERROR, "A file lies outside the folders a description may use."
)
NOT_FETCHED = Rule(
    "A504", "asset-not-fetched", _WARNING, "A file is on the network, and nothing is downloaded."
)
LETTER_CASE = Rule(
    "A505", "asset-letter-case", _WARNING, "A file's name has other upper and lower case letters."
)
SEPARATOR = Rule("A506", "asset-separator", _WARNING, "A path is written with backslashes.")
GUESSED = Rule(
    "A507", "asset-guessed", _WARNING, "A file is not where it should be; a similar path was taken."
)
MALFORMED = Rule("A508", "asset-uri", _ERROR, "A file's address cannot be understood.")
NO_PACKAGE = Rule("A509", "package-unnamed", _WARNING, "A package address names no package.")
