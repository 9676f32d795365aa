import path from "node:path";
import { defineConfig } from "vitepress";
import { listPages, writePages } from "../build/pages.js";
import { slugify } from "../build/markdown.js";

const site = path.resolve(import.meta.dirname, "..");
const assembled = path.join(site, ".cache/pages");
const base = process.env.SITE_BASE ?? "/";

writePages(listPages(), assembled);

export default defineConfig({
  title: "error-contract",
  description: "Every failure of an MCP server as one JSON form, with a code that says what to do.",
  lang: "en",
  base,
  srcDir: ".cache/pages",
  outDir: "dist",
  cacheDir: ".cache/vite",
  cleanUrls: true,
  vite: { publicDir: path.join(site, "public"), server: { fs: { allow: [path.resolve(site, "..")] } } },
  markdown: { anchor: { slugify } },
  themeConfig: {
    search: { provider: "local" },
  },
});
