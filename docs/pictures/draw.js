// What the pictures have in common: colours, lines of text, panels.

export const WIDTH = 880;
export const CHARACTER = 7.2;
export const LINE = 18;
const STYLE = "text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}.title{font:600 13px sans-serif}";
export const THEMES = {
  light: {
    page: "#ffffff",
    panel: "#f6f8fa",
    border: "#d1d9e0",
    text: "#1f2328",
    dim: "#59636e",
    keyword: "#cf222e",
    string: "#0a3069",
    name: "#6639ba",
    error: "#d1242f",
    good: "#1a7f37",
  },
  dark: {
    page: "#0d1117",
    panel: "#151b23",
    border: "#3d444d",
    text: "#f0f6fc",
    dim: "#9198a1",
    keyword: "#ff7b72",
    string: "#a5d6ff",
    name: "#d2a8ff",
    error: "#f85149",
    good: "#3fb950",
  },
};

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Draws a line of text in parts of `[colour, text]`, as wide in each font. */
export function drawLine(x, y, parts) {
  const length = parts.reduce((sum, [, text]) => sum + text.length, 0);
  if (length === 0) return "";
  const spans = parts.map(([colour, text]) => `<tspan fill="${colour}">${escape(text)}</tspan>`).join("");
  return `<text x="${x}" y="${y}" textLength="${(length * CHARACTER).toFixed(1)}" xml:space="preserve">${spans}</text>`;
}

/** Draws a box with a title. */
export function drawPanel({ x, y, width, height, title, theme, colour = theme.dim }) {
  const box = `width="${width}" height="${height}" rx="8"`;
  return [
    `<rect x="${x}" y="${y}" ${box} fill="${theme.panel}" stroke="${theme.border}"/>`,
    `<text x="${x + 16}" y="${y + 23}" class="title" fill="${colour}">${escape(title)}</text>`,
    `<path d="M${x} ${y + 34}h${width}" stroke="${theme.border}"/>`,
  ];
}

/** Returns the text of a picture of that height. */
export function drawPicture(height, parts) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    `<style>${STYLE}</style>`,
    ...parts,
    "</svg>\n",
  ].join("\n");
}
