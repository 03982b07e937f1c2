"""What can be found while a xacro file is expanded."""

from __future__ import annotations

from ..diagnostics import Rule, Severity

_ERROR, _WARNING = Severity.ERROR, Severity.WARNING

FAILED = Rule("X050", "xacro-error", _ERROR, "xacro cannot expand the file.")
PACKAGE_NOT_FOUND = Rule(
    "X051", "xacro-package-not-found", _ERROR, "The package in $(find ...) cannot be found."
)
MISSING_ARGUMENT = Rule(
    "X052", "xacro-missing-argument", _ERROR, "An argument has neither a value nor a default."
)
UNKNOWN_MACRO = Rule(
    "X053", "xacro-unknown-macro", _ERROR, "A macro that is called is not defined."
)
UNDEFINED_NAME = Rule(
    "X054", "xacro-undefined-property", _ERROR, "An expression uses a name that is not defined."
)
BAD_EXPRESSION = Rule("X055", "xacro-expression", _ERROR, "An expression cannot be evaluated.")
FILE_NOT_FOUND = Rule(
    "X056", "xacro-file-not-found", _ERROR, "An included or loaded file cannot be read."
)
MACRO_PARAMETERS = Rule(
    "X057", "xacro-macro-parameters", _ERROR, "A macro is called with the wrong parameters."
)
TOO_LARGE = Rule("X058", "xacro-too-large", _ERROR, "The expansion grows beyond its limits.")
BAD_YAML = Rule("X059", "xacro-yaml", _ERROR, "A YAML file cannot be read.")
MESSAGE = Rule("X060", "xacro-message", _WARNING, "xacro, or the file itself, says something.")
UNKNOWN_ARGUMENT = Rule(
    "X061", "xacro-unknown-argument", _WARNING, "A given argument is declared nowhere."
)
EARLY_ARGUMENT = Rule(
    "X062", "xacro-early-argument", _WARNING, "An argument is used before it is declared."
)
EXTENSION = Rule("X063", "xacro-extension", _WARNING, "Read by fourbar, but not by xacro itself.")
INVALID_RESULT = Rule("X064", "xacro-invalid-result", _ERROR, "The expansion is not XML.")
UNAVAILABLE = Rule("X065", "xacro-unavailable", _ERROR, "The xacro package cannot be used.")
