/** Filters the findings, and opens the one that a link leads to. Without it the page shows all of them. */
export const PAGE_SCRIPT = `
const filter = document.querySelector(".filter");
const files = [...document.querySelectorAll("details.file")];
if (filter) {
  const text = document.querySelector("#text");
  const rule = document.querySelector("#rule");
  const shown = document.querySelector("#shown");
  const open = document.querySelector("#open");
  filter.hidden = false;
  const update = () => {
    const words = text.value.toLowerCase();
    let count = 0;
    for (const file of files) {
      let inFile = 0;
      for (const finding of file.querySelectorAll("article")) {
        const isOther = Boolean(rule.value && finding.dataset.rule !== rule.value);
        finding.hidden = isOther || !finding.textContent.toLowerCase().includes(words);
        if (!finding.hidden) inFile++;
      }
      file.hidden = inFile === 0;
      count += inFile;
    }
    shown.textContent = text.value || rule.value ? count + " shown" : "";
  };
  text.addEventListener("input", update);
  rule.addEventListener("change", update);
  open.addEventListener("click", () => {
    const isOpening = files.some((file) => !file.open);
    for (const file of files) file.open = isOpening;
    open.textContent = isOpening ? "Close all" : "Open all";
  });
}
const reveal = () => {
  const target = /^#finding-\\d+$/.test(location.hash) && document.querySelector(location.hash);
  if (!target) return;
  target.hidden = target.parentElement.hidden = false;
  target.parentElement.open = true;
  target.scrollIntoView();
};
addEventListener("hashchange", reveal);
reveal();
`;
