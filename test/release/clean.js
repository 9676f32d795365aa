// What an older build left behind would be packed with the new one: `npm run clean`.
import fs from "node:fs";
import path from "node:path";
import { PACKAGES } from "./tarballs.js";

const WORKSPACE = path.resolve(import.meta.dirname, "../..");
const COMMONJS = path.join(WORKSPACE, "src/cjs");

for (const folder of [...PACKAGES.map((each) => `${each}/dist`), "rules/lib"]) {
  fs.rmSync(path.join(WORKSPACE, folder), { recursive: true, force: true });
}
for (const name of fs.readdirSync(COMMONJS)) {
  if (name !== "package.json") fs.rmSync(path.join(COMMONJS, name), { recursive: true });
}
