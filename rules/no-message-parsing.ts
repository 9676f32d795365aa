import type { TSESTree } from "@typescript-eslint/utils";
import { canMakeErrors } from "./causes/cause-place.js";
import { compareCode, listSystemCodes, mayNameSystemCode } from "./clients/code-tests.js";
import { isError } from "./clients/error-values.js";
import { isContractError } from "./codes/code-places.js";
import { getEnvelopeFields } from "./contract/envelope-fields.js";
import { type LintContext, createLintContext } from "./contract/lint-context.js";
import { type TextTest, collectStoredReads, collectTextTests, readsThrough } from "./model/text-tests.js";
import { getOutermostWrapper, readStaticKey, unwrapExpression } from "./syntax/expressions.js";
import { isInside, isTypeScriptFile } from "./syntax/source-file.js";
import { resolveVariable } from "./syntax/references.js";
import { createRule } from "./create-rule.js";

type MessageId = "messageTest" | "textTest" | "compareCode";

export default createRule<[], MessageId>({
  name: "no-message-parsing",
  meta: {
    type: "problem",
    docs: {
      description: "disallow matching on the message of an error that has a code",
      meaning: "The code decides by the wording of a message, and decides otherwise as soon as somebody rewords it.",
      presets: "all",
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      messageTest: "Decide by `{{code}}` instead of `{{message}}`; a message is for people and may change.",
      textTest: "Decide by `{{code}}` instead of the text of `{{object}}`; a text may change.",
      compareCode: "Compare with `{{code}}`.",
    },
  },
  create(context) {
    const lint = createLintContext(context);
    const fields = getEnvelopeFields(lint.contract.data);
    if (!mayParse(fields, lint)) return {};
    const reported = new Set<TSESTree.Node>();

    function check(text: ErrorText): void {
      for (const finding of findTextTests(text, fields, lint)) {
        const { node } = finding.test;
        // The cases of a `switch` are one decision.
        if (reported.has(node)) continue;
        reported.add(node);
        const { messageId, data, named, fix } = describeTest(finding, fields, lint);
        const suggest = fix ? [{ messageId: "compareCode" as const, data: { code: named }, fix }] : [];
        context.report({ node, messageId, data, suggest });
      }
    }

    return {
      MemberExpression(node) {
        listTextsOfMember(node, fields, lint).forEach(check);
      },
      ObjectPattern(node) {
        listTextsOfPattern(node, fields, lint).forEach(check);
      },
      CallExpression(node) {
        const [object] = node.arguments;
        if (object && node.callee.type === "Identifier" && node.callee.name === "String")
          check(createWholeText(object, node, lint));
      },
      TemplateLiteral(node) {
        const [object] = node.expressions;
        if (object && node.quasis.every(({ value }) => value.raw === "")) check(createWholeText(object, node, lint));
      },
    };
  },
});

type Fields = ReturnType<typeof getEnvelopeFields>;

/** A text of an error, wherever it is read. */
interface ErrorText {
  /** The error; `undefined` where the message was taken out of a pattern without a name of its own. */
  readonly object: TSESTree.Node | undefined;
  readonly reads: readonly TSESTree.Node[];
  /** The field of the message; `undefined` for the whole error as a text. */
  readonly name: string | undefined;
}

interface Finding extends ErrorText {
  readonly test: TextTest;
  /** Whether the error is the contract's; else it has a code of Node. */
  readonly isContract: boolean;
}

/** Returns whether a file may hold such a test. Without types, the file itself has to know that an error has a code. */
function mayParse(fields: Fields, lint: LintContext): boolean {
  const { text } = lint.sourceCode;
  const isNamed = fields.hasDistinctiveMessage && text.includes(fields.message);
  return isNamed || canMakeErrors(lint) || mayNameSystemCode(text);
}

/** `error.message`, `error.toString()` */
function listTextsOfMember(node: TSESTree.MemberExpression, fields: Fields, lint: LintContext): readonly ErrorText[] {
  const name = readStaticKey(node, lint.sourceCode);
  if (isMessage(name, fields)) return [{ object: node.object, reads: readsThrough(node.property, lint), name }];
  const call = name === "toString" ? getOutermostWrapper(node).parent : undefined;
  return call?.type === "CallExpression" ? [createWholeText(node.object, call, lint)] : [];
}

/** `const { message } = error` */
function listTextsOfPattern(
  { properties, parent }: TSESTree.ObjectPattern,
  fields: Fields,
  lint: LintContext,
): readonly ErrorText[] {
  const object = parent.type === "VariableDeclarator" ? (parent.init ?? undefined) : undefined;
  return properties.flatMap((property) => {
    const name = property.type === "Property" ? readStaticKey(property, lint.sourceCode) : undefined;
    if (property.type !== "Property" || !isMessage(name, fields)) return [];
    return [{ object, reads: readsThrough(property.key, lint), name }];
  });
}

function isMessage(name: string | undefined, fields: Fields): boolean {
  return name === "message" || name === fields.message;
}

/** `String(error)`, `${error}` */
function createWholeText(object: TSESTree.Node, text: TSESTree.Node, lint: LintContext): ErrorText {
  return { object, reads: [text, ...collectStoredReads(text, lint)], name: undefined };
}

function findTextTests(text: ErrorText, fields: Fields, lint: LintContext): readonly Finding[] {
  const { object, reads, name } = text;
  const tests = reads.flatMap((read) => collectTextTests(read, lint)).filter(isWritten);
  // Whose message it is may be a question about types: asked only where something is tested.
  if (tests.length === 0) return [];
  const isDistinctive = fields.hasDistinctiveMessage && name === fields.message;
  const isContract = isDistinctive || (object !== undefined && carriesCode(object, fields, lint));
  return tests.flatMap((test) =>
    isContract || (object && namesSystemCode(test, object, lint)) ? [{ ...text, test, isContract }] : [],
  );
}

/** Returns whether an error is the contract's, or has a type whose code is always one of the contract. */
function carriesCode(object: TSESTree.Node, fields: Fields, lint: LintContext): boolean {
  if (isContractError(object, lint)) return true;
  const { codes } = lint.contract.data;
  const known = new Set<unknown>(Object.entries(codes).map(([code, { value }]) => value ?? code));
  return lint.facts?.propertyValues(object, fields.code)?.every((value) => known.has(value)) ?? false;
}

/** Whatever the error is, a message with a code of Node comes from an error that has it. */
function namesSystemCode({ expected }: TextTest, object: TSESTree.Node, lint: LintContext): boolean {
  return listSystemCodes(expected).length > 0 && isError(unwrapExpression(object), lint);
}

/** Returns the words of a finding, and the edit that compares the code. */
function describeTest({ test, object, name, isContract }: Finding, fields: Fields, lint: LintContext) {
  const { codes } = lint.contract.data;
  const printField = (each: string) => (object ? printRead(object, each, lint) : each);
  const [code, ...others] = listNamedCodes(test, isContract, lint);
  const field = isContract ? fields.code : "code";
  const value = code !== undefined && Object.hasOwn(codes, code) ? (codes[code]?.value ?? code) : code;
  const canCompare = object !== undefined && others.length === 0 && isStable(object, test.node, lint);
  const shown = {
    code: printField(field),
    message: printField(name ?? ""),
    object: object && lint.sourceCode.getText(object),
  };
  return {
    messageId: name === undefined ? ("textTest" as const) : ("messageTest" as const),
    data: shown,
    named: code,
    fix:
      canCompare && value !== undefined
        ? compareCode(test, printCodeOf(object, field, isContract, lint), value, lint)
        : undefined,
  };
}

function listNamedCodes({ expected }: TextTest, isContract: boolean, lint: LintContext): readonly string[] {
  if (!isContract) return listSystemCodes(expected);
  const text = typeof expected === "string" ? expected : (expected?.source ?? "");
  return text.match(/[A-Za-z]\w*/g)?.filter((word) => Object.hasOwn(lint.contract.data.codes, word)) ?? [];
}

function printCodeOf(object: TSESTree.Node, field: string, isContract: boolean, lint: LintContext): string {
  if (isContract || !isTypeScriptFile(lint.filename)) return printRead(object, field, lint);
  // The type ends a chain that the field was a part of.
  const operator = isReadOptionally(object) || isInChain(object) ? "?." : ".";
  return `(${lint.sourceCode.getText(object)} as NodeJS.ErrnoException)${operator}${field}`;
}

/** Writes how a field of an error is read, where its message was: `error?.code` of `error?.message`. */
function printRead(object: TSESTree.Node, field: string, { sourceCode }: LintContext): string {
  const text = sourceCode.getText(object);
  const isWhole = READS_ON.test(object.type) || (object.type === "ChainExpression" && !isReadFrom(object));
  return `${isWhole ? text : `(${text})`}${isReadOptionally(object) ? "?." : "."}${field}`;
}

const READS_ON = /^(?:Identifier|MemberExpression|CallExpression|ThisExpression|TSNonNullExpression)$/;

/** Returns whether nothing is read of an expression that is `undefined`: `error?.message`, `String(event?.error)`. */
function isReadOptionally(object: TSESTree.Node): boolean {
  return isReadFrom(object) ? object.parent.optional : object.type === "ChainExpression";
}

function isReadFrom<N extends TSESTree.Node>(object: N): object is N & { readonly parent: TSESTree.MemberExpression } {
  return object.parent?.type === "MemberExpression" && object.parent.object === object;
}

/** `event?.error` of `event?.error.message` */
function isInChain(object: TSESTree.Node): boolean {
  if (object.type === "TSNonNullExpression") return isInChain(object.expression);
  if (object.type === "CallExpression") return object.optional || isInChain(object.callee);
  return object.type === "MemberExpression" && (object.optional || isInChain(object.object));
}

/** Returns whether an expression still has its value where the test stands, and can be written there again. */
function isStable(object: TSESTree.Node, test: TSESTree.Node, { sourceCode }: LintContext): boolean {
  if (isInside(object, test)) return true;
  const variable = resolveVariable(object, sourceCode);
  return variable?.references.every((reference) => !reference.isWrite() || reference.init === true) ?? false;
}

/** Returns whether the text that is looked for is written in the code and says something: a line break does not. */
function isWritten({ expected }: TextTest): boolean {
  const text = expected instanceof RegExp ? expected.source.replace(/\\\w/g, " ") : (expected ?? "");
  return /[\p{L}\p{N}]/u.test(text);
}
