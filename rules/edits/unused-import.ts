import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

/**
 * Nothing in the file uses the imported or required name, once the references inside of `except` (what a fix rewrites)
 * are gone. Types, exports, JSX and names in JSDoc are uses; the initialisation of a `const` is none.
 */
export function isUnused(
  sourceCode: Readonly<TSESLint.SourceCode>,
  variable: TSESLint.Scope.Variable,
  except: readonly TSESTree.Node[] = [],
): boolean {
  // With a second declaration of the name, it is not the import's alone.
  if (variable.defs.length !== 1 || variable.eslintUsed) return false;

  const isLeaving = ({ range }: TSESTree.Node | TSESTree.Token) =>
    except.some((node) => node.range[0] <= range[0] && range[1] <= node.range[1]);
  const uses = variable.references.filter(({ init, identifier }) => !init && !isLeaving(identifier));
  return (
    uses.length === 0 &&
    !sourceCode.ast.tokens.some((token) => isElementName(token, variable.name) && !isLeaving(token)) &&
    !sourceCode.getAllComments().some((comment) => isNamedIn(comment, variable.name))
  );
}

/** Espree's scopes know JSX only since ESLint 10. */
function isElementName({ type, value }: TSESTree.Token, name: string): boolean {
  return (type as string) === "JSXIdentifier" && value === name;
}

/** `{KaizaError}`, `{@link KaizaError}`, `@see KaizaError` */
function isNamedIn({ type, value }: TSESTree.Comment, name: string): boolean {
  if (type !== "Block" || !value.startsWith("*")) return false;
  const word = String.raw`(?<![\w$])${name.replaceAll("$", String.raw`\$`)}(?![\w$])`;
  return new RegExp(String.raw`\{[^}]*${word}|@(?:see|link|throws|exception|extends|augments)\s+${word}`).test(value);
}
