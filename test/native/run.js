// What the rules find in the sources of installed packages, and what the providers of types answer about their nodes:
// from typescript-eslint, and from TypeScript 7.
//
//   node test/native/run.js [--sources zod/src,ajv/lib] [--presets kaiza,standard] [--native typescript-7] [--every N]
//                           [--max-files N] [--sample N]
//
// Prints a JSON summary, then a sample of the differences. Ends with 1 when a finding or its fix differs.
import { parseArgs } from "node:util";
import { answersIn } from "./answers.js";
import { differences, findingsIn } from "./findings.js";
import { packageProject } from "./package-project.js";

const { values: args } = parseArgs({
  options: {
    sources: { type: "string", default: "zod/src,ajv/lib,hono/dist,yaml/dist,eslint/lib" },
    presets: { type: "string", default: "kaiza" },
    native: { type: "string", default: "typescript-7" },
    every: { type: "string", default: "10" },
    "max-files": { type: "string", default: "400" },
    sample: { type: "string", default: "5" },
  },
});
const sample = Number(args.sample);
const native = { provider: "native", package: args.native };

let hasFailed = false;
for (const source of args.sources.split(",")) {
  const project = packageProject(source);
  try {
    report(source, { ...project, files: project.files.slice(0, Number(args["max-files"])) });
  } finally {
    project.remove();
  }
}
process.exit(hasFailed ? 1 : 0);

function report(source, project) {
  for (const preset of args.presets.split(",")) {
    const byServices = findingsIn(project, preset, "services");
    const byNative = findingsIn(project, preset, native);
    const { onlyOne, onlyOther } = differences(byServices, byNative);
    hasFailed ||= onlyOne.length + onlyOther.length > 0;
    print({
      source,
      preset,
      files: project.files.length,
      findings: byServices.found.length,
      onlyServices: onlyOne.length,
      onlyNative: onlyOther.length,
      seconds: { services: round(byServices.seconds), native: round(byNative.seconds) },
    });
    for (const each of onlyOne.slice(0, sample)) print({ onlyServices: each });
    for (const each of onlyOther.slice(0, sample)) print({ onlyNative: each });
  }
  const { asked, printed, differ } = answersIn(project, args.native, Number(args.every));
  const counts = Object.entries(differ).map(([name, list]) => [name, list.length]);
  print({ source, nodes: asked, printedOtherwise: printed, differ: Object.fromEntries(counts) });
  for (const [name, list] of Object.entries(differ)) {
    for (const each of list.slice(0, sample)) print({ question: name, ...each });
  }
}

function round(seconds) {
  return Math.round(seconds * 10) / 10;
}

function print(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
