// Learns which condition the facts of a throw site speak for: see guide.md.
//
//   npm run training:fit -- FACTS.jsonl [--weights FILE] [--out FILE] [--validate]
//
// Each line of FACTS is a throw site that says its code: { repo, condition, others, features }. The same lines give the
// same bytes. A quarter of the repositories is held back from confidence and, with --validate, from everything: that
// prints how often the rest is right about them.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { calibrate, calibrateFolds } from "./calibrate.js";
import { fitWeights } from "./fit-weights.js";
import { describeMeasure } from "./measure.js";
import { shrinkFile } from "./shrink-file.js";
import { isHeldBack, listKnownSites, readSites } from "./training-sites.js";

const USAGE = `npm run training:fit -- FACTS.jsonl [--weights FILE] [--out FILE] [--validate]

  FACTS.jsonl     the throw sites that \`npm run training:collect\` has written
  --weights FILE  keeps these weights, and learns how far they can be trusted
  --out FILE      the weights; those of the plugin by default
  --validate      writes nothing, and measures on repositories that were held back`;

const PLUGIN_FILE = path.join(import.meta.dirname, "../../rules/throws/condition-weights.json");

function fit() {
  const { input, values } = readArguments();
  const sites = readSites(input);
  const [heldBack, others] = [sites.filter(isHeldBack), sites.filter((site) => !isHeldBack(site))];
  const file = values.weights
    ? calibrateFile(others, JSON.parse(readFileSync(values.weights, "utf8")))
    : fitFile(values.validate ? others : sites);
  if (values.validate) console.log(describeMeasure(heldBack, file));
  else writeFileSync(values.out, `${JSON.stringify(file)}\n`);
}

function fitFile(sites) {
  const known = listKnownSites();
  const { weights, ...rest } = fitWeights([...sites, ...known]);
  return { ...rest, confidence: calibrateFolds(sites, known), weights };
}

function calibrateFile(sites, file) {
  const { conditions, bias, scale, weights } = file;
  return shrinkFile({ conditions, bias, scale, confidence: calibrate(sites, file), weights }, sites);
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: "string", default: PLUGIN_FILE },
      validate: { type: "boolean", default: false },
      weights: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const [input] = positionals;
  if (input === undefined) fail("FACTS.jsonl is missing: name the file that `npm run training:collect` has written");
  if (!existsSync(input)) fail(`FACTS.jsonl: ${input} does not exist`);
  if (values.weights && !existsSync(values.weights)) fail(`--weights: ${values.weights} does not exist`);
  return { input, values };
}

function fail(message) {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

fit();
