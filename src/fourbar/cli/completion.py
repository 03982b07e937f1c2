"""`fourbar completion`: completion of commands, options, files and names in the shell.

The scripts know nothing themselves: they ask `fourbar __complete` (`complete.py`), so that they
need not be renewed with every version, and can offer what the file on the line holds.
"""

from __future__ import annotations

import argparse

from .failure import OK
from .parser import plain_help

HELP = "Print a shell completion script"

_EPILOG = """\
bash:  fourbar completion bash > ~/.local/share/bash-completion/completions/fourbar
zsh:   fourbar completion zsh > "${fpath[1]}/_fourbar"
fish:  fourbar completion fish > ~/.config/fish/completions/fourbar.fish
"""

_BASH = """\
# bash completion for fourbar
_fourbar() {
    local value about files= IFS=$'\\n'
    COMPREPLY=()
    while IFS=$'\\t' read -r value about; do
        case $value in
            :files) files=-f ;;
            :folders) files=-d ;;
            :nospace) compopt -o nospace ;;
            *) COMPREPLY+=("$value") ;;
        esac
    done < <(COMP_WORDBREAKS="$COMP_WORDBREAKS" "${COMP_WORDS[0]}" __complete bash \\
        "$COMP_LINE" "$COMP_POINT" 2>/dev/null)
    if [[ -n $files ]]; then
        local found=($(compgen $files -- "${COMP_WORDS[COMP_CWORD]}"))
        if ((${#found[@]})); then
            compopt +o nospace -o filenames
            COMPREPLY+=("${found[@]}")
        fi
    fi
}
complete -F _fourbar fourbar
"""

_ZSH = """\
#compdef fourbar
# zsh completion for fourbar
_fourbar() {
    local value about files= space=
    local -a values
    while IFS=$'\\t' read -r value about; do
        case $value in
            :files) files=f ;;
            :folders) files=d ;;
            :nospace) space=no ;;
            *) values+=("${value//:/\\\\:}${about:+:$about}") ;;
        esac
    done < <("${words[1]}" __complete zsh "${(@Q)words[2,CURRENT]}" 2>/dev/null)
    if (( $#values )); then
        if [[ -n $space ]]; then
            _describe fourbar values -S ''
        else
            _describe fourbar values
        fi
    fi
    [[ $files == f ]] && _files
    [[ $files == d ]] && _files -/
    return 0
}
if [[ $funcstack[1] == _fourbar ]]; then
    _fourbar "$@"
else
    compdef _fourbar fourbar
fi
"""

_FISH = """\
# fish completion for fourbar
function __fourbar_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] __complete fish $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path "$current"
            case ':folders'
                __fish_complete_directories "$current"
            case ':nospace'
                # fish leaves out the blank after = and : by itself
            case '*'
                echo $line
        end
    end
end
complete -c fourbar -f -a '(__fourbar_complete)'
"""

SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    parser.formatter_class = plain_help
    parser.epilog = _EPILOG
    parser.add_argument(
        "shell", metavar="SHELL", choices=tuple(SCRIPTS), help=f"one of: {', '.join(SCRIPTS)}"
    )


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    print(SCRIPTS[args.shell], end="")
    return OK
