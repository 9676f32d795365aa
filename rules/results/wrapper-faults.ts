// Wrappers of other modules that keep the failures of the handlers that they are given from the client.
import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { mayBeEnvelope } from "../envelopes/envelope-faults.js";
import { type Callee, findCallee, findImportedFunction } from "../model/callees.js";
import type { FailureAnswer } from "../model/handler-ends.js";
import { listValues } from "../model/values.js";
import { readObjectFields } from "../syntax/expressions.js";
import { collectReturnedValues } from "../syntax/functions.js";
import { hasOnly } from "../syntax/source-file.js";
import { type Wrapper, listWrappers } from "../tools/boundaries.js";

/** A wrapper of another module that neither passes the failures of handlers on nor answers them as failures. */
export interface WrapperFault {
  readonly wrapper: Wrapper;
  readonly callee: Callee;
  readonly messageId: "droppingWrapper" | "unmarkedWrapper";
}

/** Finds the wrapper around a handler, or around all its work, whose answer a client cannot tell from a success. */
export function findWrapperFault(handler: TSESTree.Node, lint: LintContext): WrapperFault | undefined {
  for (const wrapper of listWrappers(handler, lint)) {
    const callee = findImportedFunction(wrapper.call.callee, lint);
    if (!callee || callee === "unknown") continue;
    if (wrapper.end === "dropped") return { wrapper, callee, messageId: "droppingWrapper" };
    if (wrapper.end === "answered" && hasOnly(wrapper.answers, isUnreadable))
      return { wrapper, callee, messageId: "unmarkedWrapper" };
  }
  return undefined;
}

/** The members of what MCP calls the result of a tool. */
const RESULT_MEMBERS = ["content", "structuredContent", "isError", "toolResult"];

/** Returns whether an answer is surely an object that is no result of a tool, such as `{ ok: false, error }`. */
function isUnreadable({ node, lint }: FailureAnswer): boolean {
  const callee = node.type === "CallExpression" ? findCallee(node, lint) : undefined;
  if (callee && callee !== "unknown" && callee.lint !== lint) {
    const returned = collectReturnedValues(callee.node, callee.lint.sourceCode);
    return hasOnly(returned, (value) => isUnreadable({ node: value, lint: callee.lint }));
  }
  return hasOnly(listValues(node, lint), ({ node: value }) => {
    if (value.type !== "ObjectExpression" || value.properties.length === 0) return false;
    const { values, isOpen } = readObjectFields(value, lint.sourceCode);
    if (isOpen || RESULT_MEMBERS.some((name) => values.has(name))) return false;
    return !lint.contract.data.delivery.startsWith("return") || !mayBeEnvelope(value, lint);
  });
}
