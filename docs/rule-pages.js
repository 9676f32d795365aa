// Copies the pages of the rules to rules/dist/pages, from where the package ships them: `explain` prints them.
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";

const pages = new URL("rules/", import.meta.url);
const target = new URL("../rules/dist/pages/", import.meta.url);

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const name of readdirSync(pages).filter((each) => each.endsWith(".md")))
  cpSync(new URL(name, pages), new URL(name, target));
