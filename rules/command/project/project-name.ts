import fs from "node:fs";
import path from "node:path";

/** The name of a project: that of its `package.json`, else that of its folder. */
export function readProjectName(cwd: string): string {
  const file = path.join(cwd, "package.json");
  if (!fs.existsSync(file)) return path.basename(cwd);
  try {
    const manifest: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
    const isNamed = typeof manifest === "object" && manifest !== null && "name" in manifest;
    return isNamed && typeof manifest.name === "string" ? manifest.name : path.basename(cwd);
  } catch (error) {
    if (error instanceof SyntaxError) return path.basename(cwd);
    throw error;
  }
}
