import type { ContractData } from "error-contract";
import { builtInContracts } from "error-contract/detect";
import type { Linter } from "eslint";
import fs from "node:fs";
import path from "node:path";
import { presets } from "../../configs.js";
import { CommandError, EXIT } from "../command.js";
import type { FileChange } from "../project/changed-files.js";
import { findMissingParser, findTypeScriptParser, loadAnyEslint } from "../project/installed-packages.js";
import type { Project } from "../project/read-project.js";
import { chooseOwnCodes, type CodePlaces, collectCodes } from "./find-own-codes.js";
import { isServerCode, type SourceGlobs } from "./source-globs.js";
import type { ConfigPlan, ContractModule } from "./write-config.js";
import { type ModuleKind, writeContract } from "./write-contract.js";

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
  const file = findFreeName(project, globs.isTypeScript ? "ts" : "js");
  const isData = kind !== "typescript";
  const names = isTyped ? undefined : codes.map(({ code }) => code);
  return {
    change: {
      file: path.join(cwd, file),
      before: undefined,
      after: writeContract({ base, name: chooseName(project.name, base), codes, kind }),
    },
    module: { module: `./${file.replace(/\.ts$/, ".js")}`, isImported: isData, codes: isData ? [] : names },
    notes: [...declaring].map((each) => warnOfClass(errorClass, each, file, kind)),
  };
}

const refuse = (text: string) => new CommandError(text, { exitCode: EXIT.findings });

/** Says what to do about a class of the project that has the name of the contract's. */
function warnOfClass(errorClass: string, file: string, contractFile: string, kind: ModuleKind): string {
  const relative = path.posix.relative(path.posix.dirname(file), contractFile.replace(/\.ts$/, ".js"));
  const module = relative.startsWith(".") ? relative : `./${relative}`;
  const exported =
    kind === "commonjs"
      ? `exports.${errorClass} = require("${module}").${errorClass};`
      : `export { ${errorClass} } from "${module}";`;
  return (
    `${file} has a class \`${errorClass}\` of its own, which \`instanceof ${errorClass}\` may mean: let the file ` +
    `export that of ${contractFile} (\`${exported}\`), or keep it as \`runtime.module\` ` +
    "(docs/guides/settings.md#runtime)."
  );
}

/** The name of a package without its scope, as a contract of its own. */
function chooseName(name: string, base: ContractData): string {
  const plain = name.replace(/^@[^/]*\//, "");
  return plain === base.name ? `${plain}-own` : plain;
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
      {
        languageOptions: { sourceType: isModule ? "module" : "commonjs" },
        linterOptions: { reportUnusedDisableDirectives: "off" },
      },
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
