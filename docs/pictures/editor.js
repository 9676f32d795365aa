// What ESLint finds in docs/examples/notes, and what a client of the SDK receives before and after the fix.
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
import { createServer } from "../examples/notes/server.js";
import { CHARACTER, drawLine, drawPanel, drawPicture, LINE, WIDTH } from "./draw.js";

const SHOWN_AS = "src/read-note.ts";
const source = fs.readFileSync(path.join(import.meta.dirname, "../examples/notes/read-note.ts"), "utf8").trimEnd();

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
  const folder = fs.mkdtempSync(path.join(import.meta.dirname, "../../node_modules/.cache-"));
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

/** Returns a function that draws the picture in a theme. */
export async function createEditorPicture() {
  const [linted, { output: fixed }] = await Promise.all([lint(false), lint(true)]);
  const before = await callFailingTool(source, (server) => server);
  const after = await callFailingTool(fixed, (server) => wrapServer(server, { audit: "none" }));
  return (theme) => {
    const editor = drawEditor(linted, fixed, theme);
    const clients = drawClients(editor.height + 12.5, before, JSON.parse(after.content[0].text), theme);
    return drawPicture(editor.height + clients.height + 13, [...editor.parts, ...clients.parts]);
  };
}
