"""A private instance of the `xacro` package, whose functions can be replaced for one expansion.

xacro keeps its state in module variables, finds packages through a ROS installation, and prints.
It is loaded a second time under another name, so that replacing these parts never reaches a
`xacro` that the program around us uses, and so that a lock around our own calls is all the thread
safety needed.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from threading import Lock
from types import ModuleType
from typing import Any

NAME = "fourbar.xacro._xacro"
_LOCK = Lock()
_ABSENT = object()
_REPLACED = (
    "abs_filename_spec",
    "create_global_symbols",
    "error",
    "eval_extension",
    "load_yaml",
    "message",
    "parse",
    "print_location",
    "process_doc",
    "replace_node",
    "resolve_macro",
    "safe_eval",
    "warning",
)


class UnavailableError(Exception):
    """There is no xacro package, or not one that fourbar knows how to use."""


@contextmanager
def hooked(hooks: Mapping[str, Any], find: Any) -> Generator[tuple[Any, dict[str, Any]]]:
    """The module with `hooks` for its functions and `find` behind `$(find ...)`; and the originals.

    One thread at a time; the module is as it was afterwards.
    """
    from xml.dom import minidom

    with _LOCK:
        engine: Any = sys.modules.get(NAME) or _load()
        arguments: Any = sys.modules[f"{NAME}.substitution_args"]
        lexer = engine.QuickLexer
        replaced: list[tuple[Any, str, Any]] = [
            *((engine, name, hook) for name, hook in hooks.items() if name != "lex"),
            (lexer, "lex", _guarded(lexer.lex, hooks["lex"])),
            (engine, "_empty_text_node", minidom.Document().createTextNode("\n\n")),
            (engine, "verbosity", 0),
            (engine, "filestack", None),
            (engine, "macrostack", None),
            (engine, "all_includes", []),
            (engine, "substitution_args_context", {}),
            (arguments, "_eval_find", find),
            (arguments, "_eval_dict", {**arguments._eval_dict, "find": find}),
            (arguments, "eval", hooks["safe_eval"]),
        ]
        before: list[tuple[Any, str, Any]] = [
            (engine, "_global_symbols", engine._global_symbols),
            *((owner, name, getattr(owner, name, _ABSENT)) for owner, name, _ in replaced),
        ]
        originals = {name: value for owner, name, value in before if owner is engine}
        try:
            for owner, name, value in replaced:
                setattr(owner, name, value)
            # Made from the functions just set.
            engine._global_symbols = engine.create_global_symbols()
            yield engine, originals
        finally:
            for owner, name, value in before:
                if value is _ABSENT:
                    delattr(owner, name)
                else:
                    setattr(owner, name, value)


def _guarded(lex: Any, check: Any) -> Any:
    def guarded(self: Any, text: str) -> None:
        check(text)
        lex(self, text)

    return guarded


def _load() -> ModuleType:
    from xml.dom import minidom

    found = find_spec("xacro")
    if found is None or found.origin is None:
        raise UnavailableError("the package 'xacro' is not installed")
    spec = spec_from_file_location(
        NAME, found.origin, submodule_search_locations=found.submodule_search_locations
    )
    if spec is None or spec.loader is None:
        raise UnavailableError("the package 'xacro' cannot be loaded")
    module = sys.modules[NAME] = module_from_spec(spec)
    # xacro replaces the pretty printer of the standard library when it is imported.
    printer = minidom.Element.writexml
    try:
        spec.loader.exec_module(module)
        __import__(f"{NAME}.substitution_args")
    except Exception as error:
        del sys.modules[NAME]
        raise UnavailableError(f"the package 'xacro' cannot be loaded: {error}") from error
    finally:
        minidom.Element.writexml = printer
    absent = [name for name in _REPLACED if not hasattr(module, name)]
    if absent:
        del sys.modules[NAME]
        raise UnavailableError(f"this version of 'xacro' has no {', '.join(absent)}")
    return module
