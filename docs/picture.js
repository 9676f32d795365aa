// Draws the pictures of the README and of the houses (docs/matrix-light.svg), each for a dark page, too. With
// `--check` it only says whether a file is out of date.
import fs from "node:fs";
import path from "node:path";
import { THEMES } from "./pictures/draw.js";
import { createEditorPicture } from "./pictures/editor.js";
import { createHousePicture } from "./pictures/houses.js";
import { createMatrixPicture } from "./pictures/matrix.js";

const pictures = {
  picture: await createEditorPicture(),
  matrix: await createMatrixPicture(),
  runtime: createHousePicture("runtime"),
  linter: createHousePicture("linter"),
  command: createHousePicture("command"),
};

for (const [picture, draw] of Object.entries(pictures))
  for (const [name, theme] of Object.entries(THEMES)) {
    const file = path.join(import.meta.dirname, `${picture}-${name}.svg`);
    const drawn = draw(theme);
    const isCurrent = fs.existsSync(file) && fs.readFileSync(file, "utf8") === drawn;
    if (process.argv.includes("--check")) {
      if (isCurrent) continue;
      console.error(`docs/${path.basename(file)} is out of date: run npm run docs.`);
      process.exitCode = 1;
    } else fs.writeFileSync(file, drawn);
  }
