"""docs/reference/commands.md: every option of every command, with its own words."""

from pathlib import Path

from fourbar.cli import COMMANDS, build_parser

PAGE = Path(__file__).parents[2] / "docs/reference/commands.md"


def test_every_option_is_in_the_section_of_its_command_or_for_all():
    sections = dict(
        part.split("\n", 1) for part in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    )
    shared = sections["Options for reading"]
    parser = build_parser()
    for name in COMMANDS:
        own = sections[f"fourbar {name}"]
        for word, action in parser.command(name).options().items():
            if action.dest == "help":
                continue
            lines = [line for line in (own + shared).splitlines() if word in line]
            start = (action.help or "").split("<")[0].split("`")[0].split("%")[0][:20]
            assert any(start in line.replace("\\", "") for line in lines), (name, word)
