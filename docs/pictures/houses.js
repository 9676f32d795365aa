// One picture for each house of the repository: what goes in at the left, the steps with their folders, what comes out.
import { drawLine, drawPanel, drawPicture, LINE, WIDTH } from "./draw.js";

const GAP = 22;
const HEIGHT = 150;

const houses = {
  runtime: [
    ["your handler", ["throws, rejects", "or returns", "a failure"], "src of the server"],
    ["boundary", ["describe the call", "create the failure"], "boundary/ error/"],
    ["record", ["redact, then write", "before it leaves"], "audit-log/ json/"],
    ["deliver", ["the envelope of", "the contract"], "contracts/ http/"],
    ["the client", ["code, condition", "and what to do"], "detect/"],
  ],
  linter: [
    ["a file", ["its text, its tree,", "its scopes"], "syntax/ words/"],
    ["the model", ["values, exits,", "handlers, sayings"], "model/ types/"],
    ["a topic", ["is it a failure", "that is lost?"], "throws/ catches/"],
    ["a rule", ["reports once,", "at the best place"], "rules/*.ts"],
    ["an edit", ["fix, suggestion", "or the finding"], "edits/ results/"],
  ],
  command: [
    ["a project", ["package.json,", "its configuration"], "command/project"],
    ["its ESLint", ["all files, with", "the same rules"], "command/plan"],
    ["all as one", ["which call leads", "to which failure"], "reach/"],
    ["a decision", ["a table that", "people edit"], "command/apply"],
    ["what is left", ["code, a file or", "a report"], "command/report"],
  ],
};

/** Returns the function that draws a house in the colours of a theme. */
export function createHousePicture(name) {
  const steps = houses[name];
  const width = (WIDTH - GAP * (steps.length + 1)) / steps.length;
  return (theme) => {
    const parts = steps.flatMap(([title, lines, place], index) => {
      const x = GAP + index * (width + GAP);
      const arrow = `M${x + width + 4} 75h${GAP - 10}m-5 -4l5 4l-5 4`;
      return [
        ...drawPanel({ x, y: 15, width, height: HEIGHT - 30, title, theme, colour: theme.name }),
        ...lines.map((line, row) => drawLine(x + 8, 70 + row * LINE, [[theme.text, line]])),
        drawLine(x + 8, HEIGHT - 24, [[theme.dim, place]]),
        ...(index < steps.length - 1 ? [`<path d="${arrow}" fill="none" stroke="${theme.dim}"/>`] : []),
      ];
    });
    return drawPicture(HEIGHT, parts);
  };
}
