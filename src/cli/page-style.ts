/** The style of the page; colours follow the system, and what is wide is scrolled within itself. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --back: #f7f7f5; --card: #fff; --text: #1d2129; --soft: #565e6c; --line: #d9dce1; --link: #0b5394;
  --bad: #a8201a; --good: #19692c; --unsure: #7a5200; --mark: #ffe08a; --code: #f1f2f4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14171c; --card: #1d2128; --text: #e8eaee; --soft: #a7afbd; --line: #363c47; --link: #8ab8f2;
    --bad: #ff9a91; --good: #85d69a; --unsure: #f0c674; --mark: #6b5410; --code: #13161b;
  }
}
body {
  max-width: 72rem; margin: 0 auto; padding: 1rem;
  background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif;
}
h1, h2, h3, p, li, th, td, summary { overflow-wrap: anywhere; }
h1 { font-size: 2rem; line-height: 1.2; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0 -1rem; padding: 1rem 1rem 0; border-top: 1px solid var(--line); }
h3:target { border-top: 3px solid var(--link); }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
nav ul { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; list-style: none; padding: 0; margin: 0; }
nav a { padding: .35rem 0; }
code, pre { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace; }
details, table { background: var(--card); border: 1px solid var(--line); }
details { margin: 0 0 .75rem; padding: 0 1rem; }
summary { padding: .7rem 0; cursor: pointer; font-weight: 600; }
.wide, pre { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem; border-top: 1px solid var(--line); }
tbody th { position: sticky; left: 0; background: var(--card); min-width: 9rem; }
thead th, .gutter { color: var(--soft); }
thead th { font-size: .85rem; overflow-wrap: normal; }
.good, .bad, .unsure {
  padding: 0 .4rem; border-radius: 4px; background: color-mix(in srgb, currentColor 10%, transparent);
}
.good { color: var(--good); }
.bad { color: var(--bad); font-weight: 700; }
.unsure { color: var(--unsure); }
pre { margin: .6rem 0; padding: .6rem 0; background: var(--code); border: 1px solid var(--line); }
pre code { display: block; width: max-content; min-width: 100%; }
.line { display: block; white-space: pre; padding: 0 .75rem; }
.gutter { user-select: none; }
mark { background: var(--mark); color: inherit; }
@media print {
  nav { display: none; }
}
`;
