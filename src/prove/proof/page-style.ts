/** The style of the page, in the colours of the plugin's report, which follow the system. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --back: #f7f7f5; --card: #fff; --text: #1d2129; --soft: #565e6c; --line: #d9dce1; --link: #0b5394;
  --bad: #a8201a; --good: #19692c; --unsure: #7a5200; --bad-back: #fdecea; --good-back: #e6f4e9; --unsure-back: #fdf3dc;
  --code: #f1f2f4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14171c; --card: #1d2128; --text: #e8eaee; --soft: #a7afbd; --line: #363c47; --link: #8ab8f2;
    --bad: #ff9a91; --good: #85d69a; --unsure: #f0c674; --bad-back: #3b1d1c; --good-back: #17301e;
    --unsure-back: #33290f; --code: #13161b;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 2rem 0 .5rem; }
h3, h4 { font-size: 1rem; margin: 0; font-weight: 600; overflow-wrap: anywhere; }
p { margin: .35rem 0; overflow-wrap: anywhere; }
.soft, .kicker, footer, .card dt, .card span { color: var(--soft); font-weight: 400; font-size: .9rem; }
.kicker { font-weight: 600; margin: 0; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, pre:focus-visible, .wide:focus-visible {
  outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px;
}
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem 1rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
code, pre { font: .875em/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1rem 0; }
.card, .file, .warning, .wide { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.card { padding: .75rem 1rem; }
.card dd { margin: 0; }
.card strong { display: block; font-size: 2rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.card.bad strong { color: var(--bad); }
.card.good strong { color: var(--good); }
.card.unsure strong { color: var(--unsure); }
.warning { background: var(--unsure-back); border-color: var(--unsure); padding: .25rem 1rem; margin: 1rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; }
th, td { padding: .25rem .5rem; border-top: 1px solid var(--line); font-weight: 400; text-align: center; }
thead th, thead td { border-top: 0; color: var(--soft); font-size: .8rem; font-weight: 600; white-space: nowrap; }
tbody th {
  text-align: left; position: sticky; left: 0; background: var(--card); min-width: 9rem; max-width: 16rem;
}
td a { text-decoration: none; }
.sign { display: inline-block; min-width: 2rem; border-radius: 6px; color: var(--soft); font-size: .85rem; }
.badge {
  display: inline-block; border-radius: 1rem; padding: 0 .6rem; font-size: .85rem; border: 1px solid var(--line);
}
.bad { background: var(--bad-back); color: var(--bad); font-weight: 700; }
.good { background: var(--good-back); color: var(--good); }
.unsure { background: var(--unsure-back); color: var(--unsure); }
.card.bad, .card.good, .card.unsure { background: var(--card); font-weight: 400; }
.file { margin: 0 0 .75rem; padding: .7rem 1rem; }
.file summary { cursor: pointer; color: var(--link); width: fit-content; }
article { border-top: 1px solid var(--line); padding: .75rem 0; margin-top: .5rem; scroll-margin-top: 1rem; }
article:target { box-shadow: -4px 0 0 var(--link); }
article ul { margin: .25rem 0; padding-left: 1.25rem; }
pre {
  margin: .2rem 0 .5rem; padding: .5rem .75rem; background: var(--code); border: 1px solid var(--line);
  border-radius: 8px; overflow: auto; max-height: 20rem;
}
pre code { white-space: pre-wrap; }
footer { padding: 2rem 1rem 3rem; }
@media (max-width: 44rem) {
  tbody th { max-width: 9rem; font-size: .8rem; line-height: 1.2; }
  h1 { font-size: 1.5rem; }
}
`;
