import { type FailureHandler, isEventListener } from "./catches/failure-handlers.js";
import { isReplaced, quotesNonError } from "./causes/carried-failure.js";
import { createCauseEdit } from "./causes/cause-edit.js";
import { canMakeErrors, findCausePlace } from "./causes/cause-place.js";
import { classifyGivenCause } from "./causes/given-cause.js";
import { findFailureAt, findHandledCause } from "./causes/known-cause.js";
import type { Call } from "./codes/called-factory.js";
import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";

const LONGEST_TEXT = 40;

type MessageId = "missingCause" | "partsOnly" | "otherCause" | "noPlace" | "passCause";

export default createRule<[], MessageId>({
  name: "require-cause",
  meta: {
    type: "problem",
    docs: {
      description: "require an error that replaces a caught one to have it as its `cause`",
      presets: "all",
      usesTypes: true,
    },
    fixable: "code",
    hasSuggestions: true,
    languages: ["js/js"],
    schema: [],
    messages: {
      missingCause: "Pass {{caught}} as the `cause`; without it nobody learns what led to this.",
      partsOnly: "Catch the failure itself and pass it as the `cause`; its parts do not tell enough.",
      otherCause: "Pass {{caught}} as the `cause`; `{{text}}` is not the failure that led to this.",
      noPlace: "Make this error in a way that takes a `cause`; `{{callee}}` drops {{caught}}.",
      passCause: "Pass {{caught}} as the `cause`.",
    },
  },
  create(context) {
    const lint = createLintContext(context);
    const { contract, facts, sourceCode } = lint;
    // The module that defines the contract's class sets the cause itself.
    if (contract.definesContract) return {};
    if (!canMakeErrors(lint)) return {};

    function check(call: Call): void {
      const failure = findFailureAt(call, sourceCode);
      const place = failure && findCausePlace(call, lint);
      if (!failure || !place) return;

      const { handler } = failure;
      const cause = findHandledCause(handler.node, call, sourceCode);
      const caught = cause && !cause.unbound ? `\`${cause.name}\`` : "the caught failure";
      const callee = sourceCode.getText(call.callee);
      if (place === "none") {
        context.report({ node: call.callee, messageId: "noPlace", data: { callee, caught } });
        return;
      }
      const given = classifyGivenCause(call, place, failure, lint);
      if (given.kind === "carried" || (given.kind === "missing" && quotesNonError(call, failure))) return;

      const isOther = given.kind === "other";
      const isWhole = cause && !isReplaced(failure) && !isEventListener(handler);
      const edit = isWhole ? createCauseEdit({ call, place, given, cause, sourceCode }) : undefined;
      // The declared type of the place may be narrower than `unknown`.
      const isFix =
        !isOther && !failure.isBehindExecutor && facts?.parameterTakes(call, place, handler.binding) !== false;
      context.report({
        node: isOther ? given.value : call.callee,
        messageId: isOther ? "otherCause" : isTakenApart(handler) ? "partsOnly" : "missingCause",
        data: { caught, text: isOther ? shortenText(sourceCode.getText(given.value)) : "" },
        fix: isFix && edit ? edit : null,
        suggest: !isFix && edit ? [{ messageId: "passCause", data: { caught }, fix: edit }] : [],
      });
    }

    return { CallExpression: check, NewExpression: check };
  },
});

function isTakenApart({ binding }: FailureHandler): boolean {
  return binding?.type === "ObjectPattern" || binding?.type === "ArrayPattern";
}

function shortenText(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}...` : line;
}
