import parser from "@typescript-eslint/parser";

/**
 * @typedef {{ group: "catch" | "return" | "throw", kind: string, line: number, endLine: number, flags: string[] }} Site
 */

/** Parses a source file. Returns `undefined` where it does not parse. */
export function parseSource(code, file) {
  try {
    return parser.parseForESLint(code, { filePath: file, jsx: /x$/.test(file), loc: true, range: true });
  } catch {
    return undefined;
  }
}

/**
 * Finds the places that can be judged: handlers of failures, returned objects, throws and rejections.
 *
 * @param {{ ast: object, visitorKeys: Record<string, readonly string[]> }} parsed
 * @returns {Site[]}
 */
export function findSites({ ast, visitorKeys }) {
  const sites = [];
  const visit = (node) => {
    sites.push(...sitesAt(node));
    for (const key of visitorKeys[node.type] ?? []) {
      for (const child of [node[key]].flat()) if (child) visit(child);
    }
  };
  visit(ast);
  return sites;
}

function sitesAt(node) {
  switch (node.type) {
    case "CatchClause":
      return [siteAt(node, "catch", "catch")];
    case "CallExpression":
      return [...handlersIn(node), ...(isRejection(node) ? [siteAt(node, "throw", "reject")] : [])];
    case "ThrowStatement":
      return [siteAt(node, "throw", "throw")];
    case "ReturnStatement":
      return objectsIn(node.argument);
    case "ArrowFunctionExpression":
      return node.body.type === "BlockStatement" ? [] : objectsIn(node.body);
    default:
      return [];
  }
}

function siteAt({ loc }, group, kind, flags = []) {
  return { group, kind, line: loc.start.line, endLine: loc.end.line, flags };
}

function handlersIn({ callee, arguments: args }) {
  const method = callee.type === "MemberExpression" && !callee.computed ? callee.property.name : undefined;
  const handler = method === "catch" && args.length === 1 ? args[0] : method === "then" ? args[1] : undefined;
  const isHandler = handler && /Function|Identifier|MemberExpression/.test(handler.type);
  return isHandler ? [siteAt(handler, "catch", "promise-catch")] : [];
}

function isRejection({ callee }) {
  if (callee.type === "Identifier") return callee.name === "reject";
  return callee.type === "MemberExpression" && callee.object.name === "Promise" && callee.property.name === "reject";
}

function objectsIn(node) {
  switch (node?.type) {
    case "ObjectExpression":
      // The protocol's own error result is right as it is, and an empty object says nothing.
      if (node.properties.length === 0 || node.properties.some(isErrorFlag)) return [];
      return [siteAt(node, "return", "return-object", flagsOf(node))];
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
      return objectsIn(node.expression);
    case "ConditionalExpression":
      return [...objectsIn(node.consequent), ...objectsIn(node.alternate)];
    case "LogicalExpression":
      return objectsIn(node.right);
    default:
      return [];
  }
}

const FAILURE_KEYS = /^(?:err|error|errors|errorMessage|errorCode|failure|failed|failures|reason)$/;
const VERDICT_KEYS = /^(?:ok|success|valid|isValid|succeeded|passed)$/;
const STATE_KEYS = /^(?:status|kind|type|state|result|outcome|tag|_tag)$/;
const FAILURE_STATES = /fail|error|invalid|denied|reject|missing|not.?found/i;

/** Why an object looks like a failure; none for objects that have nothing of one. */
function flagsOf({ properties }) {
  const flags = properties.flatMap(({ key, value, computed }) => {
    const name = computed ? undefined : (key?.name ?? key?.value);
    if (typeof name !== "string") return [];
    if (VERDICT_KEYS.test(name))
      return isLiteral(value, true) ? [] : [`${name}${isLiteral(value, false) ? "False" : ""}`];
    if (STATE_KEYS.test(name)) return value.type === "Literal" && FAILURE_STATES.test(value.value) ? ["state"] : [];
    return FAILURE_KEYS.test(name) ? ["errorKey"] : [];
  });
  return [...new Set(flags)];
}

function isErrorFlag({ key, value }) {
  return key?.name === "isError" && isLiteral(value, true);
}

function isLiteral(node, value) {
  return node?.type === "Literal" && node.value === value;
}
