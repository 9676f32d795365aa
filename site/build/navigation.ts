import type { DefaultTheme } from "vitepress";
import { readTitle, type Page } from "./pages.js";

interface Group {
  readonly text: string;
  readonly pages: readonly Page[];
}

/** The groups of the side bar. A name that ends with `/` stands for what is left of a folder. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Start: ["start", "guides/choosing-a-contract", "play", "samples/"],
  Lint: [
    "guides/node",
    "guides/node-rules",
    "guides/commands",
    "guides/settings",
    "guides/linted-files",
    "guides/hosts",
  ],
  "Editors and hosts": ["guides/editors", "guides/oxlint", "guides/versions", "guides/typescript-7", "types"],
  Migrate: ["guides/migrating", "guides/scale", "guides/proving"],
  "The boundary": ["guides/boundary", "guides/frameworks", "guides/failures-of-a-server", "guides/boundary-"],
  "HTTP and the log": ["guides/http-", "guides/operators", "guides/audit-log"],
  Clients: ["guides/clients", "guides/typed-failures", "runtime", "guides/modules"],
  Agents: ["agents", "guides/agents"],
  Contracts: [
    "contracts/index",
    "codes",
    "guides/your-own-contract",
    "guides/contract-bases",
    "contracts/",
    "guides/mcp-aql",
  ],
  "More guides": ["guides/"],
  Rules: ["rules/index", "rules/"],
  Project: ["comparison", "real-code", "changelog", ""],
};

/** Returns all pages but the first one in groups, each page in the first group that names it. */
export function groupPages(pages: readonly Page[]): readonly Group[] {
  const left = new Set(pages.filter((page) => page.path !== "index.md"));
  const exact = new Set(Object.values(GROUPS).flat());
  const take = (name: string) => {
    const taken = [...left].filter((page) => {
      const place = page.path.replace(/\.md$/, "");
      return place === name || (!exact.has(place) && place.startsWith(name) && /[/-]$|^$/.test(name));
    });
    for (const page of taken) left.delete(page);
    return taken;
  };
  const groups = Object.entries(GROUPS).map(([text, names]) => ({ text, pages: names.flatMap(take) }));
  return groups.filter((group) => group.pages.length > 0);
}

export function createSidebar(pages: readonly Page[]): DefaultTheme.SidebarItem[] {
  return groupPages(pages).map(({ text, pages: grouped }) => ({
    text,
    collapsed: true,
    items: grouped.map((page) => ({
      text: readTitle(page).replace("error-contract/", ""),
      link: `/${page.path.replace(/(?:index)?\.md$/, "")}`,
    })),
  }));
}
