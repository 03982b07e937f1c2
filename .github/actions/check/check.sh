#!/usr/bin/env bash
# What the action does, after fourbar has been installed: tests/packaging/test_action.py runs it.
# Inputs are the variables CHECK_*, see action.yml.
set -euo pipefail

read -r -d '' -a paths <<< "${CHECK_PATHS:-.}" || true
read -r -d '' -a more <<< "${CHECK_ARGUMENTS:-}" || true

options=(--fail-on "${CHECK_FAIL_ON:-error}")
if [ -n "${CHECK_TARGETS:-}" ]; then options+=(--target "$CHECK_TARGETS"); fi

# A commit of zeros is what GitHub gives for the first push of a branch: everything is new.
since=${CHECK_CHANGED_SINCE:-}
if [ -n "$since" ] && [ -n "${since//0/}" ]; then
    git rev-parse --quiet --verify --end-of-options "$since^{commit}" > /dev/null || {
        echo "::error::changed-since: '$since' is not a commit of this clone; check out with fetch-depth: 0"
        exit 2
    }
    changed=()
    while IFS= read -r -d '' file; do
        case $file in *.urdf | *.xacro) changed+=("$file") ;; esac
    done < <(git diff --name-only --relative --diff-filter=d -z "$since" -- "${paths[@]}")
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
