// The name of a function may say how the function answers a failure.
import { isFalse } from "../catches/failure-values.js";
import { findEnclosingFunction } from "../syntax/functions.js";
import { isPassedTo } from "./background.js";
import { type DropFacts, hasOnly } from "./drop-facts.js";
import { losesWork } from "./losses.js";

const QUESTION = new RegExp(
  String.raw`^(?:(?:is|has|can|should|supports?|exists|matche?s|allows|contains|verify|verifies|validates?|test|` +
    String.raw`ping|probe|healthCheck|checkHealth)(?:$|[A-Z_])|\w+Exists$)`,
);
const FILTERS = /^(?:filter|find|findIndex|some|every)$/;

/**
 * Returns whether the function answers a question, as `isValid` and `healthCheck` do: what cannot be done is the answer
 * `false`, whether it is logged or not.
 */
export function answersQuestion(drop: DropFacts): boolean {
  const { functionName, answers, handler, context } = drop;
  const owner = findEnclosingFunction(handler.node);
  const isFilter = owner !== undefined && isPassedTo(owner, FILTERS, context.sourceCode);
  return (isFilter || QUESTION.test(functionName)) && hasOnly(answers, isFalse) && !losesWork(drop);
}

const NAMED_FOR_DEFAULT = /Or(?:Null|Undefined|Default|Empty|Fallback)$/;
const NAMED_FOR_ATTEMPT = /^_*(?:try|safe|maybe)[A-Z]|Safe(?:ly)?$/;

/** `createPreviewOrNull`, `maybeFindUser`, `readBodySafe`: the caller asks for the default, or for an attempt. */
export function isNamedForDefault({ functionName, answers }: DropFacts): boolean {
  return NAMED_FOR_ATTEMPT.test(functionName) || (answers.length > 0 && NAMED_FOR_DEFAULT.test(functionName));
}

const ENSURES_FOLDER = /^_*ensure\w*(?:Dir|Folder)/;

/** Returns whether the function makes sure that a folder exists: a later write to a missing folder fails. */
export function makesFolder({ functionName }: DropFacts): boolean {
  return ENSURES_FOLDER.test(functionName);
}

const ASKED_FOR_TOKENS = new RegExp(
  String.raw`^(?:tokens|clientInformation|(?:load|read|get)(?:Valid|Stored|Saved|Cached|Persisted)?` +
    String.raw`(?:Access|OAuth)?(?:Tokens?|ClientInfo(?:rmation)?))$`,
);

/**
 * Returns whether the OAuth client of the MCP SDK asks the function for tokens: where there are none, the client asks
 * the user to log in.
 */
export function answersWithoutTokens({ functionName, answers }: DropFacts): boolean {
  return answers.length > 0 && ASKED_FOR_TOKENS.test(functionName);
}
