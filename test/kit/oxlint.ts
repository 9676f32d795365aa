import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { runNode } from "./run-node.js";

const require = createRequire(import.meta.url);

/** The command, as npm links it. */
export const oxlintMain = path.join(path.dirname(require.resolve("oxlint/package.json")), "bin/oxlint");

interface Finding {
  readonly file: string;
  readonly rule: string;
  readonly message: string;
  /** Where it begins and ends in the text of the file. */
  readonly range: readonly [number, number];
}

export interface OxlintRun {
  readonly status: number | null;
  readonly findings: readonly Finding[];
  /** The files that oxlint could not parse, and what it says of none of our rules. */
  readonly others: readonly { readonly file: string; readonly message: string }[];
}

interface Report {
  readonly diagnostics: readonly {
    readonly code?: string;
    readonly message: string;
    readonly filename: string;
    readonly labels: readonly { readonly span: { readonly offset: number; readonly length: number } }[];
  }[];
}

/** Runs oxlint in a folder, that of the workspace or another; what it reports is put into the terms of ESLint. */
export async function oxlint(folder: string, args: readonly string[] = ["."], main?: string): Promise<OxlintRun> {
  const texts = new Map<string, Buffer>();
  const textOf = (file: string) => {
    const text = texts.get(file) ?? fs.readFileSync(path.join(folder, file));
    texts.set(file, text);
    return text;
  };
  const { status, stdout, stderr } = await runOxlint(folder, ["--format", "json", ...args], main);
  if (!stdout.startsWith("{")) throw new Error(stdout + stderr);

  const { diagnostics } = JSON.parse(stdout) as Report;
  const findings: Finding[] = [];
  const others: { file: string; message: string }[] = [];
  for (const { code, message, filename: file, labels } of diagnostics) {
    const rule = /^error-contract\((.*)\)$/.exec(code ?? "")?.[1];
    const span = labels[0]?.span;
    if (rule === undefined || !span) others.push({ file, message });
    else {
      // oxlint counts bytes.
      const offset = (bytes: number) => textOf(file).subarray(0, bytes).toString().length;
      findings.push({
        file,
        rule: `error-contract/${rule}`,
        message,
        range: [offset(span.offset), offset(span.offset + span.length)],
      });
    }
  }
  return { status, findings, others };
}

/** Runs oxlint to its end, whatever it prints. */
export function runOxlint(folder: string, args: readonly string[], main = oxlintMain) {
  return runNode([main, ...args], { cwd: folder });
}
