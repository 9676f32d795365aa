import { createHash } from "node:crypto";
import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { isFunctionNode } from "../../rules/dist/syntax/functions.js";
import { readThrowFacts } from "../../rules/dist/throws/throw-facts.js";
import { isNamedFor } from "./label-table.js";
import { partsWithoutCode, readLabel } from "./read-label.js";

/**
 * @typedef {{ label: string, condition: string, others: readonly string[], features: readonly string[], line: number,
 *   source: string }} Site A throw site that says its condition; `source` is a hash of the function around it
 */

// Nearly all files say nothing of this kind: they are not parsed.
const WORTH_READING = new RegExp(
  [
    /(?!\b(?:Type|Range|Syntax|Reference|Eval|URI|Aggregate)?Error\b)\b[A-Z]\w*(?:Error|Exception|Boom)\s*\(/,
    /\bMeteor\.Error\b|create(?:Http)?Error\s*\(|[bB]oom\.\w|[eE]rrors?\.\w+\s*\(|\.throw\(|Object\.assign\(\s*new/,
    /\.(?:status|code)\s*\(|\bstatus\w*:\s*[45]\d\d|,\s*[45]\d\d\s*\)|\bcallback\(\s*\{|reply\.\w+\(/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/**
 * Finds the throw sites of a file that say their condition, with the facts that the plugin reads of them. What says the
 * condition (class, code, status) is in no fact.
 *
 * @param {string} code
 * @param {string} filename
 * @returns {Site[]}
 */
export function collectFromFile(code, filename) {
  if (!WORTH_READING.test(code)) return [];
  const sites = [];
  const collect = {
    create: ({ sourceCode }) => {
      const read = (node) => {
        const site = readSite(node, sourceCode);
        if (site) sites.push(site);
      };
      return { NewExpression: read, CallExpression: read };
    },
  };
  const config = [
    {
      files: ["**/*.{js,mjs,cjs,ts,mts,cts}"],
      plugins: { training: { rules: { collect } } },
      rules: { "training/collect": "error" },
      languageOptions: { parser, parserOptions: { jsx: true }, sourceType: "module" },
      linterOptions: { noInlineConfig: true },
    },
  ];
  const [message] = new Linter({ configType: "flat" }).verify(code, config, { filename });
  // Templates and unfinished files are named like sources.
  return message?.fatal ? [] : sites;
}

function readSite(node, sourceCode) {
  const failure = readLabel(node);
  if (!failure || isInsideLabelled(node)) return undefined;
  const { label, message, hasCause } = failure;
  const parts = partsWithoutCode(message);
  const features = [...readThrowFacts(node, { className: undefined, parts, hasCause }, sourceCode)];
  const isTold = features.some((fact) => /^(?:message|guard|guard word|asks):/.test(fact));
  const words = features.filter((fact) => fact.startsWith("function:")).map((fact) => fact.slice("function:".length));
  // A function that is named as the label makes an error for others: `notFound(message)`.
  if (!isTold || isNamedFor(words, label.conditions)) return undefined;
  const [condition, ...others] = widen(label, features);
  return {
    label: label.name,
    condition,
    others,
    features,
    line: node.loc.start.line,
    source: hashAround(node, sourceCode),
  };
}

/** The outer of two nested answers says it: `next(createError(404))` is one site. */
function isInsideLabelled({ parent }) {
  for (let node = parent; node && !isFunctionNode(node) && !/Statement$/.test(node.type); node = node.parent) {
    if (/^(?:New|Call)Expression$/.test(node.type) && readLabel(node)) return true;
  }
  return false;
}

const CALLS_OTHERS = new RegExp(
  String.raw`^(?:attempt:awaits|guard:!?ok|guard:status .*|(?:attempt word|returned by):(?:fetch|axio|` +
    String.raw`request|api|client|query))$`,
);
const DECODES = /^(?:attempt word|returned by):(?:pars|parse|decode|decrypt|deserialize)$/;

/** 500 is what servers answer with whatever went wrong. */
function widen({ conditions }, features) {
  if (conditions[0] !== "internal") return conditions;
  return [
    ...conditions,
    ...(features.some((fact) => CALLS_OTHERS.test(fact)) ? ["upstream_failed"] : []),
    ...(features.some((fact) => DECODES.test(fact)) ? ["data_corrupt"] : []),
    ...(features.includes("absent:environment") ? ["unavailable"] : []),
  ];
}

const MOST_LETTERS = 2000;

function hashAround(node, sourceCode) {
  let around = node;
  while (around.parent && !isFunctionNode(around)) around = around.parent;
  const start = Math.max(around.range[0], node.range[0] - MOST_LETTERS / 2);
  const text = sourceCode.text.slice(start, Math.min(around.range[1], start + MOST_LETTERS));
  return createHash("sha1").update(text.replace(/\s+/g, " ")).digest("hex").slice(0, 16);
}
