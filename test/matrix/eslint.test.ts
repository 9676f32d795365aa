import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { installedProject, nodeBinary } from "../kit/installed.js";
import { root } from "../kit/page.js";
import { filesOf, nodeModules, projectWith, writeFiles, type Files } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { cells, languages, nameOf, type Cell, type Language } from "./cells.js";
import { configuration } from "./configuration.js";
import { eslintFindings, markedLines, projectFiles, type Finding } from "./outcome.js";
import { VERSIONS } from "./versions.js";

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    module: "nodenext",
    target: "es2022",
    lib: ["es2023"],
    noEmit: true,
    checkJs: true,
    skipLibCheck: false,
    types: ["node"],
  },
  include: ["src", "eslint.config.*"],
};

/**
 * What the compiler says of the fixed project. Before 5.8 TypeScript refuses to `require` an ES module, which every
 * Node that we support does.
 */
const compileErrors = ({ typescript, form }: Cell): readonly string[] =>
  typescript === VERSIONS.typescript[0] && form === "commonjs" ? ["eslint.config.cjs TS1479"] : [];

const files = ({ form, language, typescript }: Pick<Cell, "form" | "language" | "typescript">): Files => ({
  "package.json": JSON.stringify({ private: true, type: language === "commonjs" ? "commonjs" : "module" }),
  ...(typescript ? { "tsconfig.json": JSON.stringify(TSCONFIG) } : {}),
  ...configuration({ form, language }),
  ...projectFiles(language),
});

/** What the plugin takes of typescript-eslint, in a range: a cell installs it in the version of the cell. */
const OF_THE_PLUGIN = ["@typescript-eslint/utils", "@typescript-eslint/scope-manager"];

const packages = ({ eslint, typescript, typescriptEslint, compiler, form }: Cell): readonly string[] => [
  `eslint@${eslint}`,
  ...(typescript ? [`typescript@${typescript}`, `@types/node@${VERSIONS.typesNode}`] : []),
  ...(typescriptEslint
    ? [`typescript-eslint@${typescriptEslint}`, ...OF_THE_PLUGIN.map((name) => `${name}@${typescriptEslint}`)]
    : []),
  ...(compiler ? [`@typescript/native@npm:typescript@${compiler}`] : []),
  ...(form === "typescript" ? [`jiti@${VERSIONS.jiti}`] : []),
];

/** What a program writes about failures means the same to each TypeScript: the packed declarations, checked in full. */
const usage: Files = {
  "usage.ts": fs.readFileSync(path.join(root, "test/src/typed-usage.ts"), "utf8"),
  "tsconfig.usage.json": JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      module: "nodenext",
      target: "es2022",
      types: ["node"],
    },
    files: ["usage.ts"],
  }),
};

interface Base {
  readonly findings: readonly Finding[];
  readonly fixed: Files;
}

const bases = new Map<Language, Promise<Base>>();

/**
 * What the ESLint of this workspace makes of the project: what every cell is to find. Types from TypeScript 7 show what
 * typescript-eslint's do.
 */
function base(language: Language): Promise<Base> {
  const made = bases.get(language) ?? makeBase(language);
  bases.set(language, made);
  return made;
}

async function makeBase(language: Language): Promise<Base> {
  if (language === "beside") return base("typed");
  if (language === "native") {
    const { findings, fixed } = await base("typed");
    return { findings: findings.filter(({ place }) => !place.includes(".ts:")), fixed };
  }
  const project = projectWith(files({ form: "objects", language, typescript: "6" }));
  const findings = await eslintFindings(project);
  await runNode([path.join(nodeModules, "eslint/bin/eslint.js"), ".", "--fix"], { cwd: project });
  const sources = Object.entries(filesOf(project)).filter(([name]) => name.startsWith("src"));
  return { findings, fixed: Object.fromEntries(sources) };
}

/** What npm installs for a peer of a dependency, where the project has no TypeScript or another: nothing loads it. */
function removeTypescript6(project: string): void {
  for (const owner of [project, path.join(project, "node_modules/eslint-plugin-error-contract")]) {
    const folder = path.join(owner, "node_modules/typescript");
    const manifest = path.join(folder, "package.json");
    if (fs.existsSync(manifest) && fs.readFileSync(manifest, "utf8").includes('"version": "6.')) {
      fs.rmSync(folder, { recursive: true });
    }
  }
}

describe.each(languages)("the project, %s", (language) => {
  it("has the findings that it is marked with", async () => {
    const { findings } = await base(language);
    expect(findings.map(({ place, rule }) => `${place} ${rule}`)).toEqual(markedLines(language));
  });
});

describe.each(cells.map((cell) => [nameOf(cell), cell] as const))("%s", (_, cell) => {
  let project: string;
  let node: string;

  beforeAll(async () => {
    project = await installedProject(packages(cell), files(cell));
    if (!cell.typescriptEslint) removeTypescript6(project);
    node = await nodeBinary(cell.node);
  });

  it.runIf(cell.typescriptEslint)("loads the packages of the cell", () => {
    const { resolve } = createRequire(path.join(project, "node_modules/eslint-plugin-error-contract/package.json"));
    const versions = OF_THE_PLUGIN.map(
      (name) => (JSON.parse(fs.readFileSync(resolve(`${name}/package.json`), "utf8")) as { version: string }).version,
    );
    expect(versions).toEqual(OF_THE_PLUGIN.map(() => cell.typescriptEslint));
  });

  it("has the findings of the workspace, its fixes and suggestions", async () =>
    expect(await eslintFindings(project, node)).toEqual((await base(cell.language)).findings));

  it("runs what was fixed", async () => {
    writeFiles(project, (await base(cell.language)).fixed);
    const call = await runNode(["call.mjs"], { cwd: project, node });
    expect(call, call.stderr).toMatchObject({ status: 0, stdout: "INVALID_INPUT_TYPE\n" });
  });

  const isFirst = cells.find(({ typescript }) => typescript === cell.typescript) === cell;
  it.runIf(cell.typescript && !cell.compiler && isFirst)("has types that mean the same to its TypeScript", async () => {
    writeFiles(project, usage);
    const args = ["node_modules/typescript/bin/tsc", "--project", "tsconfig.usage.json"];
    expect(await runNode(args, { cwd: project, node })).toMatchObject({ status: 0, stdout: "" });
  });

  if (!cell.compiles) return;
  it("compiles it, and the configuration", async () => {
    const compiler = path.join("node_modules", cell.compiler ? "@typescript/native" : "typescript", "bin/tsc");
    const { stdout } = await runNode([compiler, "--pretty", "false"], { cwd: project, node });
    const errors = [...stdout.matchAll(/^(\S+)\(.*?: error (TS\d+)/gm)].map(([, file, code]) => `${file} ${code}`);
    expect(errors, stdout).toEqual(compileErrors(cell));
  });
});
