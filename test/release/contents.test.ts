import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../kit/page.js";

interface Tarball {
  readonly folder: string;
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

const load = (file: string): Promise<any> => import(path.join(import.meta.dirname, file));
const { PACKAGES, tarballs } = (await load("tarballs.js")) as { PACKAGES: string[]; tarballs: () => Tarball[] };

const manifestOf = (folder: string) => JSON.parse(read(folder, "package.json")) as Record<string, any>;
const read = (...names: string[]) => fs.readFileSync(path.join(root, ...names), "utf8");
const namesIn = (...folder: string[]) =>
  fs.readdirSync(path.join(root, ...folder), { recursive: true, encoding: "utf8" });

const filesIn = (...folder: string[]) =>
  namesIn(...folder).filter((name) => fs.statSync(path.join(root, ...folder, name)).isFile());

/** What `tsc` makes of the runtime's sources, also as CommonJS in a folder that says so. */
function builtRuntime(): string[] {
  const files = namesIn("src")
    .filter((name) => name.endsWith(".ts") && !/^(?:dist|cjs|node_modules)\b/.test(name))
    .flatMap((name) => [".js", ".d.ts"].map((extension) => name.replace(/\.ts$/, extension)))
    .flatMap((name) => ["dist", "cjs"].map((output) => path.join(output, name)))
    // The bin and what it proves are ES modules alone.
    .filter((name) => !/^cjs.(?:command|prove)\b/.test(name));
  return [...files, "cjs/package.json"];
}

/** The modules of the plugin are in files whose names come from their texts. */
function builtPlugin(packed: readonly string[]): string[] {
  const chunks = packed.filter((name) => /^lib\/chunk-[0-9A-Z]{8}\.js$/.test(name));
  const pages = namesIn("docs/rules").filter((name) => /^[\w-]+\.md$/.test(name));
  const made = ["index.js", "index.d.ts", "plugin-types.d.ts", "main.js", ...pages.map((name) => `pages/${name}`)];
  return [...chunks, ...made.map((name) => `lib/${name}`)];
}

describe.each(tarballs())("the tarball of $name", ({ folder, files }) => {
  const names = files.map((file) => file.path);

  // What an older build left in dist or cjs is packed too; `npm run clean` removes it.
  it("holds what was built from the sources, the schemas or presets, and what npm shows; nothing else", () => {
    const data = folder === "src" ? ["schemas", "template"] : ["oxlint"];
    const written = data.flatMap((each) => filesIn(folder, each).map((name) => `${each}/${name}`));
    const shown = ["CHANGELOG.md", "LICENSE", "README.md", "package.json"];
    const built = folder === "src" ? builtRuntime() : builtPlugin(names);
    const expected = [...built, ...written, ...shown].map((name) => name.replaceAll(path.sep, "/"));
    expect([...names].sort()).toEqual(expected.sort());
  });

  it("names no maps, which are not packed, and no place on the machine that built it", () => {
    const texts = names.map((name) => [name, read(folder, name)] as const);
    expect(texts.filter(([, text]) => text.includes("sourceMappingURL=") || text.includes(root))).toEqual([]);
  });
});

describe("the manifests", () => {
  const manifests = PACKAGES.map((folder) => ({ folder, manifest: manifestOf(folder) }));

  it.each(manifests)("$folder: runs nothing when it is installed", ({ manifest }) => {
    expect(manifest.scripts).toBeUndefined();
  });

  // npm refuses to attest where a package comes from when its `repository` is another one than that which builds it.
  it.each(manifests)("$folder: asks for provenance, and says which folder of the repository it is", (each) => {
    const { homepage, publishConfig, repository } = each.manifest;
    expect(publishConfig).toEqual({ access: "public", provenance: true });
    expect(repository).toMatchObject({ type: "git", directory: each.folder });
    expect(homepage).toBe(`${repository.url.replace(/^git\+|\.git$/g, "")}/blob/main/${each.folder}/README.md`);
  });

  it("have one version, and the plugin wants exactly that of the runtime", () => {
    const [runtime, plugin] = manifests.map(({ manifest }) => manifest);
    expect(plugin!.version).toBe(runtime!.version);
    expect(plugin!.dependencies[runtime!.name]).toBe(runtime!.version);
  });
});
