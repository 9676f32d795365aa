import { kaiza } from "error-contract/kaiza";
import type { NameMatcher } from "./name-matcher.js";

/** Deprecated error classes and the replacements of their parts. */
export interface LegacySettings {
  /** The deprecated class, its codes object and the function that converts anything to the class. */
  readonly class: NameMatcher;
  readonly codes?: NameMatcher;
  readonly converter?: NameMatcher;
  /** Legacy field -> field of the envelope; `lowerCase` says that the value is written in lower case there. */
  readonly fields: Readonly<Record<string, string | { readonly field: string; readonly lowerCase: true }>>;
  /** Legacy code -> code of the contract, where they differ. */
  readonly codeMap?: Readonly<Record<string, string>>;
}

/** The fields of the deprecated class that the envelope names otherwise. */
const renamedFields = Object.entries(kaiza.legacy.fields).map(
  ([field, legacy]): [string, LegacySettings["fields"][string]] => [
    legacy.from,
    "lowerCase" in legacy ? { field, lowerCase: true } : field,
  ],
);

/** The deprecated class that specification 001 section 10 migrates, and the replacements of its parts. */
export const kaizaLegacy: readonly LegacySettings[] = [
  {
    class: { from: "file", name: "KaizaError" },
    codes: { from: "file", name: "ERROR_CODES" },
    converter: { from: "file", name: "ensureKaizaError" },
    fields: {
      error_code: "error_code",
      human_message: "human_message",
      ...Object.fromEntries(renamedFields),
      cause: "cause",
    },
    codeMap: kaiza.legacy.codes,
  },
];
