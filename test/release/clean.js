// What an older build left behind would be packed with the new one: `npm run clean`.
import fs from "node:fs";
import path from "node:path";
import { PACKAGES } from "./tarballs.js";

for (const folder of PACKAGES) {
  fs.rmSync(path.resolve(import.meta.dirname, "../..", folder, "dist"), { recursive: true, force: true });
}
