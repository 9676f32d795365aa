import { failureFor } from "./failures.js";
import { load } from "./store.js";

export interface Note {
  readonly text: string;
}

export async function readNote({ file }: { readonly file: string }): Promise<Note> {
  if (file.includes("..")) {
    throw new Error("INVALID_PATH: Dots are not permitted"); // no-raw-error
  }
  if (!file.endsWith(".md")) {
    throw failureFor(file); // no-raw-error, with types
  }
  try {
    return { text: load(file) };
  } catch (error) {
    throw new Error(`FILE_READ_FAILED: ${file}`); // no-raw-error
  }
}

export function preview(note: Promise<Note>): Promise<Note | null> {
  return note.catch(() => null); // no-swallowed-error
}
