import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

import { importEqualsModule, requiredModule } from "../syntax/module-system.js";

/** What `exported` is for a name that stands for the whole module. */
export const WHOLE_MODULE = "*";

/** A local name that a top-level import or require makes. */
export interface ImportBinding {
  readonly module: string;
  /** The name it has in the module, or `WHOLE_MODULE`. */
  readonly exported: string;
  readonly variable: TSESLint.Scope.Variable;
  readonly node: TSESTree.Node;
  readonly statement: TSESTree.ProgramStatement;
  /** `import type`, or `type` before the name: there is no value until the word goes. */
  readonly isTypeOnly: boolean;
}

type Found = Pick<ImportBinding, "module" | "exported" | "node"> & { local: string; isTypeOnly?: boolean };

const files = new WeakMap<Readonly<TSESLint.SourceCode>, readonly ImportBinding[]>();

/** Every name that the file's top level takes from a module. A re-export binds nothing and is none. */
export function importBindings(sourceCode: Readonly<TSESLint.SourceCode>): readonly ImportBinding[] {
  const known = files.get(sourceCode) ?? bindingsIn(sourceCode);
  files.set(sourceCode, known);
  return known;
}

function bindingsIn(sourceCode: Readonly<TSESLint.SourceCode>): readonly ImportBinding[] {
  return sourceCode.ast.body.flatMap((statement) =>
    foundIn(statement).flatMap(({ module, exported, node, local, isTypeOnly = false }) => {
      const declaring = node.type === "Property" ? declaratorOf(node) : node;
      const variable = sourceCode.getDeclaredVariables(declaring).find(({ name }) => name === local);
      return variable ? [{ module, exported, node, isTypeOnly, statement, variable }] : [];
    }),
  );
}

function foundIn(statement: TSESTree.ProgramStatement): Found[] {
  if (statement.type === "ImportDeclaration") return fromImport(statement);
  if (statement.type === "VariableDeclaration") return statement.declarations.flatMap(fromDeclarator);

  const module = importEqualsModule(statement);
  if (module === undefined || statement.type !== "TSImportEqualsDeclaration") return [];
  const isTypeOnly = statement.importKind === "type";
  return [{ module, exported: WHOLE_MODULE, local: statement.id.name, node: statement, isTypeOnly }];
}

function fromImport({ importKind, source, specifiers }: TSESTree.ImportDeclaration): Found[] {
  return specifiers.map((node) => {
    const isInlineType = node.type === "ImportSpecifier" && node.importKind === "type";
    const isTypeOnly = importKind === "type" || isInlineType;
    return { module: source.value, exported: exportedName(node), local: node.local.name, node, isTypeOnly };
  });
}

function exportedName(node: TSESTree.ImportClause): string {
  if (node.type === "ImportNamespaceSpecifier") return WHOLE_MODULE;
  if (node.type === "ImportDefaultSpecifier") return "default";
  return node.imported.type === "Identifier" ? node.imported.name : node.imported.value;
}

function fromDeclarator(node: TSESTree.VariableDeclarator): Found[] {
  const { id, init } = node;
  if (id.type === "ObjectPattern") return fromPattern(id, requiredModule(init));
  if (id.type !== "Identifier") return [];

  const module = requiredModule(init);
  if (module !== undefined) return [{ module, exported: WHOLE_MODULE, local: id.name, node }];
  return fromRequiredMember(node, id.name);
}

/** `const SE = require("m").SystemError` */
function fromRequiredMember(node: TSESTree.VariableDeclarator, local: string): Found[] {
  if (node.init?.type !== "MemberExpression" || node.init.computed) return [];
  const module = requiredModule(node.init.object);
  if (module === undefined || node.init.property.type !== "Identifier") return [];
  return [{ module, exported: node.init.property.name, local, node }];
}

function fromPattern({ properties }: TSESTree.ObjectPattern, module: string | undefined): Found[] {
  if (module === undefined) return [];
  return properties.flatMap((node) => {
    // A name with a default may hold something else than the export.
    if (node.type !== "Property" || node.value.type !== "Identifier") return [];
    if (node.computed || node.key.type !== "Identifier") return [];
    return [{ module, exported: node.key.name, local: node.value.name, node }];
  });
}

function declaratorOf(property: TSESTree.Property): TSESTree.Node {
  return property.parent.parent;
}
