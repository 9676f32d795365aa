import { toExcerpt } from "./syntax/expressions.js";
import type { FailureHandler } from "./model/failure-handlers.js";
import { canMakeErrors, createCauseEdit, findCausePlace, isCheckedByCore } from "./causes/cause-place.js";
import { findFailureAt } from "./causes/handled-failure.js";
import { findLostCause } from "./causes/lost-cause.js";
import type { Call } from "./codes/contract-codes.js";
import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { isTypeScriptFile } from "./syntax/source-file.js";
import type { ParameterPlace } from "./types/type-facts.js";

type MessageId = "missingCause" | "partsOnly" | "otherCause" | "noPlace" | "noPlaceInClass" | "passCause";

export default createRule<[], MessageId>({
  name: "require-cause",
  meta: {
    type: "problem",
    docs: {
      description: "require an error that replaces a caught one to have it as its `cause`",
      meaning: "The error that was caught is lost, and with it the reason of the failure.",
      presets: "all",
    },
    fixable: "code",
    hasSuggestions: true,
    schema: [],
    messages: {
      missingCause: "Pass {{caught}} as the `cause`; without it nobody learns what led to this.",
      partsOnly: "Catch the failure itself and pass it as the `cause`; its parts do not tell enough.",
      otherCause: "Pass {{caught}} as the `cause`; `{{text}}` is not the failure that led to this.",
      noPlace: "Make this error in a way that takes a `cause`; `{{callee}}` drops {{caught}}.",
      noPlaceInClass: "`{{callee}}` drops {{caught}}; let its constructor take a `cause` and pass it to `super`.",
      passCause: "Pass {{caught}} as the `cause`.",
    },
  },
  create(context) {
    const lint = createLintContext(context);
    const { contract, facts, filename, sourceCode } = lint;
    // The module that defines the contract's class sets the cause itself.
    if (contract.definesContract) return {};
    if (!canMakeErrors(lint)) return {};

    function check(call: Call): void {
      const failure = findFailureAt(call, lint);
      if (!failure || isCheckedByCore(call, failure)) return;
      const place = findCausePlace(call, lint);
      if (!place) return;

      const { cause, handler } = failure;
      const caught = cause && !cause.unbound ? `\`${cause.name}\`` : "the caught failure";
      if (place === "none") {
        const callee = sourceCode.getText(call.callee);
        const messageId = call.type === "NewExpression" ? "noPlaceInClass" : "noPlace";
        context.report({ node: call.callee, messageId, data: { callee, caught } });
        return;
      }
      const lost = findLostCause(call, place, failure);
      if (!lost) return;

      const edit = createCauseEdit(call, place, lost, failure);
      const other = lost.kind === "other" ? lost.node : undefined;
      // The declared type of the place may be narrower than `unknown`.
      const isFix = !other && !failure.isBehindExecutor && surelyTakes(call, place, handler.binding);
      context.report({
        node: other ?? call.callee,
        messageId: other ? "otherCause" : isTakenApart(handler) ? "partsOnly" : "missingCause",
        data: { caught, text: other ? toExcerpt(sourceCode.getText(other)) : "" },
        fix: isFix && edit ? edit : null,
        suggest: !isFix && edit ? [{ messageId: "passCause", data: { caught }, fix: edit }] : [],
      });
    }

    /** The libraries of TypeScript before ES2022 have no cause; without types it is not known which ones a file has. */
    function surelyTakes(call: Call, place: ParameterPlace, caught: FailureHandler["binding"]): boolean {
      if (!facts) return !contract.isNone || !isTypeScriptFile(filename);
      return facts.parameterTakes(call, place, caught) !== false;
    }

    return { CallExpression: check, NewExpression: check };
  },
});

function isTakenApart({ binding }: FailureHandler): boolean {
  return binding?.type === "ObjectPattern" || binding?.type === "ArrayPattern";
}
