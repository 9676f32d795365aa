// Prints the facts about each handler of failures in files of one checked-out server as JSON, and the findings of
// no-swallowed-error. Reads { folder, files, preset } from standard input.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { json } from "node:stream/consumers";
import { Linter } from "eslint";
import { DroppedFailures } from "../../rules/dist/catches/dropped-failures.js";
import { canCallerTell, EXCUSES } from "../../rules/dist/catches/excuses.js";
import { LOSSES } from "../../rules/dist/catches/stand-ins.js";
import { createLintContext } from "../../rules/dist/contract/lint-context.js";
import plugin from "../../rules/dist/index.js";
import { findHandlerPlace } from "../../rules/dist/model/failure-handlers.js";
import { Handler } from "../../rules/dist/model/handlers.js";
import { isFunctionNode, resolveFunctionReference } from "../../rules/dist/syntax/functions.js";
import { createLintBlocks } from "./lint-blocks.js";

const { folder, files, preset } = await json(process.stdin);
const [{ settings, plugins }] = plugin.configs[preset];
const linter = new Linter({ cwd: folder });

/** A rule that reports every handler, with the names of its facts as the message. */
const facts = {
  meta: { messages: { facts: "{{facts}}" }, schema: [] },
  create(context) {
    const lint = createLintContext(context);
    const handlers = [];
    const dropped = new DroppedFailures({ ...lint, allowFailingAnyway: true });
    return {
      "Program:exit"() {
        for (const handler of handlers) {
          const drop = dropped.of(handler);
          const data = { facts: JSON.stringify(drop ? listFacts(handler, drop) : []) };
          context.report({ loc: handler.node.loc, messageId: "facts", data });
        }
      },
      "CatchClause:exit": (node) => handlers.push(new Handler(node, undefined, lint)),
      CallExpression(node) {
        const place = findHandlerPlace(node, lint);
        if (!place) return;
        const { handler } = place;
        const given = isFunctionNode(handler) ? handler : resolveFunctionReference(handler, lint.sourceCode);
        handlers.push(new Handler(isFunctionNode(given) ? given : handler, place, lint));
      },
    };
  },
};

function listFacts(handler, drop) {
  const namesOf = (table, kind) =>
    Object.entries(table).flatMap(([name, holds]) => (holds(handler, drop) ? `${kind}: ${name}` : []));
  const told = canCallerTell(handler, drop) ? ["against: the caller can tell"] : [];
  return [...namesOf(LOSSES, "for"), ...told, ...namesOf(EXCUSES, "against")];
}

function lint(file) {
  const filename = path.join(folder, file);
  const rules = { "facts/facts": "error", "error-contract/no-swallowed-error": "error" };
  const chosen = { plugins: { ...plugins, facts: { rules: { facts } } }, settings, rules };
  const messages = linter.verify(readFileSync(filename, "utf8"), createLintBlocks(folder, "off", [chosen]), {
    filename,
  });
  const ofRule = (rule) => messages.filter(({ ruleId }) => ruleId === rule);
  return {
    file,
    handlers: ofRule("facts/facts").map(({ line, endLine, message }) => ({
      line,
      endLine,
      facts: JSON.parse(message),
    })),
    findings: ofRule("error-contract/no-swallowed-error").map(({ line, suggestions }) => ({
      line,
      suggestions: suggestions?.length ?? 0,
    })),
  };
}

console.log(JSON.stringify(files.filter((file) => existsSync(path.join(folder, file))).map(lint)));
