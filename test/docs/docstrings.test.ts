// What an editor shows of an export: each has a sentence, whichever entry it comes from.
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { root } from "../kit/page.js";
import { manifestOf } from "../kit/release-repository.js";

const manifest = manifestOf(root, "src") as unknown as {
  readonly exports: Readonly<Record<string, { readonly import?: { readonly types: string } }>>;
};
const entries = Object.entries(manifest.exports).flatMap(([entry, { import: conditions }]) =>
  // The commands of both packages share `./cli`, which promises nothing to others.
  conditions && entry !== "./cli" ? [[entry, path.join(root, "src", conditions.types)] as const] : [],
);
const program = ts.createProgram(
  entries.map(([, file]) => file),
  { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: ["node"], skipLibCheck: true },
);
const checker = program.getTypeChecker();

describe.each(entries)("%s", (_, file) => {
  it("describes each export in a docstring", () => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
    const bare = checker.getExportsOfModule(module).filter((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      return symbol.getDocumentationComment(checker).length === 0;
    });
    expect(bare.map(({ name }) => name)).toEqual([]);
  });
});
