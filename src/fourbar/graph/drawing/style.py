"""Colours and line styles of the drawing, for light and for dark surroundings."""

from __future__ import annotations

# Fill and stroke of the clusters' colours.
_TINTS_LIGHT = (
    ("#ddf4ff", "#218bff"),
    ("#dafbe1", "#2da44e"),
    ("#fff1e5", "#e16f24"),
    ("#fbefff", "#a475f9"),
    ("#fff8c5", "#bf8700"),
    ("#ffeff7", "#e85aad"),
    ("#d8f5f2", "#1b9e8f"),
    ("#ffebe9", "#fa4549"),
)
_TINTS_DARK = (
    ("#0c2d52", "#388bfd"),
    ("#0f3a20", "#3fb950"),
    ("#45220f", "#f0883e"),
    ("#2f1d52", "#a371f7"),
    ("#3b2a05", "#d29922"),
    ("#471b36", "#f778ba"),
    ("#0b3633", "#39c5b5"),
    ("#4c1614", "#ff7b72"),
)
_KINDS = {
    "tree": ("#57606a", "#8b949e"),
    "fixed": ("#57606a", "#8b949e"),
    "loop": ("#cf222e", "#ff7b72"),
    "coupling": ("#8250df", "#d2a8ff"),
    "mimic": ("#9a6700", "#e3b341"),
}
_DASHES = {"loop": "6 4", "coupling": "2 3.5", "mimic": "8 3 2 3"}
_WIDTHS = {"fixed": "3.2"}

CURVES = len(_TINTS_LIGHT)
"""The number of colours that curves have."""

KINDS = tuple(_KINDS)
"""The kinds of edges, in the order of the legend."""


def style_sheet() -> str:
    """The CSS of the drawing; everything is scoped to the class `fourbar-graph`."""
    return "\n".join(
        [
            ".fourbar-graph{font-family:Helvetica,Arial,sans-serif;font-size:12px}",
            ".fourbar-graph path{fill:none;stroke-width:1.4}",
            ".fourbar-graph .head{font-size:17px;font-weight:bold}",
            ".fourbar-graph .title{font-size:13px;font-weight:bold}",
            ".fourbar-graph .number{font-size:10px}",
            ".fourbar-graph .label{font-size:10px;stroke-width:3px;paint-order:stroke;"
            "stroke-linejoin:round}",
            ".fourbar-graph .root{stroke-width:2}",
            *(
                f".fourbar-graph .{kind}{{stroke-dasharray:{dashes}}}"
                for kind, dashes in _DASHES.items()
            ),
            *(
                f".fourbar-graph path.{kind}{{stroke-width:{width}}}"
                for kind, width in _WIDTHS.items()
            ),
            *_colours(0),
            "@media (prefers-color-scheme:dark){",
            *_colours(1),
            "}",
        ]
    )


def _colours(dark: int) -> list[str]:
    paper, ink, soft, box, border = (
        ("#ffffff", "#1f2328", "#59636e", "#f6f8fa", "#818b98"),
        ("#0d1117", "#e6edf3", "#9198a1", "#161b22", "#656c76"),
    )[dark]
    rules = [
        f".paper{{fill:{paper}}}",
        f"text{{fill:{ink}}}",
        f".number,.soft,.more{{fill:{soft}}}",
        f"rect.node{{fill:{box};stroke:{border}}}",
        f"line{{stroke:{border};stroke-opacity:.35}}",
        f".label{{stroke:{paper}}}",
    ]
    for kind, colours in _KINDS.items():
        rules.append(f"path.{kind}{{stroke:{colours[dark]}}}")
        rules.append(f"text.{kind},.arrow-{kind}{{fill:{colours[dark]}}}")
    for k, (fill, stroke) in enumerate((_TINTS_LIGHT, _TINTS_DARK)[dark]):
        rules.append(f"rect.tint{k}{{fill:{fill};stroke:{stroke}}}")
    return [f".fourbar-graph {rule}".replace(",", ",.fourbar-graph ") for rule in rules]


def curve_styles() -> str:
    """The CSS of the curves of a plot: `curve0`, `curve1`, ... and `mark`."""
    rules = [
        ".fourbar-graph polyline{fill:none;stroke-width:1.6}",
        ".fourbar-graph .mark{stroke-dasharray:4 3;stroke-width:1}",
    ]
    for dark, tints in enumerate((_TINTS_LIGHT, _TINTS_DARK)):
        own = [f".fourbar-graph .mark{{stroke:{('#59636e', '#9198a1')[dark]}}}"]
        for k, (_, stroke) in enumerate(tints):
            own.append(f".fourbar-graph polyline.curve{k}{{stroke:{stroke}}}")
            own.append(f".fourbar-graph text.curve{k}{{fill:{stroke}}}")
        rules += ["@media (prefers-color-scheme:dark){", *own, "}"] if dark else own
    return "\n".join(rules)


def markers(kinds: set[str]) -> str:
    """An arrow head in the colour of each of these kinds of edges."""
    return "".join(
        f'<marker id="fourbar-{kind}" viewBox="0 0 8 8" refX="1" refY="4" markerWidth="8" '
        f'markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">'
        f'<path class="arrow-{kind}" style="stroke:none" d="M0,.5L8,4L0,7.5L1.6,4Z"/></marker>'
        for kind in KINDS
        if kind in kinds
    )
