// What an editor shows of a contract's module, and what its declarations weigh.
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { root } from "../kit/page.js";

const contracts = path.join(root, "src/dist/contracts");
const names = fs.readdirSync(contracts).filter((name) => fs.existsSync(path.join(contracts, name, "contract.d.ts")));
const program = ts.createProgram(
  names.map((name) => path.join(contracts, name, "index.d.ts")),
  { strict: true, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, types: [] },
);
const checker = program.getTypeChecker();

/** As much as fits on some lines of an editor. */
const longest = 320;

/** The types of what a module exports, and of what its functions return, as an editor prints them in full. */
function listTypes(name: string): readonly (readonly [name: string, text: string])[] {
  const file = program.getSourceFile(path.join(contracts, name, "index.d.ts"))!;
  return checker.getExportsOfModule(checker.getSymbolAtLocation(file)!).flatMap((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0;
    const type = isValue ? checker.getTypeOfSymbol(symbol) : checker.getDeclaredTypeOfSymbol(symbol);
    const signatures = isValue ? [...type.getCallSignatures(), ...type.getConstructSignatures()] : [];
    return [type, ...signatures.map((signature) => signature.getReturnType())].map(
      (each) => [exported.name, checker.typeToString(each, undefined, ts.TypeFormatFlags.NoTruncation)] as const,
    );
  });
}

describe.each(names)("%s", (name) => {
  test("has types that are printed by their names", () => {
    const types = listTypes(name);
    expect(types.length).toBeGreaterThan(10);
    expect(types.filter(([, text]) => text.length > longest)).toEqual([]);
  });

  test("has a table of at most 15 kB of declarations", () =>
    expect(fs.statSync(path.join(contracts, name, "contract.d.ts")).size).toBeLessThanOrEqual(15_000));
});
