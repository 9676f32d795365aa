// The site as it is published: built from nothing, and looked at in a browser.
import fs from "node:fs";
import path from "node:path";
import axe from "axe-core";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import errorContract from "../../rules/dist/index.js";
import { listPages } from "../../site/build/pages.js";
import { createReference } from "../../site/build/reference.js";
import { decodeAddress } from "../../site/play/address.js";
import { browserFile } from "../kit/browser.js";
import { codeBlocks, presetOfPage, root, rulePages } from "../kit/page.js";
import { runNode } from "../kit/run-node.js";
import { findFile, serveSite, type ServedSite } from "../kit/site.js";

/** One page of each kind. */
const KINDS = [
  "/",
  "/start",
  "/rules/",
  "/rules/no-raw-error",
  "/codes",
  "/reference/",
  "/reference/kaiza",
  "/contracts/",
  "/guides/boundary",
  "/evidence",
  "/changelog",
  "/agents",
  "/samples/report",
  "/samples/proof",
  "/no-such-page",
];
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1366, height: 860 } };
let site: ServedSite;
let browser: Browser;

beforeAll(async () => {
  const samples = await runNode(["build/samples.js"], { cwd: path.join(root, "site") });
  expect(samples, samples.stdout + samples.stderr).toMatchObject({ status: 0 });
  site = await serveSite();
  browser = await chromium.launch({ executablePath: browserFile!, args: ["--no-sandbox"] });
}, 1_200_000);

afterAll(async () => {
  await browser.close();
  site.close();
});

/** Opens an address, hands the page on, and returns what the browser complained of. */
async function visit(
  address: string,
  look: (page: Page) => Promise<void>,
  options: Parameters<Browser["newPage"]>[0] = {},
): Promise<readonly string[]> {
  const page = await browser.newPage(options);
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(site.address + address, { waitUntil: "load" });
  await look(page);
  await page.close();
  return complaints;
}

/** What of a page is closed to some of its readers. */
async function listViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run()");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

describe.each(Object.entries(SIZES))("on a screen for a %s", (_size, viewport) => {
  it.each(KINDS.flatMap((kind) => (["light", "dark"] as const).map((colorScheme) => [kind, colorScheme] as const)))(
    "%s in %s: is open to everybody, and fits",
    async (kind, colorScheme) => {
      const complaints = await visit(
        kind,
        async (page) => {
          expect(await listViolations(page)).toEqual([]);
          expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
        },
        { viewport, colorScheme },
      );
      expect(complaints.filter((text) => !(kind === "/no-such-page" && text.includes("404")))).toEqual([]);
    },
  );
});

it("finds a code by keys alone", async () => {
  const complaints = await visit("/", async (page) => {
    await page.waitForFunction("'__vue_app__' in document.querySelector('#app')");
    await page.keyboard.press("Control+k");
    await page.waitForSelector(".search-input");
    await page.keyboard.type("UPSTREAM_FAILED");
    await page.waitForSelector("#localsearch-list a");
    await page.keyboard.press("Enter");
    await page.waitForURL(({ pathname }) => pathname !== "/");
    await page.locator("main", { hasText: "UPSTREAM_FAILED" }).waitFor();
  });
  expect(complaints).toEqual([]);
});

it("keeps the space where a line of Markdown ends between two elements", () =>
  visit("/guides/boundary", async (page) => {
    expect(await page.locator("main").innerText()).toContain("Without audit nothing is recorded");
  }));

it("shows one contract at a time: that of the address, or of the tab", () =>
  visit("/contracts/#kaiza", async (page) => {
    const shown = async () => [
      await page.locator('[role="tab"][aria-selected="true"]').innerText(),
      await page.locator(".tabs .tab:visible").count(),
    ];
    await page.locator('[role="tab"]', { hasText: "kaiza" }).waitFor();
    expect(await shown()).toEqual(["kaiza", 1]);
    await page.locator('[role="tab"]', { hasText: "json-rpc" }).click();
    expect(await shown()).toEqual(["json-rpc", 1]);
    await page.keyboard.press("ArrowLeft");
    expect(await shown()).toEqual(["context-resolve", 1]);
  }));

it("shows the rules that are asked for", () =>
  visit("/rules/", async (page) => {
    const shown = () => page.locator("tbody tr:visible").count();
    const all = await shown();
    await page.getByLabel("Presets").selectOption("node");
    const ofNode = await shown();
    await page.locator(".filters").getByLabel("Search").fill("swallowed");
    const { rules, configs } = errorContract;
    expect(all).toBe(Object.keys(rules).length);
    expect(ofNode).toBe(Object.keys(configs.node[0]?.rules ?? {}).length);
    expect(await shown()).toBe(1);
  }));

it.each([
  [1280, false],
  [390, true],
])("has a table of rules that fits %i pixels, or fades where it goes on", async (width, isWider) => {
  await visit("/rules/", async (page) => {
    await page.setViewportSize({ width, height: 800 });
    const table = 'document.querySelector(".filter-table .table")';
    const goesOn = await page.evaluate(`${table}.scrollWidth > ${table}.clientWidth`);
    const fades = await page.evaluate(`getComputedStyle(${table}).maskImage !== "none"`);
    expect([goesOn, fades]).toEqual([isWider, isWider]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  });
});

/** The addresses and the ids of a page. */
function readHtml(file: string): { readonly addresses: readonly string[]; readonly ids: readonly string[] } {
  const html = fs.readFileSync(file, "utf8");
  const values = (pattern: RegExp) =>
    Array.from(html.matchAll(pattern), ([, value]) => value!.replaceAll("&amp;", "&"));
  return { addresses: values(/ (?:href|src)="([^"]*)"/g), ids: values(/ id="([^"]*)"/g) };
}

describe("what was built", async () => {
  it.each(listPages((await createReference()).pages))(
    "$path: is a page, and leads to pages and to places in them",
    ({ path: name }) => {
      const address = `/${name.replace(/(?:index)?\.md$/, "")}`;
      const broken = readHtml(findFile(site.folder, address)!).addresses.filter((link) => {
        const { origin, pathname, hash } = new URL(link, `http://localhost${address}`);
        if (origin !== "http://localhost") return false;
        const file = findFile(site.folder, pathname);
        if (!file || pathname === "/play") return !file;
        return hash !== "" && !readHtml(file).ids.includes(decodeURIComponent(hash.slice(1)));
      });
      expect(broken).toEqual([]);
      expect(fs.readFileSync(path.join(site.folder, name), "utf8")).toMatch(/^# /);
    },
  );

  it.each(rulePages())("%s: has each example in the playground", (page) => {
    const { addresses } = readHtml(path.join(site.folder, page.replace("docs/", "").replace(".md", ".html")));
    const opened = addresses.flatMap((address) =>
      address.startsWith("/play#") ? [decodeAddress(address.slice(5))] : [],
    );
    const examples = codeBlocks(page).filter(({ section }) => /^(?:Inc|C)orrect/.test(section));
    const rules = [path.basename(page, ".md")];
    expect(opened).toEqual(examples.map(({ code }) => ({ code: `${code}\n`, preset: presetOfPage(page), rules })));
  });

  it("has the files for agents", () => {
    expect(fs.readFileSync(path.join(site.folder, "llms.txt"), "utf8")).toContain("/guides/boundary.md");
    expect(fs.readFileSync(path.join(site.folder, "llms-full.txt"), "utf8")).toContain("\n# The boundary\n");
  });

  it("holds no path of the machine that built it", () => {
    const files = fs
      .readdirSync(site.folder, { recursive: true, encoding: "utf8" })
      .map((name) => path.join(site.folder, name));
    const texts = files.filter((file) => /\.(?:html|js|md|txt)$/.test(file));
    expect(texts.filter((file) => fs.readFileSync(file, "utf8").includes(root))).toEqual([]);
  });
});
