import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getRegistry } from "./contract/registry.js";
import { listRegisteredCodes } from "./codes/registered-nodes.js";
import { readKnownFailures } from "./contract/known-exceptions.js";
import { type LintContext, createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { addCode, addThrowsTag, removeElement } from "./edits/declared-list.js";
import type { Rewrite } from "./edits/source-style.js";
import {
  areOpen,
  codesOf,
  type Declaration,
  type DeclaredCode,
  type DeclaredFunction,
  listDeclaredFunctions,
  listUndeclared,
  nameOf,
} from "./reach/declared-codes.js";
import { type OneFile, readOneFile } from "./reach/one-file.js";
import { functionsOf } from "./reach/project-flow.js";

type MessageId =
  "declareCode" | "removeCode" | "undeclared" | "undeclaredInFile" | "unthrown" | "unthrownInFile" | "unthrownCode";

/** What the file of failures says of what a function serves. */
interface ServedLines {
  readonly name: string;
  readonly lines: readonly string[];
}

export default createRule<[], MessageId>({
  name: "match-declared-codes",
  meta: {
    type: "problem",
    docs: {
      description: "require the codes that a function declares to be those that it throws",
      meaning: "Documentation and types name codes that never come, or leave out some that do.",
      presets: ["catalogue"],
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      undeclared: "Declare `{{code}}`, which {{name}} can throw: {{way}}.",
      undeclaredInFile:
        "Declare `{{code}}`, which `{{name}}` can answer by the file of failures; `failures --explain` shows how.",
      unthrown: "Remove `{{code}}`; {{name}} never throws it.",
      unthrownInFile: "Remove `{{code}}`; `{{name}}` never answers it, by the file of failures.",
      unthrownCode: "Throw `{{code}}` somewhere, or remove it; by the file of failures, nothing does.",
      declareCode: "Declare `{{code}}`.",
      removeCode: "Remove `{{code}}`.",
    },
  },
  create(context) {
    const lint = createLintContext(context);
    const known = readKnownFailures(context);
    const unthrown = new Set(known?.unthrown);

    function checkRegistered(node: TSESTree.Node): void {
      for (const { code, node: place } of listRegisteredCodes(node, lint))
        if (unthrown.has(code)) context.report({ node: place, messageId: "unthrownCode", data: { code } });
    }

    function reportUndeclared(code: string, declared: DeclaredFunction, served: ServedLines | undefined): void {
      const [declaration] = declared.declarations;
      if (!declaration) return;
      const way = declared.failures.get(code)?.way.join(" > ");
      const rewrite = planDeclaration(declaration, code, lint);
      context.report({
        loc: locate(declaration.range, lint),
        ...(way === undefined
          ? { messageId: "undeclaredInFile", data: { code, name: served?.name } }
          : { messageId: "undeclared", data: { code, name: describe(declared), way } }),
        suggest: rewrite ? [{ messageId: "declareCode", data: { code }, fix: rewrite.apply }] : [],
      });
    }

    function reportUnthrown(
      { code, range, element }: DeclaredCode,
      declared: DeclaredFunction,
      served: ServedLines | undefined,
    ): void {
      const rewrite = element && removeElement(element, lint);
      context.report({
        loc: locate(range, lint),
        ...(served
          ? { messageId: "unthrownInFile", data: { code, name: served.name } }
          : { messageId: "unthrown", data: { code, name: describe(declared) } }),
        suggest: rewrite ? [{ messageId: "removeCode", data: { code }, fix: rewrite.apply }] : [],
      });
    }

    function checkFunction(declared: DeclaredFunction, served: ServedLines | undefined): void {
      const { failures, declarations } = declared;
      const codes = codesOf(declared);
      // What the file shows whole needs no other file, which may be old.
      const isWhole = !leavesOpen(failures.keys());
      const lines = isWhole ? undefined : served;
      const found = new Set([...failures.keys(), ...(lines?.lines ?? [])]);
      for (const code of listUndeclared(found, codes)) reportUndeclared(code, declared, lines);
      if (!isWhole && (!lines || areOpen(lines.lines))) return;
      for (const each of declarations.flatMap((declaration) => declaration.codes))
        if (!found.has(each.code)) reportUnthrown(each, declared, lines);
    }

    const checkDeclarations = () => {
      const file = readOneFile(lint);
      const declared = listDeclaredFunctions(file.source, file.flow, file.graph);
      for (const each of declared) checkFunction(each, known && findServedLines(each, file, known.served));
    };

    return {
      ...(unthrown.size > 0 && {
        CallExpression: checkRegistered,
        VariableDeclarator: checkRegistered,
        TSEnumDeclaration: checkRegistered,
      }),
      ...(mayDeclare(lint) && { "Program:exit": checkDeclarations }),
    } satisfies TSESLint.RuleListener;
  },
});

/** Whether the text has an option `throws`, or a tag of JSDoc and a code: without, no flow has to be followed. */
function mayDeclare(lint: LintContext): boolean {
  const { text } = lint.sourceCode;
  if (/\bthrows\s*[,:}]/.test(text)) return true;
  return text.includes("@throws") && getRegistry(lint).codes.some((code) => text.includes(code));
}

/** Whether the file alone leaves open what leaves a function: an error without a code here may be made with one. */
const leavesOpen = (lines: Iterable<string>): boolean => [...lines].some((line) => line.includes(" "));

const describe = ({ fn }: DeclaredFunction): string => {
  const name = nameOf(fn);
  return name.includes(" ") ? name : `\`${name}\``;
};

/** The lines of the one tool, resource or prompt that a function serves; `undefined` where it serves several. */
function findServedLines(
  { fn }: DeclaredFunction,
  { served, flow }: OneFile,
  known: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
): ServedLines | undefined {
  const own = served.filter(({ handlers }) => handlers.some((place) => functionsOf(place, flow).includes(fn)));
  const [one] = own;
  if (own.length !== 1 || one?.name === undefined) return undefined;
  const lines = known[one.kind]?.[one.name];
  return Array.isArray(lines) ? { name: one.name, lines } : undefined;
}

function planDeclaration({ list, codes }: Declaration, code: string, lint: LintContext): Rewrite | undefined {
  if (list) return addCode(list, code, lint);
  const last = codes.at(-1);
  return last && !last.element ? addThrowsTag(last.range, code, lint) : undefined;
}

function locate([start, end]: TSESTree.Range, { sourceCode }: LintContext): TSESTree.SourceLocation {
  return { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) };
}
