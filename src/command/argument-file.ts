import { readFileSync, writeFileSync } from "node:fs";
import { readMember } from "../json/read.js";
import { CommandError, type Output } from "./command.js";

export const readArgumentFile = (option: string, file: string): Buffer =>
  useFile(option, file, "read", () => readFileSync(file));

export function writeArgumentFile(option: string, file: string, text: string, { note }: Output): void {
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
