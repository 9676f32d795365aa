import parser from "@typescript-eslint/parser";
import { AST_NODE_TYPES, type TSESLint, type TSESTree } from "@typescript-eslint/utils";
import fs from "node:fs";
import path from "node:path";
import { outdent } from "outdent";
import { collectNodes } from "../../rules/dist/syntax/source-file.js";
import { lines } from "./lines.js";
import { readRewrite } from "./marked-rewrite.js";

const folder = path.join(import.meta.dirname, "../rules");

export interface RuleCase {
  readonly file: string;
  readonly code: string;
}

/**
 * The code in the tests of the rules that a rule reports, as it stands there: what has «marks», and the `code` beside
 * `errors`. What a test puts together from more than constants of its file is left out.
 */
export function invalidCases(): RuleCase[] {
  return casesOf((node, constants) => {
    const code = isInvalid(node) ? valueNamed(node, "code") : node;
    const text = code && textOf(code, constants);
    return code === node && !text?.includes("«") ? undefined : text;
  });
}

/**
 * All code in the tests of the rules, what is fine and what fixes write included: every text there that is a program.
 */
export function allCases(): RuleCase[] {
  return casesOf((node, constants) => {
    const { code, output } = readRewrite(textOf(node, constants) ?? "");
    return [...new Set([code, output])].filter((text) => isProgram(withoutMarks(text)));
  });
}

type CodeOf = (node: TSESTree.Node, constants: ReadonlyMap<string, string>) => string | readonly string[] | undefined;

function casesOf(codeOf: CodeOf): RuleCase[] {
  const files = fs.readdirSync(folder).filter((name) => name.endsWith(".test.ts"));
  return files.flatMap((file) => {
    const { ast, visitorKeys } = parser.parseForESLint(fs.readFileSync(path.join(folder, file), "utf8"), {
      range: true,
    });
    const nodes = [...collectNodes({ ast, visitorKeys } as unknown as TSESLint.SourceCode)];
    const constants = constantsOf(nodes);
    const tagged = new Set(nodes.map((node) => node.type === AST_NODE_TYPES.TaggedTemplateExpression && node.quasi));
    const texts = nodes.filter((node) => node.type !== AST_NODE_TYPES.TemplateLiteral || !tagged.has(node));
    const codes = texts.flatMap((node) => codeOf(node, constants) ?? []).map(withoutMarks);
    return [...new Set(codes)].map((code) => ({ file, code }));
  });
}

const withoutMarks = (text: string): string => readRewrite(text).code.replaceAll(/[«»]/g, "");

/** Whether a text parses, and says more than a name or a value. */
function isProgram(text: string): boolean {
  if (!/[;=({]/.test(text)) return false;
  try {
    const { body } = parser.parse(text, { sourceType: "module" });
    return body.some(
      (node) => node.type !== AST_NODE_TYPES.ExpressionStatement || SAYS_SOMETHING.test(node.expression.type),
    );
  } catch {
    return false;
  }
}

const SAYS_SOMETHING = /^(?:Assignment|Await|Call|Chain|New|Unary)Expression$/;

/** `{ code, errors }` */
function isInvalid(node: TSESTree.Node): node is TSESTree.ObjectExpression {
  return node.type === AST_NODE_TYPES.ObjectExpression && valueNamed(node, "errors") !== undefined;
}

function constantsOf(nodes: readonly TSESTree.Node[]): ReadonlyMap<string, string> {
  const constants = new Map<string, string>();
  // A constant may hold those above it.
  for (const node of nodes.toSorted((one, other) => one.range[0] - other.range[0])) {
    if (node.type !== AST_NODE_TYPES.VariableDeclarator || node.id.type !== AST_NODE_TYPES.Identifier) continue;
    const text = node.init && textOf(node.init, constants);
    if (typeof text === "string") constants.set(node.id.name, text);
  }
  return constants;
}

function valueNamed({ properties }: TSESTree.ObjectExpression, name: string): TSESTree.Node | undefined {
  const property = properties.find(
    (each): each is TSESTree.ObjectExpressionProperty =>
      each.type === AST_NODE_TYPES.Property && each.key.type === AST_NODE_TYPES.Identifier && each.key.name === name,
  );
  return property?.value;
}

function textOf(node: TSESTree.Node, constants: ReadonlyMap<string, string>): string | undefined {
  if (node.type === AST_NODE_TYPES.Literal) return typeof node.value === "string" ? node.value : undefined;
  if (node.type === AST_NODE_TYPES.Identifier) return constants.get(node.name);
  if (node.type === AST_NODE_TYPES.TaggedTemplateExpression) {
    const name = node.tag.type === AST_NODE_TYPES.Identifier ? node.tag.name : "";
    return name in TAGS ? filledIn(node.quasi, TAGS[name as keyof typeof TAGS], constants) : undefined;
  }
  return node.type === AST_NODE_TYPES.TemplateLiteral ? filledIn(node, String.raw, constants) : undefined;
}

const TAGS = { outdent, lines };

type Tag = (texts: TemplateStringsArray, ...values: unknown[]) => string;

function filledIn(
  { quasis, expressions }: TSESTree.TemplateLiteral,
  tag: Tag,
  constants: ReadonlyMap<string, string>,
): string | undefined {
  const values = expressions.map((expression) => textOf(expression, constants));
  if (values.includes(undefined)) return undefined;
  // Only under a tag may a text have an escape that cannot be read.
  const texts = quasis.map(({ value }) => value.cooked ?? value.raw);
  return tag(Object.assign(texts, { raw: texts }), ...values);
}
