// Copies the pages of the rules to rules/dist/pages, from where the package ships them: `explain` prints them. Builds
// may run side by side, so that no page is gone at any moment.
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";

const source = new URL("rules/", import.meta.url);
const target = new URL("../rules/dist/pages/", import.meta.url);
const pages = readdirSync(source).filter((name) => name.endsWith(".md"));

mkdirSync(target, { recursive: true });
for (const name of pages) copyFileSync(new URL(name, source), new URL(name, target));
for (const name of readdirSync(target)) if (!pages.includes(name)) rmSync(new URL(name, target), { force: true });
