"""`fourbar completion`: completion of commands, options and files in the shell."""

from __future__ import annotations

import argparse
from typing import cast

HELP = "Print a shell completion script"

_EPILOG = """\
bash:  fourbar completion bash > ~/.local/share/bash-completion/completions/fourbar
zsh:   fourbar completion zsh > "${fpath[1]}/_fourbar"
tcsh:  fourbar completion tcsh > /etc/profile.d/fourbar.completion.csh
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("shell", choices=("bash", "zsh", "tcsh"))


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    from . import build_parser

    parser = build_parser()
    _complete_files(parser)
    print(shtab.complete(parser, args.shell))
    return 0


def _complete_files(parser: argparse.ArgumentParser) -> None:
    """Mark every FILE argument for shtab, which looks for an attribute of the action."""
    import shtab

    for action in parser._actions:  # pyright: ignore[reportPrivateUsage]
        if action.dest == "command":
            commands = cast("dict[str, argparse.ArgumentParser]", action.choices)
            for command in commands.values():
                _complete_files(command)
        elif action.metavar in ("FILE", "OUTPUT"):
            vars(action)["complete"] = shtab.FILE
