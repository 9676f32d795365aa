import type { DefaultTheme } from "vitepress";
import { readTitle, type Page } from "./pages.js";

interface Group {
  readonly text: string;
  readonly pages: readonly Page[];
}

/** The groups of the side bar, the main page first. A name with `/` or `-` at its end stands for what begins so. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Start: ["start", "guides/new-server", "contracts/index", "play", "samples/"],
  "Set up": [
    "guides/init",
    "guides/commands",
    "guides/node",
    "guides/settings",
    "guides/linted-files",
    "guides/unparsed-files",
    "guides/github-actions",
  ],
  "Editors and hosts": [
    "guides/hosts",
    "guides/editors",
    "guides/oxlint",
    "guides/rslint",
    "guides/versions",
    "guides/typescript-7",
  ],
  Rules: ["rules/index", "rules/", "types"],
  Migrate: ["guides/migrating", "guides/scale", "guides/from-0.1"],
  "The boundary": [
    "guides/boundary",
    "guides/frameworks",
    "guides/frameworks/",
    "guides/failures-of-a-server",
    "guides/boundary-",
  ],
  HTTP: ["guides/boundary-http", "guides/http-"],
  Operate: ["guides/operators", "guides/audit-log", "guides/audit-log-", "guides/proving"],
  Clients: [
    "guides/acting-on-failures",
    "guides/clients",
    "guides/retrying",
    "guides/failures-for-clients",
    "guides/typed-failures",
    "runtime",
    "guides/building-on",
  ],
  Contracts: ["codes", "guides/your-own-contract", "guides/contract-bases", "guides/mcp-aql"],
  Reference: ["reference/index", "reference/error-contract", "reference/"],
  Agents: ["guides/agents", "agents"],
  "More guides": ["guides/"],
  Project: ["evidence", "speed", "changelog", ""],
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
    // A title that is no link would be a button with a button in it.
    link: toLink(grouped[0]),
    items: grouped.map((page) => ({
      text: readTitle(page).replace("error-contract/", ""),
      link: toLink(page),
    })),
  }));
}

function toLink(page: Page | undefined): string {
  return `/${page?.path.replace(/(?:index)?\.md$/, "") ?? ""}`;
}
