import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "./contract/lint-context.js";
import { createLintContext } from "./contract/lint-context.js";
import { NAME_MATCHER_SCHEMA, type NameMatcher, isNamedFunction } from "./contract/name-matcher.js";
import { toExcerpt } from "./syntax/expressions.js";
import { resolveReferencePath } from "./syntax/references.js";
import { getOrCreate } from "./syntax/remember.js";
import { touchesBrowser } from "./syntax/source-file.js";
import { createRule } from "./create-rule.js";
import { type Decision, nameWrapperDecision } from "./decision.js";
import { type WrapperFault, findWrapperFault } from "./results/wrapper-faults.js";
import { type Protection, classifyProtection } from "./tools/boundaries.js";
import {
  type ToolRegistration,
  isToolServer,
  mayRegisterTools,
  readNamedRegistration,
  readToolRegistration,
} from "./tools/registrations.js";
import {
  type ServerPlace,
  isSameServer,
  isWrappedServer,
  mayGetServer,
  readServerPlace,
  serverBoundary,
} from "./tools/servers.js";
import { wrapHandler, wrapServer } from "./tools/wrap-handler.js";

type Options = readonly [{ readonly registrations: readonly NameMatcher[] }];
type MessageId =
  | "bareHandler"
  | "bareServer"
  | "bareToolHandler"
  | "droppingWrapper"
  | "unmarkedWrapper"
  | "wrapHandler"
  | "wrapServer";

/** A handler that stands behind no boundary of its server, with what registers it. */
interface ToolHandler extends ToolRegistration {
  readonly node: TSESTree.Node;
  readonly protection: Protection;
}

export default createRule<Options, MessageId>({
  name: "require-boundary",
  meta: {
    type: "problem",
    docs: {
      description: "require servers, and the tools that frameworks find by themselves, to stand behind the boundary",
      meaning:
        "The server, or the handler of a tool, stands outside of the boundary: whatever fails in it reaches the " +
        "client raw, and no log.",
      presets: "contracts",
    },
    hasSuggestions: true,
    defaultOptions: [{ registrations: [] }],
    schema: [
      {
        type: "object",
        additionalProperties: false,
        properties: {
          registrations: {
            type: "array",
            items: NAME_MATCHER_SCHEMA,
            description:
              "The project's functions that register a tool: the name is their first argument, the handler their last.",
          },
        },
      },
    ],
    messages: {
      bareHandler: "Wrap this handler in `{{boundary}}`; its failures reach the client raw.",
      bareServer: "Put this server behind `{{boundary}}`; what fails in its tools reaches the client raw.",
      bareToolHandler: "Wrap the handler of `{{tool}}` in `{{boundary}}`; its failures reach the client raw.",
      droppingWrapper: "Let `{{wrapper}}` throw to `{{boundary}}`; the client gets nothing of what it catches.",
      unmarkedWrapper:
        "Let `{{wrapper}}` throw to `{{boundary}}`; without `isError` the client takes its answer for a success.",
      wrapHandler: "Wrap it in `{{boundary}}`.",
      wrapServer: "Wrap it in `{{boundary}}`.",
    },
  },
  create(context, [{ registrations }]) {
    const lint = createLintContext(context);
    const { contract, sourceCode } = lint;
    if (registrations.length === 0 && !mayRegisterTools(sourceCode.text) && !mayGetServer(lint)) return {};
    const places: ServerPlace[] = [];
    const handlers: ToolHandler[] = [];
    const faults: WrapperFault[] = [];

    function collect(node: TSESTree.Node): void {
      const place =
        node.type === "NewExpression" || node.type === "CallExpression" ? readServerPlace(node, lint) : undefined;
      if (place && !isWrappedServer(place.node, lint)) places.push(place);
      const registration = findRegistration(node, registrations, lint);
      if (!registration || (registration.server && isWrappedServer(registration.server, lint))) return;
      const fault = findWrapperFault(registration.handler, lint);
      if (fault) faults.push(fault);
      // What the wrapper does is decided there.
      const protection = fault ? "foreign" : classifyProtection(registration.handler, lint);
      handlers.push({ ...registration, node, protection });
    }

    function reportServer(place: ServerPlace): void {
      const { middleware } = place.framework;
      const boundary = middleware ? `${middleware.method}("${middleware.request}", ...)` : serverBoundary;
      const rewrite = touchesBrowser(sourceCode) ? undefined : wrapServer(place, lint);
      const suggest = rewrite ? [{ messageId: "wrapServer" as const, data: { boundary }, fix: rewrite.apply }] : [];
      const { node } = place;
      const name = node.type === "Identifier" ? node : node.callee;
      context.report({ node: name, messageId: "bareServer", data: { boundary }, suggest });
    }

    function reportHandler(handler: ToolHandler): void {
      const { tool } = handler;
      const { boundary } = contract.data.vocabulary;
      const rewrite = touchesBrowser(sourceCode) ? undefined : wrapHandler(handler, lint);
      const suggest = rewrite ? [{ messageId: "wrapHandler" as const, data: { boundary }, fix: rewrite.apply }] : [];
      const messageId = tool === undefined ? "bareHandler" : "bareToolHandler";
      context.report({ loc: getNamePlace(handler, lint), messageId, data: { tool, boundary }, suggest });
    }

    return {
      NewExpression: collect,
      CallExpression: collect,
      ClassDeclaration: collect,
      ClassExpression: collect,
      ExportDefaultDeclaration: collect,
      "Program:exit"() {
        for (const each of describeWrapperFaults(faults, lint)) context.report(each);
        const settled = new Set<ToolHandler>();
        for (const place of places) {
          const own = handlers.filter((handler) => mayBeOn(handler, place, places, lint));
          if (isDecided(own)) continue;
          reportServer(place);
          for (const handler of own) settled.add(handler);
        }
        for (const handler of handlers) {
          if (handler.protection !== "bare" || settled.has(handler)) continue;
          if (isDecidedByHandler(handlers) || !isServerInSight(handler, lint)) reportHandler(handler);
        }
      },
    };
  },
});

function findRegistration(
  node: TSESTree.Node,
  registrations: readonly NameMatcher[],
  lint: LintContext,
): ToolRegistration | undefined {
  if (node.type === "CallExpression" && isNamedFunction(node.callee, registrations, lint))
    return readNamedRegistration(node, lint);
  const registration = readToolRegistration(node, lint);
  return registration && isToolServer(node, lint) ? registration : undefined;
}

/** Describes a finding for each wrapper, at its first call in the file. */
function describeWrapperFaults(faults: readonly WrapperFault[], lint: LintContext) {
  const nameOf = ({ wrapper }: WrapperFault) => toExcerpt(lint.sourceCode.getText(wrapper.call.callee));
  const groups = new Map<string, WrapperFault[]>();
  for (const fault of faults) getOrCreate(groups, nameOf(fault), () => []).push(fault);
  return [...groups].flatMap(([wrapper, all]) =>
    all.slice(0, 1).map(({ callee, messageId, wrapper: { call } }) => {
      const name = nameWrapperDecision(callee.lint.filename, wrapper, lint);
      const places = all.map((each) => each.wrapper.call.loc);
      const decision: Decision = { name, noun: "call", places };
      return { node: call.callee, messageId, data: { wrapper, boundary: serverBoundary, decision } };
    }),
  );
}

/** A server that comes from elsewhere may be any that the file gets. */
function mayBeOn(
  { server }: ToolHandler,
  place: ServerPlace,
  places: readonly ServerPlace[],
  lint: LintContext,
): boolean {
  if (!server) return false;
  const isOf = ({ node }: ServerPlace) => isSameServer(server, node, lint);
  return isOf(place) || !places.some(isOf);
}

/** Whether the handlers of a server make its own boundary needless: they have one each, or answer their failures. */
function isDecided(handlers: readonly ToolHandler[]): boolean {
  if (isDecidedByHandler(handlers)) return true;
  return handlers.length > 0 && handlers.every(({ protection }) => /^(?:answered|foreign)$/.test(protection));
}

/** Whether a file wraps handlers of a server, so that each of them wants the boundary. */
function isDecidedByHandler(handlers: readonly ToolHandler[]): boolean {
  return handlers.some(({ server, protection }) => server !== undefined && protection === "wrapped");
}

/** Whether a server takes the tool whose maker is reported, here or in another module: only a global has none. */
function isServerInSight({ server }: ToolHandler, { sourceCode }: LintContext): boolean {
  return server !== undefined && resolveReferencePath(server, sourceCode)?.root.kind !== "global";
}

/** Finds the place of a finding: the name of what registers, as a handler may be long and holds other findings. */
function getNamePlace({ node, handler }: ToolHandler, { sourceCode }: LintContext): TSESTree.SourceLocation {
  if (node.type === "CallExpression")
    return (node.callee.type === "MemberExpression" ? node.callee.property : node.callee).loc;
  const { parent } = handler;
  if (parent?.type === "MethodDefinition" || parent?.type === "PropertyDefinition") return parent.key.loc;
  const name = "id" in handler ? handler.id : undefined;
  return (name ?? sourceCode.getFirstToken(node) ?? node).loc;
}
