import type { ContractData } from "error-contract";
import { builtInContracts } from "error-contract/detect";
import type { Linter } from "eslint";
import fs from "node:fs";
import path from "node:path";
import { presets } from "../../configs.js";
import { CommandError, refuse } from "../command.js";
import type { FileChange } from "../project/changed-files.js";
import { findMissingParser, findTypeScriptParser, loadAnyEslint } from "../project/installed-packages.js";
import type { Project } from "../project/read-project.js";
import { countOf } from "../text.js";
import type { ConfigPlan, ContractModule } from "./edit-config.js";
import { chooseOwnCodes, type CodePlaces, collectCodes, type OwnCode } from "./find-own-codes.js";
import { isServerCode, type SourceGlobs } from "./source-globs.js";

/** In which form a module of the project is written. */
type ModuleKind = "typescript" | "module" | "commonjs";

interface PlannedContract {
  readonly change: FileChange;
  readonly module: ContractModule;
  readonly notes: readonly string[];
}

/**
 * Plans the module of a contract that extends the one of a preset by the codes of the project; `undefined` where there
 * are none.
 *
 * @throws CommandError where that contract cannot be extended so.
 */
export async function planContract(
  project: Project,
  globs: SourceGlobs,
  preset: ConfigPlan["preset"],
  isTyped: boolean,
): Promise<PlannedContract | undefined> {
  const { cwd, workspaces, isModule } = project;
  if (workspaces.length > 0) throw refuse("--contract-from-code is for one package: name its folder with --cwd.");
  const base = builtInContracts.find(({ name }) => name === presets[preset].contract);
  if (!base || preset === "jsonRpc" || preset === "mcpAql")
    throw refuse(
      `--contract-from-code cannot extend the contract of ${preset}: docs/guides/your-own-contract.md says how to.`,
    );
  const { errorClass } = base.vocabulary;
  const { places, declaring } = await readCodePlaces(project, globs, errorClass);
  const codes = chooseOwnCodes(places, base);
  if (codes.length === 0) return undefined;
  const kind: ModuleKind = globs.isTypeScript ? "typescript" : isModule ? "module" : "commonjs";
  const name = project.name.replace(/^@[^/]*\//, "");
  const file = findFreeName(project, globs.isTypeScript ? "ts" : "js");
  const isData = kind !== "typescript";
  const names = isTyped ? undefined : codes.map(({ code }) => code);
  return {
    change: {
      file: path.join(cwd, file),
      before: undefined,
      after: writeContract(base, name === base.name ? `${name}-own` : name, codes, kind),
    },
    module: { module: `./${file.replace(/\.ts$/, ".js")}`, isImported: isData, codes: isData ? [] : names },
    notes: [...declaring].map(
      (each) =>
        `${each} has a class \`${errorClass}\` of its own, which \`instanceof ${errorClass}\` may mean: let the file ` +
        `export that of ${file}, or keep it as \`runtime.module\` (docs/guides/settings.md#runtime).`,
    ),
  };
}

function findFreeName({ cwd, sources }: Project, extension: string): string {
  const code = sources.filter(({ name }) => isServerCode(name));
  const folder = code.filter(({ name }) => name.startsWith("src/")).length * 2 > code.length ? "src/" : "";
  const names = ["contract", "error-contract"].map((name) => `${folder}${name}.${extension}`);
  const free = names.find((name) => !fs.existsSync(path.join(cwd, name)));
  if (free === undefined) throw refuse(`${names.join(" and ")} are taken; nothing is overwritten.`);
  return free;
}

async function readCodePlaces({ cwd, isModule }: Project, globs: SourceGlobs, errorClass: string): Promise<CodePlaces> {
  const collected = collectCodes(cwd, errorClass);
  const parser = globs.typescript.length > 0 ? findTypeScriptParser(cwd) : undefined;
  if (globs.typescript.length > 0 && !parser) {
    const missing = findMissingParser(cwd).map((name) => `\`${name}\``);
    throw new CommandError(
      `--contract-from-code reads TypeScript with its parser: install ${missing.join(" and ")} first.`,
    );
  }
  const { ESLint } = loadAnyEslint(cwd);
  const typescript: Linter.Config[] = parser ? [{ files: [...globs.typescript], languageOptions: { parser } }] : [];
  const eslint = new ESLint({
    cwd,
    overrideConfigFile: true,
    overrideConfig: [
      { languageOptions: { sourceType: isModule ? "module" : "commonjs" } },
      ...typescript,
      {
        files: [...globs.files],
        plugins: { collect: { rules: { codes: collected.rule } } },
        rules: { "collect/codes": "error" },
      },
    ],
    errorOnUnmatchedPattern: false,
    allowInlineConfig: false,
  });
  await eslint.lintFiles([...globs.files]);
  return collected;
}

// From here on, nobody has to be asked to look at the condition.
const SURE = 0.7;

/** Writes a module with a contract that extends a built-in one by the codes of the project. */
function writeContract(base: ContractData, name: string, codes: readonly OwnCode[], kind: ModuleKind): string {
  const { errorClass, codes: codesObject, boundary, factories, module } = base.vocabulary;
  const functions = factories
    .map((factory) => factory.name)
    .filter((each) => /^[a-z]\w*$/.test(each) && each !== "fromUnknown");
  const baseName = base.name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const parts = [
    `errorClass: ${errorClass}`,
    `codes: ${codesObject}`,
    "fromUnknown",
    boundary === "wrapHandler" ? boundary : `wrapHandler: ${boundary}`,
    ...(functions.length > 0 ? ["factories"] : []),
  ];
  const own = ["contract", errorClass, codesObject, "fromUnknown", boundary, ...functions];
  const isCommonjs = kind === "commonjs";
  const declare = isCommonjs ? "const" : "export const";
  const writeImport = (names: string, from: string) =>
    isCommonjs ? `const { ${names} } = require("${from}");` : `import { ${names} } from "${from}";`;
  const typescript = [
    "",
    `export type ${errorClass} = InstanceType<typeof ${errorClass}>;`,
    `export type ${errorClass}Code = CodeOf<typeof contract>;`,
  ];
  return [
    writeImport(`${kind === "typescript" ? "type CodeOf, " : ""}contractParts, extend`, "error-contract"),
    writeImport(baseName, module),
    "",
    "// Written from the codes of this code base by `eslint-plugin-error-contract init`. It " +
      "is yours to edit: look at what each",
    "// code means and at its condition, which says whether to retry, and join codes that mean the same.",
    `${declare} contract = extend(${baseName}, {`,
    `  name: ${JSON.stringify(name)},`,
    ...(base.registry === "closed" ? [`  version: "1.0.0",`] : []),
    "  codes: {",
    ...codes.flatMap((code) => writeCode(code, base)),
    "  },",
    "});",
    "",
    `${declare} { ${parts.join(", ")} } = contractParts(contract);`,
    ...(functions.length > 0 ? [`${declare} { ${functions.join(", ")} } = factories;`] : []),
    ...(isCommonjs ? ["", `module.exports = { ${own.join(", ")} };`] : []),
    ...(kind === "typescript" ? typescript : []),
    "",
  ].join("\n");
}

const MOST_WIDTH = 110;

function writeCode({ code, condition, meaning, places, probability }: OwnCode, base: ContractData): readonly string[] {
  const text = meaning.replace(/[\u2028\u2029]/g, " ");
  const fields = [
    `meaning: ${JSON.stringify(text)}`,
    'section: "ours"',
    `condition: "${condition}"`,
    ...(base.message === "literal" ? [`message: ${JSON.stringify(text)}`] : []),
  ];
  const doubt = probability < SURE ? `; the condition is a guess, ${Math.round(probability * 100)} % sure` : "";
  const comment = `    // ${countOf(places, "place")}${doubt}`;
  const line = `    ${code}: { ${fields.join(", ")} },`;
  if (line.length <= MOST_WIDTH) return [comment, line];
  return [comment, `    ${code}: {`, ...fields.map((field) => `      ${field},`), "    },"];
}
