import type { ContractData } from "error-contract";
import { countOf } from "../text.js";
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
