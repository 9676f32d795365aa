// CommonJS, because the pre-commit hook requires this file too.
"use strict";

/**
 * @typedef {object} PolicyRule
 * @property {string} id
 * @property {string[]} extensions
 * @property {RegExp} pattern
 * @property {string} reason
 */

/** @type {PolicyRule[]} */
const RULES = [
  {
    id: "no-placeholder",
    extensions: [".js", ".cjs", ".mjs", ".ts", ".rs", ".py"],
    pattern: /\b(?:TODO|FIXME|XXX)\b/,
    reason: "Unfinished work may not be written.",
  },
  {
    id: "no-eval",
    extensions: [".js", ".cjs", ".mjs", ".ts"],
    pattern: /\beval\s*\(|\bnew\s+Function\s*\(/,
    reason: "Code may not be built at run time.",
  },
  {
    id: "no-unwrap",
    extensions: [".rs"],
    pattern: /\.unwrap\(\)|\.expect\(/,
    reason: "A Result must be handled.",
  },
  {
    id: "no-unsafe",
    extensions: [".rs"],
    pattern: /\bunsafe\s*\{/,
    reason: "Unsafe blocks need a plan of their own.",
  },
];

/** @param {string} fileName */
function rulesFor(fileName) {
  const dot = fileName.lastIndexOf(".");
  if (dot === -1) {
    throw new Error("REFUSE: No policy for files without an extension: " + fileName);
  }
  const extension = fileName.slice(dot);
  return RULES.filter((rule) => rule.extensions.includes(extension));
}

/**
 * @param {string} fileName
 * @param {string} content
 */
function findViolations(fileName, content) {
  if (typeof content !== "string") {
    throw new TypeError("INVALID_INPUT_TYPE: content must be a string");
  }
  const rules = rulesFor(fileName);
  return content
    .split("\n")
    .flatMap((line, index) =>
      rules.filter((rule) => rule.pattern.test(line)).map(({ id, reason }) => ({ rule: id, line: index + 1, reason })),
    );
}

/**
 * @param {string} fileName
 * @param {string} content
 */
function enforcePolicy(fileName, content) {
  const violations = findViolations(fileName, content);
  if (violations.length === 0) return;

  const code = fileName.endsWith(".rs") ? "RUST_POLICY_VIOLATION" : "POLICY_VIOLATION";
  const [first] = violations;
  throw Object.assign(new Error(`${code}: ${fileName}:${first.line} breaks ${first.rule}. ${first.reason}`), { code });
}

module.exports = { findViolations, enforcePolicy };
