import type { ContractData } from "error-contract";
import { countOf } from "../terminal.js";
import type { OwnCode } from "./find-own-codes.js";

/** In which form a module of the project is written. */
export type ModuleKind = "typescript" | "module" | "commonjs";

export interface ContractText {
  readonly base: ContractData;
  /** The name of the contract. */
  readonly name: string;
  readonly codes: readonly OwnCode[];
  readonly kind: ModuleKind;
}

// From here on, nobody has to be asked to look at the condition.
const SURE = 0.7;

/** Writes a module with a contract that extends a built-in one by the codes of the project. */
export function writeContract({ base, name, codes, kind }: ContractText): string {
  const { errorClass, codes: codesObject, boundary, factories, module } = base.vocabulary;
  const functions = factories
    .map((factory) => factory.name)
    .filter((each) => /^[a-z]\w*$/.test(each) && each !== "fromUnknown");
  const baseName = base.name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const names = [
    `errorClass: ${errorClass}`,
    `codes: ${codesObject}`,
    "fromUnknown",
    renameMember("wrapHandler", boundary),
  ];
  const parts = [...names, ...(functions.length > 0 ? ["factories"] : [])].join(", ");
  const types = kind === "typescript" ? ["type CodeOf", "contractParts", "extend"] : ["contractParts", "extend"];
  const version = base.registry === "closed" ? [`  version: "1.0.0",`] : [];
  const head = [
    ...writeImport(types.join(", "), "error-contract", kind),
    ...writeImport(baseName, module, kind),
    "",
    "// Written from the codes of this code base by `eslint-plugin-error-contract init`. It " +
      "is yours to edit: look at what each",
    "// code means and at its condition, which says whether to retry, and join codes that mean the same.",
    `${writeDeclaration(kind)}contract = extend(${baseName}, {`,
    `  name: ${JSON.stringify(name)},`,
    ...version,
    "  codes: {",
    ...codes.flatMap((code) => writeCode(code, base)),
    "  },",
    "});",
    "",
  ];
  if (kind === "commonjs") {
    const own = ["contract", errorClass, codesObject, "fromUnknown", boundary, ...functions];
    return lines([
      ...head,
      `const { ${parts} } = contractParts(contract);`,
      ...(functions.length > 0 ? [`const { ${functions.join(", ")} } = factories;`] : []),
      "",
      `module.exports = { ${own.join(", ")} };`,
    ]);
  }
  return lines([
    ...head,
    `export const { ${parts} } = contractParts(contract);`,
    ...(functions.length > 0 ? [`export const { ${functions.join(", ")} } = factories;`] : []),
    ...(kind === "typescript"
      ? [
          "",
          `export type ${errorClass} = InstanceType<typeof ${errorClass}>;`,
          `export type ${errorClass}Code = CodeOf<typeof contract>;`,
        ]
      : []),
  ]);
}

const lines = (texts: readonly string[]) => `${texts.join("\n")}\n`;
const writeDeclaration = (kind: ModuleKind) => (kind === "commonjs" ? "const " : "export const ");
const renameMember = (name: string, to: string) => (name === to ? name : `${name}: ${to}`);

function writeImport(names: string, module: string, kind: ModuleKind): readonly string[] {
  return [kind === "commonjs" ? `const { ${names} } = require("${module}");` : `import { ${names} } from "${module}";`];
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
