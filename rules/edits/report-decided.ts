import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import {
  type Choice,
  type DecidableReport,
  type Decide,
  FROM_UNKNOWN,
  describeSuggestion,
  fillMessage,
  keepFinding,
} from "./decisions.js";
import { editsOf } from "./fixer.js";
import { findNameAround, readFunctionName } from "../syntax/function-name.js";
import { isFunctionNode } from "../syntax/functions.js";

interface RuleMeta<MessageId extends string> {
  readonly messages: Readonly<Record<MessageId, string>>;
}

/** The context of a rule while a command lints: each finding is shown to the command, and its decision is the fix. */
export function reportDecided<MessageId extends string, Options extends readonly unknown[]>(
  context: Readonly<TSESLint.RuleContext<MessageId, Options>>,
  { messages }: RuleMeta<MessageId>,
  decide: Decide,
): typeof context {
  const { sourceCode, filename, id: ruleId } = context;

  const report: typeof context.report = (descriptor: DecidableReport<MessageId>) => {
    const { fix, suggest, decidable, ...told } = descriptor;
    const start = startOf(told);
    const message = fillMessage(messages[told.messageId], told.data);
    const kind = decidable?.kind() ?? message;
    const choices: Choice[] = [];
    const isUnreported = decidable?.isUnreported === true;
    if (fix && editsOf(fix).length > 0) choices.push({ decision: "fix", confidence: 1, edits: editsOf(fix) });
    for (const { messageId, data, fix: suggested } of suggest ?? [])
      choices.push({ ...describeSuggestion(messageId, data), edits: editsOf(suggested) });
    const edits = decide({
      ruleId,
      filename,
      text: sourceCode.text,
      line: start.line,
      column: start.column + 1,
      within: findNameAt(sourceCode.getIndexFromLoc(start), sourceCode),
      message,
      ...(typeof kind === "string" ? { kind, detail: undefined } : { kind: kind.kind, detail: kind.detail }),
      choices,
      codes: decidable?.codes ?? (() => []),
      unregistered: decidable?.unregistered,
      ownClass: decidable?.ownClass,
      isUnreported,
      blocked: decidable?.blocked ?? (() => undefined),
      choose: (decision) => {
        const offered = choices.find((each) => each.decision === decision);
        const rewrite = offered ?? decidable?.rewriteTo?.(decision === FROM_UNKNOWN ? undefined : decision);
        return typeof rewrite === "function" ? { decision, confidence: 1, edits: editsOf(rewrite) } : rewrite;
      },
      keep: (reason) => {
        // A directive would silence nothing.
        if (isUnreported) return undefined;
        const edit = keepFinding(ruleId, start.line, reason, sourceCode);
        return edit && { decision: "keep", confidence: 1, edits: [edit] };
      },
    });
    context.report({ ...told, fix: edits ? () => edits : null });
  };
  return Object.create(context, { report: { value: report } }) as typeof context;
}

function startOf(descriptor: {
  readonly node?: TSESTree.Node | TSESTree.Token;
  readonly loc?: Readonly<TSESTree.SourceLocation> | Readonly<TSESTree.Position>;
}): Readonly<TSESTree.Position> {
  const { loc = descriptor.node?.loc } = descriptor;
  if (!loc) return { line: 1, column: 0 };
  return "start" in loc ? loc.start : loc;
}

/** The name of the nearest function with one, by a place in the text. */
function findNameAt(index: number, sourceCode: TSESLint.SourceCode): string | undefined {
  const node = sourceCode.getNodeByRangeIndex(index);
  if (!node) return undefined;
  const own = isFunctionNode(node) ? readFunctionName(node, sourceCode) : undefined;
  return own ?? findNameAround(node, sourceCode);
}
