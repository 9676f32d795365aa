// What `error-contract prove` sees of docs/examples/issues, as it is and adopted: for each fault, whether the client is
// told what failed.
import fs from "node:fs";
import { adoptIssues, copyIssues, proveIssues } from "../examples/demo/issues.js";
import { temporaryFolder } from "../examples/demo/temporary-folder.js";
import { drawLine, drawPanel, drawPicture, LINE, WIDTH } from "./draw.js";

const GROUPS = { input: "Wrong input", network: "No connection", http: "The API answers" };
const SIGNS = {
  kept: { sign: "ok", colour: "good" },
  wrong: { sign: "NO", colour: "error" },
  open: { sign: "?", colour: "dim" },
};
const LEGEND = [
  ["error", "NO"],
  ["dim", " a program cannot tell what failed, or takes it for a success    "],
  ["good", "ok"],
  ["dim", " it can    ? it may be right"],
];
const NAMES = ["as it is", "adopted"];
const FIRST = Math.max(...Object.values(GROUPS).map(({ length }) => length)) + 2;

/** Returns the proof of the server as it is, and of the adopted one. */
async function prove() {
  const folder = temporaryFolder();
  try {
    const copy = copyIssues(folder);
    const before = JSON.parse(await proveIssues(copy, ["--json"]));
    await adoptIssues(copy);
    return [before, JSON.parse(await proveIssues(copy, ["--json"]))];
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Returns the verdicts of both proofs in the columns of a group which were judged, by their names. */
function readColumns(proofs, group) {
  return proofs[0].columns
    .filter((column) => column.group === group && column.name !== "valid")
    .map(({ name }) => [name, proofs.map(({ rows: [row] }) => row.cells.find((cell) => cell.column === name)?.verdict)])
    .filter(([, verdicts]) => verdicts.every((verdict) => verdict in SIGNS));
}

/** Returns the lines of a group, in parts of `[colour, text]`. */
function writeGroup(proofs, group, theme) {
  const columns = readColumns(proofs, group);
  const write = (text, name) => text.padEnd(name.length + 2);
  return [
    [
      [theme.name, GROUPS[group].padEnd(FIRST)],
      [theme.text, columns.map(([name]) => write(name, name)).join("")],
    ],
    ...NAMES.map((title, index) => [
      [theme.text, title.padEnd(FIRST)],
      ...columns.map(([name, verdicts]) => {
        const { sign, colour } = SIGNS[verdicts[index]];
        return [theme[colour], write(sign, name)];
      }),
    ]),
    [],
  ];
}

/** Returns a function that draws the picture in a theme. */
export async function createMatrixPicture() {
  const proofs = await prove();
  return (theme) => {
    const lines = [
      ...Object.keys(GROUPS).flatMap((group) => writeGroup(proofs, group, theme)),
      LEGEND.map(([colour, text]) => [theme[colour], text]),
    ];
    const height = 58 + lines.length * LINE;
    const title = "What a client receives from the tool get_issue, by error-contract prove";
    return drawPicture(height + 1, [
      ...drawPanel({ x: 0.5, y: 0.5, width: WIDTH - 1, height, title, theme }),
      ...lines.map((parts, row) => drawLine(16, 60 + row * LINE, parts)),
    ]);
  };
}
