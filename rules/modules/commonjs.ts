import type { TSESTree } from "@typescript-eslint/utils";

type Statements = readonly TSESTree.ProgramStatement[];

/** The expression that a CommonJS module exports under a name; as "default", all that it exports. */
export function commonjsExport(body: Statements, name: string): TSESTree.Node | undefined {
  for (const { left, right } of assignments(body)) {
    const path = dottedPath(left);
    if (path === `exports.${name}` || path === `module.exports.${name}`) return right;
    if (path !== "module.exports") continue;
    if (name === "default") return right;
    const property = propertyNamed(right, name);
    if (property) return property;
  }
  return undefined;
}

/** Whether a module adds to an object, or assigns its members, after its declaration. */
export function isChangedLater(body: Statements, name: string): boolean {
  if (assignments(body).some(({ left }) => dottedPath(left)?.startsWith(`${name}.`))) return true;
  return expressions(body).some(
    (expression) =>
      expression.type === "CallExpression" &&
      dottedPath(expression.callee) === "Object.assign" &&
      expression.arguments[0]?.type === "Identifier" &&
      expression.arguments[0].name === name,
  );
}

function assignments(body: Statements): TSESTree.AssignmentExpression[] {
  return expressions(body).filter((expression) => expression.type === "AssignmentExpression");
}

function expressions(body: Statements): TSESTree.Expression[] {
  return body.flatMap((statement) => (statement.type === "ExpressionStatement" ? [statement.expression] : []));
}

function dottedPath(node: TSESTree.Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression") return undefined;
  const object = dottedPath(node.object);
  if (object === undefined) return undefined;
  // The name that a computed key gives does not matter: the object is changed either way.
  if (node.computed) return `${object}.[]`;
  return node.property.type === "Identifier" ? `${object}.${node.property.name}` : undefined;
}

function propertyNamed(node: TSESTree.Node, name: string): TSESTree.Node | undefined {
  if (node.type !== "ObjectExpression") return undefined;
  const found = node.properties.find(
    (each) =>
      each.type === "Property" &&
      !each.computed &&
      (each.key.type === "Identifier" ? each.key.name : (each.key as TSESTree.Literal).value) === name,
  );
  return found?.type === "Property" ? found.value : undefined;
}
