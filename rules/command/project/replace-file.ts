import fs from "node:fs";
import path from "node:path";

/** Writes a text such that the file is either the old one or the new one at any moment. */
export function replaceFile(file: string, text: string): void {
  const target = fs.existsSync(file) ? fs.realpathSync(file) : file;
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.tmp`);
  try {
    fs.writeFileSync(temporary, text);
    const mode = fs.statSync(target, { throwIfNoEntry: false })?.mode;
    if (mode !== undefined) fs.chmodSync(temporary, mode);
    fs.renameSync(temporary, target);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}
