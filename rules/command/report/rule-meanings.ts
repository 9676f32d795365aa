import type { RuleName } from "../../plugin-types.js";

/** The meaning of the findings of a rule to those who use the server. */
export const RULE_MEANINGS: Readonly<Record<RuleName, string>> = {
  "match-message-template":
    "The message differs from the one that the contract has for the code, so clients cannot recognise it.",
  "no-error-leak":
    "Details of the server reach the client with the failure: a stack, a path, a query or what " +
    "another service answered.",
  "no-error-result":
    "The failure is returned as a value of its own shape, so clients take it for a success or have to guess.",
  "no-legacy-error":
    "A deprecated error class is used; its failures have the old form, and two forms reach the client side by side.",
  "no-message-parsing":
    "The code decides by the wording of a message, and decides otherwise as soon as somebody rewords it.",
  "no-raw-error":
    "The failure has no code of the contract. The client gets a text that it cannot act on: it cannot tell whether " +
    "to retry, to correct its input or to give up.",
  "no-swallowed-error":
    "The failure is dropped. The tool answers as if it had worked, and nobody learns that it did not.",
  "no-unregistered-code": "The code is in no contract, so no client knows what it means.",
  "prefer-factory": "The error is put together by hand where the contract has a factory that fills in the fields.",
  "require-boundary":
    "The server, or the handler of a tool, stands outside of the boundary: whatever fails in it reaches the client " +
    "raw, and no log.",
  "require-cause": "The error that was caught is lost, and with it the reason of the failure.",
  "require-literal-message":
    "The message changes from call to call, where the contract wants one that is always the same.",
  "valid-envelope": "The envelope lacks fields of the contract or has others, so clients that check it refuse it.",
};
