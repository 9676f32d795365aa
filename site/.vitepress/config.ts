import fs from "node:fs";
import path from "node:path";
import { defineConfig } from "vitepress";
import { extendMarkdown, slugify } from "../build/markdown.js";
import { createSidebar } from "../build/navigation.js";
import { listPages, writePages } from "../build/pages.js";
import { createReference } from "../build/reference.js";
import { listTwins, writeTwins } from "../build/twins.js";
import { playground } from "../play/vite-plugin.js";

const site = path.resolve(import.meta.dirname, "..");
// Builds that run side by side have one each.
const cache = process.env.SITE_CACHE ?? ".cache";
const assembled = path.join(site, cache, "pages");
const base = process.env.SITE_BASE ?? "/";
const title = "error-contract";
const description = "Every failure of an MCP server as one JSON form, with a code that says what to do.";
const repository = "https://github.com/error-contract/error-contract";

fs.rmSync(assembled, { recursive: true, force: true });
const { pages: reference } = await createReference();
const pages = listPages(reference);
writePages(pages, assembled);

export default defineConfig({
  title,
  description,
  lang: "en",
  base,
  srcDir: `${cache}/pages`,
  outDir: "dist",
  cacheDir: `${cache}/vite`,
  cleanUrls: true,
  head: [
    ["link", { rel: "icon", href: `${base}logo.svg`, type: "image/svg+xml" }],
    ["meta", { name: "theme-color", content: "#0b6b5f" }],
  ],
  markdown: {
    anchor: { slugify },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (markdown) => extendMarkdown(markdown, base),
  },
  transformHead: ({ pageData }) => {
    if (pageData.isNotFound) return [];
    return [["link", { rel: "alternate", type: "text/markdown", href: base + pageData.relativePath }]];
  },
  buildEnd: ({ outDir }) => {
    const home = (process.env.SITE_ORIGIN ?? "") + base;
    writeTwins(listTwins(pages, { title, description, home }), outDir);
  },
  vite: {
    publicDir: path.join(site, "public"),
    server: { fs: { allow: [path.resolve(site, "..")] } },
    plugins: [
      playground(),
      {
        name: "pages",
        configureServer: ({ watcher }) => {
          watcher.add([path.join(site, "pages"), path.resolve(site, "../docs")]);
          watcher.on("change", (file) => {
            if (file.endsWith(".md") && !file.startsWith(assembled)) writePages(listPages(reference), assembled);
          });
        },
      },
    ],
  },
  themeConfig: {
    logo: "/logo.svg",
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Start", link: "/start" },
      { text: "Rules", link: "/rules/" },
      { text: "Codes", link: "/codes" },
      { text: "Reference", link: "/reference/" },
      { text: "Playground", link: "/play" },
      { text: "Changelog", link: "/changelog" },
    ],
    sidebar: createSidebar(pages),
    socialLinks: [{ icon: "github", link: repository }],
    editLink: {
      // It is read in the browser, and can name nothing from here.
      pattern: ({ frontmatter }) =>
        `https://github.com/error-contract/error-contract/edit/main/${frontmatter.source as string}`,
      text: "Edit this page",
    },
    footer: { message: "MIT licensed" },
  },
});
