import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { canMakeErrors } from "./causes/cause-place.js";
import { listCodeComparisons, listSystemComparisons } from "./clients/code-comparison.js";
import { type CodedError, classifyCodedError } from "./clients/coded-error.js";
import { isError } from "./clients/error-values.js";
import { listSystemCodes, mayNameSystemCode } from "./clients/system-codes.js";
import { getEnvelopeFields } from "./contract/envelope-fields.js";
import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { unwrapExpression, getOutermostWrapper } from "./syntax/expressions.js";
import { isFunctionNode } from "./syntax/functions.js";
import { isInside } from "./syntax/nodes.js";
import { readMethodCall, readStaticValue, readStaticKey, resolveVariable } from "./syntax/references.js";
import { SAME_TEXT, type TextTest, readsThrough, collectStoredReads, collectTextTests } from "./throws/text-tests.js";
import { ITERATIONS } from "./words/calls.js";

type MessageId = "messageTest" | "textTest" | "compareCode";

export default createRule<[], MessageId>({
  name: "no-message-parsing",
  meta: {
    type: "problem",
    docs: {
      description: "disallow matching on the message of an error that has a code",
      presets: "all",
    },
    hasSuggestions: true,
    languages: ["js/js"],
    schema: [],
    messages: {
      messageTest: "Decide by `{{code}}` instead of `{{message}}`; a message is for people and may change.",
      textTest: "Decide by `{{code}}` instead of the text of `{{object}}`; a text may change.",
      compareCode: "Compare with `{{code}}`.",
    },
  },
  create(context) {
    const lint = createLintContext(context);
    const { contract, sourceCode } = lint;
    const fields = getEnvelopeFields(contract.data);
    // Without types, the file itself has to know that an error carries a code.
    const names = fields.hasDistinctiveMessage ? [fields.code, fields.message] : [fields.code];
    const isNamed = names.some((name) => sourceCode.text.includes(name));
    if (!isNamed && !canMakeErrors(lint) && !mayNameSystemCode(sourceCode.text)) return {};
    const reported = new Set<TSESTree.Node>();

    /** `object` is undefined where the message was taken out of a pattern without a name of its own. */
    function check(object: TSESTree.Node | undefined, reads: readonly TSESTree.Node[], name: string | undefined): void {
      const tests = reads.flatMap((read) => testsOf(read, sourceCode));
      // Whose message it is may be a question about types: asked only where something is tested.
      if (tests.length === 0) return;
      const known = name !== undefined && isDistinctive(name) ? "contract" : object && classifyCodedError(object, lint);
      for (const test of tests) {
        const owner = known ?? (object && namesSystemCode(test, object) ? "foreign" : undefined);
        // The cases of a `switch` are one decision.
        if (!owner || reported.has(test.node)) continue;
        reported.add(test.node);
        report(test, object, owner, name);
      }
    }

    /** Whatever the error is, a message with a code of Node comes from an error that has it. */
    function namesSystemCode({ expected }: TextTest, object: TSESTree.Node): boolean {
      return listSystemCodes(expected).length > 0 && isError(unwrapExpression(object), lint);
    }

    function isDistinctive(name: string): boolean {
      return fields.hasDistinctiveMessage && name === fields.message;
    }

    function report(
      test: TextTest,
      object: TSESTree.Node | undefined,
      owner: CodedError,
      name: string | undefined,
    ): void {
      const text = object ? sourceCode.getText(object) : undefined;
      const printFieldPath = (field: string) => (text === undefined ? field : `${text}.${field}`);
      const comparisons =
        object === undefined || !isStable(object, test.node, sourceCode)
          ? []
          : owner === "contract"
            ? listCodeComparisons(test, object, contract, sourceCode)
            : listSystemComparisons(test, object, lint);
      context.report({
        node: test.node,
        messageId: name === undefined ? "textTest" : "messageTest",
        data: {
          code: printFieldPath(owner === "contract" ? fields.code : "code"),
          message: printFieldPath(name ?? ""),
          object: text,
        },
        suggest: comparisons.map(({ code, fix }) => ({ messageId: "compareCode", data: { code }, fix })),
      });
    }

    const checkText = (object: TSESTree.Node | undefined, text: TSESTree.Node): void =>
      check(object, [text, ...collectStoredReads(text, sourceCode)], undefined);
    const isMessage = (name: string | undefined) => name === "message" || name === fields.message;

    return {
      MemberExpression(node) {
        const name = readStaticKey(node, sourceCode);
        if (isMessage(name)) check(node.object, readsThrough(node.property, sourceCode), name);
        const call = name === "toString" ? getOutermostWrapper(node).parent : undefined;
        if (call?.type === "CallExpression") checkText(node.object, call);
      },
      ObjectPattern({ properties, parent }) {
        const object = parent.type === "VariableDeclarator" ? (parent.init ?? undefined) : undefined;
        for (const property of properties) {
          const name = property.type === "Property" ? readStaticKey(property, sourceCode) : undefined;
          if (property.type === "Property" && isMessage(name))
            check(object, readsThrough(property.key, sourceCode), name);
        }
      },
      CallExpression(node) {
        const [object] = node.arguments;
        if (object && node.callee.type === "Identifier" && node.callee.name === "String") checkText(object, node);
      },
      TemplateLiteral(node) {
        const [object] = node.expressions;
        if (object && node.quasis.every(({ value }) => value.raw === "")) checkText(object, node);
      },
    };
  },
});

/** Returns the tests that decide by a text as such: they compare it with one that is written in the code. */
function testsOf(read: TSESTree.Node, sourceCode: Readonly<TSESLint.SourceCode>): readonly TextTest[] {
  return collectTextTests(read, sourceCode).flatMap((test) => {
    if (test.kind === "part")
      return collectSameTextReads(test.node, sourceCode).flatMap((same) => testsOf(same, sourceCode));
    const isWritten = test.kind === "predicate" ? false : isWrittenOut(test, sourceCode);
    return isWritten ? [test] : [];
  });
}

/** Returns `message.toLowerCase()`, and the reads of a variable that holds it. */
function collectSameTextReads(
  member: TSESTree.Node,
  sourceCode: Readonly<TSESLint.SourceCode>,
): readonly TSESTree.Node[] {
  const call = getOutermostWrapper(member).parent;
  const isSame =
    member.type === "MemberExpression" &&
    SAME_TEXT.has(readStaticKey(member, sourceCode) ?? "") &&
    call?.type === "CallExpression";
  return isSame ? [call, ...collectStoredReads(call, sourceCode)] : [];
}

// A search term of a user, a counter by message, two messages compared with each other: nobody decides by a text there.
function isWrittenOut({ against, expected }: TextTest, sourceCode: Readonly<TSESLint.SourceCode>): boolean {
  if (expected !== undefined) return hasWord(expected);
  if (!against) return false;
  return isWrittenCollection(against, sourceCode) || isElementOfWritten(against, sourceCode);
}

/** Whether it is something that a text says: a full stop, a line break or an opening brace are a matter of form. */
function hasWord(expected: string | RegExp): boolean {
  return /[\p{L}\p{N}]/u.test(typeof expected === "string" ? expected : expected.source.replace(/\\\w/g, " "));
}

// An empty one is filled at run time.
function isWrittenCollection(node: TSESTree.Node, sourceCode: Readonly<TSESLint.SourceCode>): boolean {
  const value = readStaticValue(node, sourceCode)?.value;
  if (value instanceof Set || value instanceof Map) return value.size > 0;
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** `PATTERNS.some((pattern) => pattern.test(message))` with patterns that are written out. */
function isElementOfWritten(node: TSESTree.Node, sourceCode: Readonly<TSESLint.SourceCode>): boolean {
  const definition = resolveVariable(unwrapExpression(node), sourceCode)?.defs[0];
  if (definition?.type !== "Parameter" || !isFunctionNode(definition.node)) return false;
  const call = definition.node.parent;
  if (call.type !== "CallExpression" || call.arguments[0] !== definition.node) return false;
  const method = readMethodCall(call, sourceCode);
  return method !== undefined && ITERATIONS.has(method.name) && isWrittenCollection(method.object, sourceCode);
}

/** Whether an expression still has its value where the test stands, and can be written there again. */
function isStable(object: TSESTree.Node, test: TSESTree.Node, sourceCode: Readonly<TSESLint.SourceCode>): boolean {
  if (isInside(object, test)) return true;
  const variable = resolveVariable(object, sourceCode);
  return variable?.references.every((reference) => !reference.isWrite() || reference.init === true) ?? false;
}
