import { readFileSync, writeFileSync } from "node:fs";
import { CommandError, type Terminal } from "../cli/command.js";
import { readMember } from "../json/read.js";

export const readArgumentFile = (option: string, file: string): Buffer =>
  useFile(option, file, "read", () => readFileSync(file));

export function writeArgumentFile(option: string, file: string, text: string, { note }: Terminal): void {
  useFile(option, file, "written", () => writeFileSync(file, text));
  note(`Wrote ${file}`);
}

function useFile<T>(option: string, file: string, what: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const code = String(readMember(error, "code"));
    throw new CommandError(`--${option}: ${file} cannot be ${what}: ${code}.`, { cause: error });
  }
}
