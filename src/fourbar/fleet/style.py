"""How pages about a fleet look, on light and on dark screens."""

from __future__ import annotations

STYLE = """
:root{color-scheme:light dark;--line:#8883;--soft:#8881;--accent:#1f5f9e;--error:#b3261e;
--warning:#8a5a00;--info:#00695c;--behind:#e6eaee}
@media(prefers-color-scheme:dark){:root{--accent:#8ab8f0;--error:#ff8a80;--warning:#f0b860;
--info:#7fd1c4;--behind:#aab3bd}}
body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:1240px;padding:0 1.25rem}
h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.05rem;margin:1.75rem 0 .5rem}
a{color:var(--accent)}small{opacity:.75}
button{all:unset;cursor:pointer}button:focus-visible{outline:2px solid var(--accent)}
table{border-collapse:collapse;width:100%}
td,th{padding:.35rem .6rem;border-bottom:1px solid var(--line);text-align:left}
td:first-child,th:first-child{padding-left:0}
th{font-weight:600;white-space:nowrap}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.error,.bad{color:var(--error)}.warning{color:var(--warning)}.info{color:var(--info)}
.picture{display:block;background:var(--behind);border-radius:6px;object-fit:contain}
code,pre{font-size:.92em}
"""
