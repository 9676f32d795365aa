import fs from "node:fs";
import path from "node:path";
import type { ContractData } from "error-contract";
import { builtInContracts } from "error-contract/detect";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { root } from "../kit/page.js";

interface Importable {
  readonly name: string;
}

const { importable, sizeOf, sizeOfClient } = (await import(path.join(root, "tools/bench/subpaths.js"))) as {
  importable: () => readonly Importable[];
  sizeOf: (one: Importable) => Promise<{ readonly server: number }>;
  sizeOfClient: (contract: ContractData) => Promise<number>;
};
const dist = path.join(root, "src/dist");
const readPage = (name: string) => fs.readFileSync(path.join(root, "docs/guides", name), "utf8").replaceAll("\n", " ");

/** The files of the runtime of which a bundle has something, by name below the package. */
async function bundled(imported: string, module: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: { contents: `export ${imported} from "${module}";`, resolveDir: root },
    bundle: true,
    format: "esm",
    platform: "node",
    metafile: true,
    write: false,
    absWorkingDir: dist,
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => inputs[file]!.bytesInOutput > 0),
  );
}

describe.each<ContractData>([...builtInContracts])("a bundle of $name", (contract) => {
  const { module, errorClass, codes, boundary } = contract.vocabulary;

  test("is at most 11.4 kB for a client, gzipped", async () =>
    expect(await sizeOfClient(contract)).toBeLessThanOrEqual(11_400));

  test.each([
    ["a client", "typed-failures.md", /one contract takes (\d+) to (\d+) kB/, () => sizeOfClient(contract)],
    [
      "the boundary",
      "boundary.md",
      /`wrapHandler` takes (\d+) to (\d+) kB/,
      async () => (await sizeOf(importable().find(({ name }) => name === module)!)).server,
    ],
  ])("takes for %s what docs/guides/%s says", async (_what, page, figures, measure) => {
    const [, least, most] = figures.exec(readPage(page))!.map((each) => Number(each) * 1000);
    const size = await measure();
    expect(size).toBeGreaterThanOrEqual(least!);
    expect(size).toBeLessThanOrEqual(most!);
  });

  test("has no checks of contracts, and nothing that only adapters need", async () => {
    const files = await bundled("*", module);
    expect(files).toContain("contract/compile-contract.js");
    expect(
      files.filter((file) => /^contract\/(?:check-contract|contract-schema|extend)\.js$|adapter/.test(file)),
    ).toEqual([]);
  });

  test("has no error class where only the table is imported", async () => {
    const table = module
      .split("/")
      .at(-1)!
      .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const files = await bundled(`{ ${table} }`, module);
    expect(files).toContain("contract/contract-data.js");
    expect(
      files.filter((file) =>
        /^(?:error\/create-error-class|contract\/(?:compile-contract|schema)|boundary\/guard-handler)\.js$/.test(file),
      ),
    ).toEqual([]);
  });

  test("has no boundary and no check of envelopes where only the class and the codes are imported", async () => {
    const files = await bundled(`{ ${errorClass}, ${codes} }`, module);
    expect(files).toContain("error/create-error-class.js");
    expect(
      files.filter((file) => /^(?:boundary\/(?:guard-handler|deliver)|contract\/envelope-schema)\.js$/.test(file)),
    ).toEqual([]);
    expect(await bundled(`{ ${boundary} }`, module)).toContain("boundary/guard-handler.js");
  });
});
