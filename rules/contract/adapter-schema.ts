import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { findModuleFile } from "../modules/module-file.js";

interface Known {
  readonly changed: number;
  readonly codes: readonly string[] | undefined;
}

const load = createRequire(import.meta.url);
const files = new Map<string, Known>();

/**
 * The codes that an adapter schema registers, in YAML or JSON: the keys of its `error_codes` and the codes that its
 * `error_mapping` names (specification 004 sections 8.2 and 8.3). Read once until the file changes; `undefined` when it
 * is missing or does not parse.
 */
export function readAdapterCodes(path: string): readonly string[] | undefined {
  const found = findModuleFile(path);
  if (!found) return undefined;
  const known = files.get(found.file);
  if (known?.changed === found.changed) return known.codes;
  const codes = read(found.file);
  files.set(found.file, { changed: found.changed, codes });
  return codes;
}

function read(file: string): readonly string[] | undefined {
  try {
    // Most projects have no such file.
    const { parse } = load("yaml") as typeof Yaml;
    const schema: unknown = parse(readFileSync(file, "utf8"));
    const { error_codes: codes, error_mapping: mapping } = toObject(schema);
    const mapped = Object.values(toObject(mapping)).flatMap((entry) => [entry].flat().map((one) => toObject(one).code));
    return [...Object.keys(toObject(codes)), ...mapped.filter((code) => typeof code === "string")];
  } catch {
    // Half-written: nothing can be said of the codes in it.
    return undefined;
  }
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
