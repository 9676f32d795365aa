import type { TSESTree } from "@typescript-eslint/utils";

type Statements = readonly TSESTree.ProgramStatement[];

/** The expression that a CommonJS module exports under a name; as "default", all that it exports. */
export function findCommonjsExport(body: Statements, name: string): TSESTree.Node | undefined {
  for (const { left, right } of listAssignments(body)) {
    const path = readDottedPath(left);
    if (path === `exports.${name}` || path === `module.exports.${name}`) return right;
    if (path !== "module.exports") continue;
    if (name === "default") return right;
    const property = findPropertyValue(right, name);
    if (property) return property;
  }
  return undefined;
}

/** Whether a module adds to an object, or assigns its members, after its declaration. */
export function isChangedLater(body: Statements, name: string): boolean {
  if (listAssignments(body).some(({ left }) => readDottedPath(left)?.startsWith(`${name}.`))) return true;
  return listExpressions(body).some(
    (expression) =>
      expression.type === "CallExpression" &&
      readDottedPath(expression.callee) === "Object.assign" &&
      expression.arguments[0]?.type === "Identifier" &&
      expression.arguments[0].name === name,
  );
}

function listAssignments(body: Statements): TSESTree.AssignmentExpression[] {
  return listExpressions(body).filter((expression) => expression.type === "AssignmentExpression");
}

function listExpressions(body: Statements): TSESTree.Expression[] {
  return body.flatMap((statement) => (statement.type === "ExpressionStatement" ? [statement.expression] : []));
}

function readDottedPath(node: TSESTree.Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression") return undefined;
  const object = readDottedPath(node.object);
  if (object === undefined) return undefined;
  // The name that a computed key gives does not matter: the object is changed either way.
  if (node.computed) return `${object}.[]`;
  return node.property.type === "Identifier" ? `${object}.${node.property.name}` : undefined;
}

function findPropertyValue(node: TSESTree.Node, name: string): TSESTree.Node | undefined {
  if (node.type !== "ObjectExpression") return undefined;
  const found = node.properties.find(
    (each) =>
      each.type === "Property" &&
      !each.computed &&
      (each.key.type === "Identifier" ? each.key.name : (each.key as TSESTree.Literal).value) === name,
  );
  return found?.type === "Property" ? found.value : undefined;
}
