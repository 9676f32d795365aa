import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

// A short detector stands in a module of its own and answers one question of questions.js, or offers codes.
const DETECTORS = [
  { name: "raw", module: "raw.mjs", question: "raw errors", create: ({ rule }) => rule },
  { name: "swallowed", module: "swallowed.mjs", question: "swallowed", create: ({ rule }) => rule(true) },
  { name: "swallowed-calm", module: "swallowed.mjs", question: "defects", create: ({ rule }) => rule(false) },
  { name: "caller", module: "caller.mjs", question: "defects", create: ({ rule }) => rule() },
  { name: "result", module: "result.mjs", question: "returned failures", create: ({ rule }) => rule },
  { name: "codes", module: "codes.mjs", question: "codes", create: ({ TABLE }) => createConditionRule(TABLE) },
];

/** Names the detectors of a folder that answer a question, as rules of the plugin. */
export function findDetectors(question, folder) {
  return DETECTORS.filter((each) => each.question === question && existsSync(path.join(folder, each.module))).map(
    ({ name }) => `detector/${name}`,
  );
}

/**
 * Loads the detectors of a folder, those that are there, as the rules of a plugin.
 *
 * @param {string} folder
 */
export async function loadDetectors(folder) {
  const rules = {};
  for (const { name, module, create } of DETECTORS) {
    const file = path.join(folder, module);
    if (existsSync(file)) rules[name] = create(await import(pathToFileURL(file).href));
  }
  return rules;
}

/** Reports each thrown or rejected value with the condition of the first pattern that its texts fit. */
function createConditionRule(table) {
  return {
    meta: { schema: [] },
    create(context) {
      const check = (node) => {
        const text = context.sourceCode
          .getTokens(node)
          .filter(({ type }) => type === "String" || type === "Template")
          .map(({ value }) => value)
          .join(" ");
        context.report({ node, message: table.find(([pattern]) => pattern.test(text))?.[1] ?? "none" });
      };
      return {
        ThrowStatement: check,
        "CallExpression[callee.name='reject'], CallExpression[callee.property.name='reject']": check,
      };
    },
  };
}
