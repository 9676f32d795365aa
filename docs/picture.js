// Draws the README's picture, docs/picture-light.svg and docs/picture-dark.svg: what ESLint finds in
// docs/examples/notes, and what a client of the SDK receives before and after the fix. `--check` only says whether a
// file is out of date.
import fs from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import parser from "@typescript-eslint/parser";
import { transformSync } from "esbuild";
import { ESLint } from "eslint";
import { defineConfig } from "eslint/config";
import errorContract from "eslint-plugin-error-contract";
import { wrapServer } from "error-contract/standard";
import { createServer } from "./examples/notes/server.js";

const SHOWN_AS = "src/read-note.ts";
const WIDTH = 880;
const CHARACTER = 7.2;
const LINE = 18;
const STYLE = "text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}.title{font:600 13px sans-serif}";
const THEMES = {
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

const source = fs.readFileSync(path.join(import.meta.dirname, "examples/notes/read-note.ts"), "utf8").trimEnd();

/**
 * Lints the file as the README's configuration does.
 *
 * @param {boolean} fix
 */
async function lint(fix) {
  const config = { files: ["**/*.ts"], languageOptions: { parser }, extends: [errorContract.configs.recommended] };
  const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: defineConfig([config]), fix });
  const [result] = await eslint.lintText(source, { filePath: SHOWN_AS });
  return result;
}

/**
 * Returns what the client gets for a note that is not there.
 *
 * @param {string} code
 * @param {(server: import("@modelcontextprotocol/sdk/server/mcp.js").McpServer) => typeof server} wrap
 */
async function callFailingTool(code, wrap) {
  const folder = fs.mkdtempSync(path.join(import.meta.dirname, "../node_modules/.cache-"));
  const file = path.join(folder, "read-note.mjs");
  fs.writeFileSync(file, transformSync(code, { loader: "ts" }).code);
  const { readNote } = await import(file);
  fs.rmSync(folder, { recursive: true });

  const client = new Client({ name: "client", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([wrap(createServer(readNote)).connect(far), client.connect(near)]);
  const result = await client.callTool({ name: "read_note", arguments: { name: "tomorrow" } });
  await client.close();
  return result;
}

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Draws a line of text in parts of `[colour, text]`, as wide in each font. */
function drawLine(x, y, parts) {
  const length = parts.reduce((sum, [, text]) => sum + text.length, 0);
  if (length === 0) return "";
  const spans = parts.map(([colour, text]) => `<tspan fill="${colour}">${escape(text)}</tspan>`).join("");
  return `<text x="${x}" y="${y}" textLength="${(length * CHARACTER).toFixed(1)}" xml:space="preserve">${spans}</text>`;
}

/** Returns the lines of a program, in parts of `[colour, text]`. */
function colourCode(text, theme) {
  const colours = { Keyword: theme.keyword, String: theme.string, Template: theme.string };
  const lines = [[]];
  let end = 0;
  const push = (colour, piece) =>
    piece.split("\n").forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1).push([colour, part]);
    });
  for (const { type, range, value } of parser.parse(text, { range: true, tokens: true }).tokens) {
    push(theme.text, text.slice(end, range[0]));
    const isCalled = type === "Identifier" && text[range[1]] === "(";
    push(isCalled ? theme.name : (colours[type] ?? theme.text), value);
    end = range[1];
  }
  return lines;
}

/** Returns the lines of a value as JSON, in parts of `[colour, text]`. */
function colourJson(value, theme) {
  const lines = JSON.stringify(value, null, 2).split("\n");
  return lines.map((line) =>
    [...line.matchAll(/"(?:[^"\\]|\\.)*"(?<colon>:)?|[^"]+/g)].map(([part, colon]) => {
      if (!part.startsWith('"')) return [theme.text, part];
      return [colon ? theme.keyword : theme.string, part];
    }),
  );
}

function drawPanel({ x, y, width, height, title, theme, colour = theme.dim }) {
  const box = `width="${width}" height="${height}" rx="8"`;
  return [
    `<rect x="${x}" y="${y}" ${box} fill="${theme.panel}" stroke="${theme.border}"/>`,
    `<text x="${x + 16}" y="${y + 23}" class="title" fill="${colour}">${escape(title)}</text>`,
    `<path d="M${x} ${y + 34}h${width}" stroke="${theme.border}"/>`,
  ];
}

/** Draws the wave below the characters of a finding. */
function drawWave(x, y, length, theme) {
  const waves = Math.round((length * CHARACTER) / 4);
  const path = `M${x} ${y}${"q1 -3 2 0t2 0".repeat(waves)}`;
  return `<path d="${path}" fill="none" stroke="${theme.error}" stroke-width="1.3"/>`;
}

/** Draws the file in an editor, with the message of the finding and what its fix writes, and the height of all. */
function drawEditor({ messages: [finding] }, fixed, theme) {
  const [left, top, noteHeight] = [60, 60, 62];
  const line = finding.line - 1;
  const code = colourCode(source, theme);
  const note = top + line * LINE + 14;
  const yOf = (index) => (index <= line ? top + index * LINE : note + noteHeight + (index - line) * LINE);
  const statement = fixed.split("\n").find((text) => text.includes("toolError("));
  const message = [
    [theme.error, "✖ "],
    [theme.text, finding.message.replaceAll("`", "")],
    [theme.dim, `  ${finding.ruleId}`],
  ];
  const fix = [
    [theme.good, "Quick fix: "],
    [theme.text, statement.slice(statement.indexOf("throw "))],
  ];
  const height = yOf(code.length - 1) + 16;
  const parts = [
    ...drawPanel({ x: 0.5, y: 0.5, width: WIDTH - 1, height, title: `${SHOWN_AS}, in an editor`, theme }),
    ...code.flatMap((parts, index) => [
      drawLine(28, yOf(index), [[theme.dim, String(index + 1)]]),
      drawLine(left, yOf(index), parts),
    ]),
    drawWave(left + (finding.column - 1) * CHARACTER, yOf(line) + 5, finding.endColumn - finding.column, theme),
    `<rect x="${left}" y="${note}" width="${WIDTH - left - 20}" height="${noteHeight}" rx="6" ` +
      `fill="${theme.page}" stroke="${theme.border}"/>`,
    drawLine(left + 12, note + 25, message),
    drawLine(left + 12, note + 47, fix),
  ];
  return { height, parts };
}

/** Draws what clients receive, below the editor. */
function drawClients(top, before, after, theme) {
  const lines = [before, after].map((value) => colourJson(value, theme));
  const height = 58 + Math.max(...lines.map(({ length }) => length)) * LINE;
  const titles = [
    { x: 0.5, width: 414, title: "What a client receives today", colour: theme.error },
    { x: 426.5, width: WIDTH - 427, title: "What it receives after the fix, behind the boundary", colour: theme.good },
  ];
  const parts = titles.flatMap((title, index) => [
    ...drawPanel({ ...title, y: top, height, theme }),
    ...lines[index].map((parts, row) => drawLine(title.x + 16, top + 58 + row * LINE, parts)),
  ]);
  return { height, parts };
}

async function draw(theme) {
  const [found, { output: fixed }] = await Promise.all([lint(false), lint(true)]);
  const before = await callFailingTool(source, (server) => server);
  const after = await callFailingTool(fixed, (server) => wrapServer(server, { audit: "none" }));
  const editor = drawEditor(found, fixed, theme);
  const clients = drawClients(editor.height + 12.5, before, JSON.parse(after.content[0].text), theme);
  const height = editor.height + clients.height + 13;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    `<style>${STYLE}</style>`,
    ...editor.parts,
    ...clients.parts,
    "</svg>\n",
  ].join("\n");
}

for (const [name, theme] of Object.entries(THEMES)) {
  const file = path.join(import.meta.dirname, `picture-${name}.svg`);
  const picture = await draw(theme);
  const isCurrent = fs.existsSync(file) && fs.readFileSync(file, "utf8") === picture;
  if (process.argv.includes("--check")) {
    if (isCurrent) continue;
    console.error(`docs/${path.basename(file)} is out of date: run npm run docs.`);
    process.exitCode = 1;
  } else fs.writeFileSync(file, picture);
}
