import type { TSESTree } from "@typescript-eslint/utils";
import { canMakeErrors } from "./causes/cause-place.js";
import { compareCode, listSystemCodes, mayNameSystemCode } from "./clients/code-tests.js";
import { isError } from "./clients/error-values.js";
import { isContractError } from "./codes/code-places.js";
import { getEnvelopeFields } from "./contract/envelope-fields.js";
import { createLintContext } from "./contract/lint-context.js";
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
    const { contract, facts, filename, sourceCode } = lint;
    const { codes } = contract.data;
    const fields = getEnvelopeFields(contract.data);
    // Without types, the file itself has to know that an error carries a code.
    const isNamed = fields.hasDistinctiveMessage && sourceCode.text.includes(fields.message);
    if (!isNamed && !canMakeErrors(lint) && !mayNameSystemCode(sourceCode.text)) return {};
    const reported = new Set<TSESTree.Node>();

    /** `object` is undefined where the message was taken out of a pattern without a name of its own. */
    function check(object: TSESTree.Node | undefined, reads: readonly TSESTree.Node[], name: string | undefined): void {
      const tests = reads.flatMap((read) => collectTextTests(read, lint)).filter(isWritten);
      // Whose message it is may be a question about types: asked only where something is tested.
      if (tests.length === 0) return;
      const isDistinctive = fields.hasDistinctiveMessage && name === fields.message;
      const isContract = isDistinctive || (object !== undefined && carriesCode(object));
      for (const test of tests) {
        // The cases of a `switch` are one decision.
        if (reported.has(test.node) || (!isContract && !(object && namesSystemCode(test, object)))) continue;
        reported.add(test.node);
        report(test, object, isContract, name);
      }
    }

    /** Whether an error is the contract's, or has a type whose code is always one of the contract. */
    function carriesCode(object: TSESTree.Node): boolean {
      if (isContractError(object, lint)) return true;
      const known = new Set<unknown>(Object.entries(codes).map(([code, { value }]) => value ?? code));
      return facts?.propertyValues(object, fields.code)?.every((value) => known.has(value)) ?? false;
    }

    /** Whatever the error is, a message with a code of Node comes from an error that has it. */
    function namesSystemCode({ expected }: TextTest, object: TSESTree.Node): boolean {
      return listSystemCodes(expected).length > 0 && isError(unwrapExpression(object), lint);
    }

    function report(test: TextTest, object: TSESTree.Node | undefined, isContract: boolean, name?: string): void {
      const text = object ? sourceCode.getText(object) : undefined;
      const printField = (field: string) => (text === undefined ? field : `${text}.${field}`);
      const [code, ...others] = listNamedCodes(test, isContract);
      const field = isContract ? fields.code : "code";
      const value = code !== undefined && Object.hasOwn(codes, code) ? (codes[code]?.value ?? code) : code;
      const canCompare = object !== undefined && others.length === 0 && isStable(object, test.node);
      const fix =
        canCompare && value !== undefined
          ? compareCode(test, printCodeOf(object, field, isContract), value, lint)
          : undefined;
      context.report({
        node: test.node,
        messageId: name === undefined ? "textTest" : "messageTest",
        data: { code: printField(field), message: printField(name ?? ""), object: text },
        suggest: fix ? [{ messageId: "compareCode", data: { code }, fix }] : [],
      });
    }

    function listNamedCodes({ expected }: TextTest, isContract: boolean): readonly string[] {
      if (!isContract) return listSystemCodes(expected);
      const text = typeof expected === "string" ? expected : (expected?.source ?? "");
      return text.match(/[A-Za-z]\w*/g)?.filter((word) => Object.hasOwn(codes, word)) ?? [];
    }

    function printCodeOf(object: TSESTree.Node, field: string, isContract: boolean): string {
      const text = sourceCode.getText(object);
      if (!isContract && isTypeScriptFile(filename)) return `(${text} as NodeJS.ErrnoException).${field}`;
      const { parent } = object;
      const isOptional = parent?.type === "MemberExpression" && parent.object === object && parent.optional;
      return `${text}${isOptional ? "?." : "."}${field}`;
    }

    /** Whether an expression still has its value where the test stands, and can be written there again. */
    function isStable(object: TSESTree.Node, test: TSESTree.Node): boolean {
      if (isInside(object, test)) return true;
      const variable = resolveVariable(object, sourceCode);
      return variable?.references.every((reference) => !reference.isWrite() || reference.init === true) ?? false;
    }

    const checkText = (object: TSESTree.Node | undefined, text: TSESTree.Node): void =>
      check(object, [text, ...collectStoredReads(text, lint)], undefined);
    const isMessage = (name: string | undefined) => name === "message" || name === fields.message;

    return {
      MemberExpression(node) {
        const name = readStaticKey(node, sourceCode);
        if (isMessage(name)) check(node.object, readsThrough(node.property, lint), name);
        const call = name === "toString" ? getOutermostWrapper(node).parent : undefined;
        if (call?.type === "CallExpression") checkText(node.object, call);
      },
      ObjectPattern({ properties, parent }) {
        const object = parent.type === "VariableDeclarator" ? (parent.init ?? undefined) : undefined;
        for (const property of properties) {
          const name = property.type === "Property" ? readStaticKey(property, sourceCode) : undefined;
          if (property.type === "Property" && isMessage(name)) check(object, readsThrough(property.key, lint), name);
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

/** Whether the text that is looked for is written in the code, and says something: a line break is a matter of form. */
function isWritten({ expected }: TextTest): boolean {
  const text = expected instanceof RegExp ? expected.source.replace(/\\\w/g, " ") : (expected ?? "");
  return /[\p{L}\p{N}]/u.test(text);
}
