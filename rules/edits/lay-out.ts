import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { printParts } from "./print-parts.js";
import { readParts } from "./read-parts.js";
import { getPrintStyle, indentAt, getSourceStyle } from "./source-style.js";
import { applyEdits } from "./fixer.js";

type Edits = readonly TSESLint.RuleFix[];

const STATEMENTS: ReadonlySet<string> = new Set([
  "ExpressionStatement",
  "ExportNamedDeclaration",
  "ExportDefaultDeclaration",
  "ImportDeclaration",
  "ReturnStatement",
  "ThrowStatement",
  "VariableDeclaration",
]);
const BLOCKS: ReadonlySet<string> = new Set(["BlockStatement", "ClassBody", "Program", "SwitchCase"]);

/**
 * Lays out the statements that edits change, as a formatter of the file would. A statement is only printed anew where
 * printing its present text reproduces that text: then the printer knows how its author writes. Elsewhere an argument
 * that the edits wrap is printed so, or the new text itself is laid out.
 */
export function layOutEdits(edits: Edits, sourceCode: TSESLint.SourceCode, filename: string): Edits {
  const statements = keepOutermostNodes(edits.flatMap((edit) => findEditedStatement(edit, sourceCode) ?? []));
  const printed = statements.flatMap((statement) => {
    const own = edits.filter((edit) => isWithin(edit, statement));
    const units = [statement, findWrappedNode(own, sourceCode)];
    const edit = units.map((unit) => unit && layOutNode(unit, own, sourceCode, filename)).find((each) => each);
    return edit ? [{ own, edit }] : [];
  });
  const replaced = new Set(printed.flatMap(({ own }) => own));
  const others = edits.filter((edit) => !replaced.has(edit));
  return [...others.map((edit) => layOutText(edit, sourceCode, filename)), ...printed.map(({ edit }) => edit)];
}

/** The statement that an edit changes; `undefined` where it only touches one, or changes more than one. */
export function findEditedStatement(
  { range, text }: TSESLint.RuleFix,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Node | undefined {
  if (text === "" && range[0] === range[1]) return undefined;
  let node: TSESTree.Node | null | undefined = sourceCode.getNodeByRangeIndex(
    Math.min(range[0], sourceCode.text.length - 1),
  );
  while (node && !(STATEMENTS.has(node.type) && isWithin({ range }, node))) {
    if (BLOCKS.has(node.type) && isWithin({ range }, node)) return undefined;
    node = node.parent;
  }
  // Nothing is part of a statement that only touches it.
  return node && !(range[0] === range[1] && (range[0] === node.range[0] || range[0] === node.range[1]))
    ? node
    : undefined;
}

function isWithin({ range }: Pick<TSESLint.RuleFix, "range">, node: TSESTree.Node): boolean {
  return range[0] >= node.range[0] && range[1] <= node.range[1];
}

/** Finds the node that two insertions wrap, such as an argument: nothing around it changes. */
function findWrappedNode(
  [first, second, ...others]: Edits,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Node | undefined {
  if (!first || !second || others.length > 0) return undefined;
  const [start, end] = [first.range[1], second.range[0]];
  let node = sourceCode.getNodeByRangeIndex(start);
  while (node?.range[0] === start && node.range[1] < end) node = node.parent ?? null;
  if (node?.range[0] !== start || node.range[1] !== end) return undefined;
  return first.range[0] === start && second.range[1] === end ? node : undefined;
}

function keepOutermostNodes(nodes: readonly TSESTree.Node[]): readonly TSESTree.Node[] {
  return [...new Set(nodes)].filter((node) => !nodes.some((other) => other !== node && isWithin(node, other)));
}

function layOutNode(
  node: TSESTree.Node,
  edits: Edits,
  sourceCode: TSESLint.SourceCode,
  filename: string,
): TSESLint.RuleFix | undefined {
  const style = getPrintStyle(sourceCode, filename);
  const [start, end] = node.range;
  const lineBefore = sourceCode.text.slice(sourceCode.text.lastIndexOf("\n", start - 1) + 1, start);
  const indent = indentAt(sourceCode, start);
  const print = (text: string, line = lineBefore) => {
    const parts = readParts(normalize(text), indent);
    return parts && printParts(parts, line, style);
  };
  const before = sourceCode.getText(node);
  const after = applyEdits(sourceCode.text, edits, node.range);
  if (!isLastOnLine(end, sourceCode) || /<\/|\/>/.test(after)) return undefined;
  const isConsequent = isOnLineOfIf(node);
  if (!(lineBefore === indent || isConsequent) || print(before) !== normalize(before)) return undefined;
  const printed = print(after);
  if (printed === undefined) return undefined;
  if (!isConsequent || (lineBefore.length + printed.length <= style.width && !printed.includes("\n")))
    return toEdit(start, end, printed, sourceCode);
  const line = indent + style.step;
  const moved = `\n${line}${print(after, line) ?? ""}`;
  return toEdit(lineBefore.trimEnd().length + start - lineBefore.length, end, moved, sourceCode);
}

function isLastOnLine(end: number, { text }: TSESLint.SourceCode): boolean {
  return /^,?[ \t]*(?:\/\/.*)?(?:\r?\n|$)/.test(text.slice(end));
}

/** `if (isDone) return;` */
function isOnLineOfIf({ parent, loc }: TSESTree.Node): boolean {
  return parent?.type === "IfStatement" && loc.start.line === parent.loc.start.line;
}

/** Lays out a call or an import that an edit writes. */
function layOutText(edit: TSESLint.RuleFix, sourceCode: TSESLint.SourceCode, filename: string): TSESLint.RuleFix {
  const [, before = "", code = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(normalize(edit.text)) ?? [];
  if (!/^(?:import|const) \{|^(?:throw )?(?:new )?[\w$.]+\(/.test(code)) return edit;
  const [start] = edit.range;
  const own = sourceCode.text.slice(sourceCode.text.lastIndexOf("\n", start - 1) + 1, start);
  const line = (own + before).split("\n").at(-1) ?? "";
  // Who writes several statements on one line does not keep to a width.
  if (
    /[{;]/.test(line) ||
    /^[^\n]*;[ \t]*[^\s/]/.test(sourceCode.text.slice(edit.range[1])) ||
    code.startsWith("import(")
  )
    return edit;
  const style = getPrintStyle(sourceCode, filename);
  const parts = readParts(code, /^[ \t]*/.exec(line)?.[0] ?? "");
  const printed = parts && printParts(parts, line, style);
  return printed === undefined
    ? edit
    : { ...edit, text: (before + printed + after).replaceAll("\n", getSourceStyle(sourceCode).lineBreak) };
}

/** The smallest edit that puts a text in the place of a range. */
function toEdit(start: number, end: number, text: string, sourceCode: TSESLint.SourceCode): TSESLint.RuleFix {
  const before = sourceCode.text.slice(start, end);
  const isCarriageReturn = before.includes("\r\n") || getSourceStyle(sourceCode).lineBreak === "\r\n";
  const after = isCarriageReturn ? text.replaceAll("\n", "\r\n") : text;
  let first = 0;
  while (first < before.length && before[first] === after[first]) first++;
  let last = 0;
  while (last < Math.min(before.length, after.length) - first && before.at(-1 - last) === after.at(-1 - last)) last++;
  return { range: [start + first, end - last], text: after.slice(first, after.length - last) };
}

function normalize(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
