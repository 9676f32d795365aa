/** The style of the page: one column on a phone, tables from a tablet on; colours follow the system. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --back: #f7f7f5; --card: #fff; --text: #1d2129; --soft: #565e6c; --line: #d9dce1; --link: #0b5394;
  --bad: #a8201a; --good: #19692c; --unsure: #7a5200; --bad-back: #fdecea; --good-back: #e6f4e9; --unsure-back: #fdf3dc;
  --mark: #ffe08a; --mark-text: #1d2129; --code: #f1f2f4; --bar: #3d6fb4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14171c; --card: #1d2128; --text: #e8eaee; --soft: #a7afbd; --line: #363c47; --link: #8ab8f2;
    --bad: #ff9a91; --good: #85d69a; --unsure: #f0c674; --bad-back: #3b1d1c; --good-back: #17301e;
    --unsure-back: #33290f;
    --mark: #6b5410; --mark-text: #fff4d1; --code: #13161b; --bar: #7aa7e6;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header, main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; scroll-margin-top: 1rem; }
h3, h4 { font-size: 1rem; margin: 0; font-weight: 600; }
p { margin: .5rem 0; }
.none, .meaning, .kicker, .soft, .count, .gutter { color: var(--soft); }
.kicker { margin: 0; font-weight: 600; }
a { color: var(--link); text-underline-offset: .15em; }

a:focus-visible, summary:focus-visible, pre:focus-visible {
  outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px;
}
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem 1rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; margin: 0; }
nav a { display: inline-block; padding: .35rem 0; }
code, pre { font: .875em/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 0; }
.card, .bars li, .file, .warning, table {
  background: var(--card); border: 1px solid var(--line); border-radius: 10px;
}
.card, .bars li { padding: .75rem 1rem; }
.card dd { margin: 0; }
.card strong { display: block; font-size: 2rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.card dt, .card span, .bars p, footer { color: var(--soft); font-size: .9rem; }
.card.bad strong { color: var(--bad); }
.card.good strong { color: var(--good); }
.card.unsure strong { color: var(--unsure); }
.warning { background: var(--unsure-back); border-color: var(--unsure); padding: .25rem 1rem; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; }
th, td {
  text-align: left; vertical-align: top; padding: .5rem .75rem; border-top: 1px solid var(--line); font-weight: 400;
}
thead th, thead td { border-top: 0; color: var(--soft); font-size: .85rem; font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.name { font-weight: 700; }
.stacked tbody th { min-width: 13rem; }
.place { display: block; color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
.badge {
  display: inline-block; border-radius: 1rem; padding: 0 .6rem; font-size: .85rem; font-weight: 600;
  white-space: nowrap;
}
.badge.bad { background: var(--bad-back); color: var(--bad); }
.badge.good { background: var(--good-back); color: var(--good); }
.badge.unsure { background: var(--unsure-back); color: var(--unsure); }
.all code {
  display: inline-block; background: var(--code); border-radius: 4px; padding: 0 .35rem; margin: 0 .1rem .2rem 0;
}
.links summary { color: var(--link); font-size: .85rem; cursor: pointer; width: fit-content; }
.links a { display: inline-block; padding: .15rem .35rem; }
.bars {
  list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr));
}
.bars h3 { display: flex; justify-content: space-between; gap: 1rem; }
meter {
  width: 100%; height: .5rem; border: 0; border-radius: 4px; background: var(--line); overflow: hidden;
  appearance: none;
}
meter::-webkit-meter-bar { height: .5rem; background: var(--line); border: 0; }
meter::-webkit-meter-optimum-value { background: var(--bar); }
meter:-moz-meter-optimum::-moz-meter-bar { background: var(--bar); }
.count { font-weight: 400; white-space: nowrap; font-variant-numeric: tabular-nums; }
h3 .count { color: var(--text); font-weight: 700; font-size: 1.15rem; line-height: 1.3; }
.file { margin: 0 0 .75rem; }
.file > summary {
  display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .7rem 1rem; cursor: pointer;
  list-style: none;
}
.file > summary::-webkit-details-marker { display: none; }
.file > summary h3::before { content: "\\25B8"; display: inline-block; width: 1.2em; color: var(--soft); }
.file[open] > summary h3::before { content: "\\25BE"; }
article { border-top: 1px solid var(--line); padding: 1rem; scroll-margin-top: 1rem; }
article:target { box-shadow: inset 4px 0 0 var(--link); }
article .index {
  display: inline-block; min-width: 1.6rem; text-align: center; border: 1px solid var(--line); border-radius: 4px;
  font-size: .8rem;
}
pre {
  margin: .6rem 0; padding: .6rem 0; background: var(--code); border: 1px solid var(--line); border-radius: 8px;
  overflow-x: auto;
}
pre code {
  display: block; width: max-content; min-width: 100%; font-size: .825rem; line-height: 1.65; overflow-wrap: normal;
}
.line { display: block; white-space: pre; padding: 0 .75rem; }
.line.marked .gutter { color: var(--bad); font-weight: 700; }
.gutter { user-select: none; }
mark { background: var(--mark); color: var(--mark-text); border-radius: 3px; }
.remedy ul { margin: .25rem 0; padding-left: 1.25rem; }
footer { padding: 2rem 1rem 3rem; }
@media (max-width: 44rem) {
  .stacked, .stacked tbody { display: block; border: 0; background: none; }
  .stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacked tr {
    display: grid; grid-template-columns: repeat(4, 1fr); background: var(--card); border: 1px solid var(--line);
    border-radius: 10px; margin-bottom: .75rem; padding: .75rem; gap: .5rem;
  }
  .stacked tbody th, .stacked td { display: block; border: 0; padding: 0; text-align: left; min-width: 0; }
  .stacked tbody th { grid-column: 1 / 3; min-width: 0; }
  .stacked td[data-label="Boundary"] { grid-column: 3 / 5; text-align: right; }
  .stacked td[data-label]::before { content: attr(data-label); display: block; color: var(--soft); font-size: .75rem; }
  .stacked td[data-label="Boundary"]::before { content: none; }
  .stacked .all { grid-column: 1 / -1; }
  th, td { padding: .5rem; }
}
@media print {
  nav, .skip { display: none; }
  .file, article { break-inside: avoid; }
}
`;
