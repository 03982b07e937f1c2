#!/usr/bin/env bash
# What the action does, after fourbar has been installed: tests/packaging/test_action.py runs it.
# Inputs are the variables CHECK_*, see action.yml.
set -euo pipefail

read -r -d '' -a paths <<< "${CHECK_PATHS:-.}" || true
read -r -d '' -a more <<< "${CHECK_ARGUMENTS:-}" || true

options=(--fail-on "${CHECK_FAIL_ON:-error}")
if [ -n "${CHECK_TARGETS:-}" ]; then options+=(--target "$CHECK_TARGETS"); fi

# Of the names given, those that a search of their folder would have checked.
descriptions='
import sys
from fourbar.formats.table import Likelihood, readable_suffixes, suffix_of

suffixes = readable_suffixes(Likelihood.ROBOT_OR_PART)
names = sys.stdin.buffer.read().split(b"\0")
kept = [name + b"\0" for name in names if suffix_of(name.decode(errors="replace")) in suffixes]
sys.stdout.buffer.write(b"".join(kept))
'

# A commit of zeros is what GitHub gives for the first push of a branch: everything is new.
since=${CHECK_CHANGED_SINCE:-}
if [ -n "$since" ] && [ -n "${since//0/}" ]; then
    git rev-parse --quiet --verify --end-of-options "$since^{commit}" > /dev/null || {
        echo "::error::changed-since: '$since' is not a commit of this clone; check out with fetch-depth: 0"
        exit 2
    }
    list=$(mktemp) # a failure inside <(...) would go unnoticed
    git diff --name-only --relative --diff-filter=d -z "$since" -- "${paths[@]}" | python -c "$descriptions" > "$list"
    changed=()
    while IFS= read -r -d '' file; do
        changed+=("$file")
    done < "$list"
    rm "$list"
    if [ ${#changed[@]} -eq 0 ]; then
        echo "No robot description changed since $since."
        exit 0
    fi
    paths=("${changed[@]}")
    options+=(--allow-none) # macros alone may have changed
fi

if [ -n "${CHECK_SARIF:-}" ]; then
    fourbar check "${options[@]}" ${more[@]+"${more[@]}"} --format sarif -o "$CHECK_SARIF" -- "${paths[@]}" || [ $? -eq 1 ]
fi
exec fourbar check "${options[@]}" ${more[@]+"${more[@]}"} --format github -- "${paths[@]}"
