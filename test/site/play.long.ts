import axe from "axe-core";
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type PlaygroundState, decodeAddress, encodeAddress } from "../../site/play/address.js";
import { browserFile } from "../kit/browser.js";
import { type ServedSite, serveSite } from "../kit/site.js";

const MEGABYTE = 1_000_000;
/** On a machine that does other things, too. */
const PATIENCE = 120_000;

let site: ServedSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[] = [];

beforeAll(async () => {
  site = await serveSite();
  browser = await chromium.launch({ executablePath: browserFile!, args: ["--no-sandbox"] });
}, 1_200_000);

afterAll(async () => {
  await browser.close();
  site.close();
});

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(PATIENCE);
  page = await context.newPage();
  complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return async () => {
    await context.close();
    expect(complaints).toEqual([]);
  };
});

async function open(state?: PlaygroundState, shown = page): Promise<void> {
  await shown.goto(`${site.address}/play${state ? encodeAddress(state) : ""}`);
  await getFindings(shown);
}

/** The findings of the code as it stands, once they are there. */
async function getFindings(shown = page): Promise<string[]> {
  await shown.getByRole("heading", { name: /^Findings: \d/ }).waitFor();
  return shown.locator(".play-rule").allInnerTexts();
}

const poll = <T>(read: () => T) => expect.poll(read, { timeout: PATIENCE });
const readState = (shown = page) => decodeAddress(new URL(shown.url()).hash);
const readAnswer = (name: string) => page.getByLabel(name, { exact: true }).innerText();

const RAW = { code: "export function find(id) {\n  throw new Error(`NOT_FOUND: no note ${id}`);\n}\n" };

describe("the playground", () => {
  it("shows the findings of its example as squiggles and as a list, and what a client receives", async () => {
    await open();
    expect(await getFindings()).toEqual(expect.arrayContaining(["no-raw-error", "no-swallowed-error"]));
    expect(await page.locator(".cm-lintRange-error").count()).toBeGreaterThan(2);
    expect(await readAnswer("Without the boundary")).toBe("NOT_FOUND: There is no note tomorrow");
    expect(JSON.parse(await readAnswer("Behind the boundary"))).toHaveProperty("error.code");
  });

  it("loads less than two megabytes, compressed, before types", async () => {
    site.requested.clear();
    await open();
    await readAnswer("Behind the boundary");
    const files = [...site.requested];
    const sizes = files.map((file) => gzipSync(fs.readFileSync(file)).length);
    const list = files.map((file, index) => `${path.basename(file)}: ${sizes[index]}`).join("\n");
    expect(list).toMatch(/^lint\.[\s\S]*^run\./m);
    expect(list).not.toMatch(/^types\./m);
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      list,
    ).toBeLessThan(2 * MEGABYTE);
  });

  it("applies a quick fix by keyboard, and the client receives the code", async () => {
    await open(RAW);
    await page.getByRole("button", { name: "Fix", exact: true }).press("Enter");
    await poll(() => readState()?.code).toContain("throw toolError(TOOL_ERROR_CODES.NOT_FOUND");
    await poll(() => getFindings()).toEqual([]);
    await poll(() => readAnswer("Behind the boundary")).toContain('"code": "NOT_FOUND"');
  });

  it("offers edits where the squiggle is", async () => {
    await open(RAW);
    await page.locator(".cm-lintRange-error").hover();
    await page.locator(".cm-tooltip").getByRole("button", { name: "Fix" }).click();
    await poll(() => readState()?.code).toContain("throw toolError(");
  });

  it("shows what all fixes change, and makes the change when it is accepted", async () => {
    await open(RAW);
    await page.getByRole("button", { name: "Fix all" }).click();
    const difference = page.getByRole("dialog");
    await poll(() => difference.locator(".cm-deletedChunk").allInnerTexts()).toContainEqual(
      expect.stringContaining("new Error("),
    );
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(readState()?.code).toBe(RAW.code);
    await page.getByRole("button", { name: "Fix all" }).click();
    await page.getByRole("button", { name: "Apply" }).click();
    await poll(() => getFindings()).toEqual([]);
  });

  it("holds code and settings in the address", async () => {
    await open(RAW);
    await page.getByRole("combobox", { name: /^Preset/ }).selectOption("kaiza");
    await page.getByText("Rules and options").click();
    await page.getByLabel("Options of the rules").fill('{ "no-raw-error": { "allow": ["Error"] } }');
    await page.getByLabel("Options of the rules").blur();
    await poll(() => getFindings()).toEqual([]);
    await page.getByRole("button", { name: "Copy link" }).click();
    const other = await context.newPage();
    await other.goto(page.url());
    expect(await getFindings(other)).toEqual([]);
    expect(readState(other)).toEqual({
      ...RAW,
      preset: "kaiza",
      options: { "no-raw-error": { allow: ["Error"] } },
    });
    await other.getByRole("combobox", { name: /^Preset/ }).selectOption("contextResolve");
    await other.getByRole("combobox", { name: /^Contract/ }).selectOption("typed-mcp");
    await poll(() => readState(other)).toMatchObject({ preset: "contextResolve", contract: "typed-mcp" });
  });

  it("runs the rules that are chosen", async () => {
    await open({ ...RAW, rules: ["require-cause"] });
    expect(await getFindings()).toEqual([]);
    await page.getByText("Rules and options").click();
    await page.getByLabel("no-raw-error", { exact: true }).check();
    await poll(() => getFindings()).toEqual(["no-raw-error"]);
  });

  it("says what is wrong with options and with code", async () => {
    await open(RAW);
    await page.getByText("Rules and options").click();
    await page.getByLabel("Options of the rules").fill('{ "no-raw-error": { "alow": [] } }');
    await page.getByLabel("Options of the rules").blur();
    await poll(() => page.getByRole("alert").innerText()).toContain("alow");
    await open({ code: "export const = 1;" });
    await poll(() => getFindings()).toEqual(["syntax"]);
  });

  it("finds more with types, which it loads when they are asked for, and keeps in its address", async () => {
    await open({ code: "export function pass(reason: unknown) {\n  throw reason;\n}\n", preset: "kaiza" });
    expect(await getFindings()).toEqual([]);
    await page.getByLabel("Types").check();
    await poll(() => getFindings()).toEqual(["no-raw-error"]);
    await page.reload();
    expect(await page.getByLabel("Types").isChecked()).toBe(true);
    expect(await getFindings()).toEqual(["no-raw-error"]);
  });

  it.each([
    ["a code to its meaning", "The code NOT_FOUND", "codes#NOT_FOUND", "#NOT_FOUND"],
    ["a rule to its page", "The page of no-raw-error", "rules/no-raw-error", "h1"],
  ])("leads from %s", async (_, name, address, shownThere) => {
    const code = `import { toolError } from "error-contract/standard";\nthrow toolError("NOT_FOUNT", "No note");\n`;
    await open({ code });
    await page.getByText("Rules and options").click();
    const link = page.getByRole("link", { name, exact: true }).first();
    const [shown] = await Promise.all([context.waitForEvent("page"), link.click()]);
    await shown.locator(shownThere).waitFor();
    expect(shown.url()).toBe(`${site.address}/${address}`);
  });

  it("ends its worker when the page is left", async () => {
    await open();
    // That of the code that was run is gone already.
    await poll(() => page.workers()).toHaveLength(1);
    await page.getByRole("link", { name: "Rules", exact: true }).first().click();
    await page.getByRole("heading", { name: /^Rules/, level: 1 }).waitFor();
    await poll(() => page.workers()).toEqual([]);
  });

  it("resolves the types of the SDK, of zod, of Node and of the runtime", async () => {
    const code = `
      import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
      import { toolError } from "error-contract/standard";
      import { readFileSync } from "node:fs";
      import { z } from "zod";
      export const values = [McpServer, toolError, readFileSync, z];
      export function fail(): never {
        throw values;
      }
    `;
    await open({ code, rules: ["no-raw-error"], preset: "kaiza" });
    await page.getByLabel("Types").check();
    await poll(() => page.getByText("Types (loading)").count()).toBe(0);
    expect(await getFindings()).toEqual(["no-raw-error"]);
  });

  it("calls the tool and the arguments that are chosen", async () => {
    await open();
    await page.getByLabel("Arguments").fill('{ "name": "today" }');
    await page.getByLabel("Arguments").press("Enter");
    await poll(() => readAnswer("With and without the boundary")).toBe("Buy bread");
    await page.getByRole("combobox", { name: /^Tool/ }).selectOption("delete_note");
    await poll(() => readAnswer("With and without the boundary")).toBe("deleted");
    await page.getByLabel("Arguments").fill("{");
    await page.getByLabel("Arguments").press("Enter");
    await poll(() => page.getByRole("alert").innerText()).toContain("arguments");
    await page.getByLabel("Arguments").fill('{ "name": "today" }');
    await page.getByLabel("Arguments").press("Enter");
    await poll(() => readAnswer("Without the boundary")).toBe("Today's note is locked");
  });

  it.each([
    ["imports", 'import fs from "node:fs";\nexport const read = () => fs;\n', "node:fs"],
    ["fails when it is loaded", 'throw new Error("no configuration");\n', "no configuration"],
    ["has no tool", "export const one = 1;\n", "nothing to call"],
    ["never ends", "export function hang() {\n  for (;;);\n}\n", "5 seconds"],
  ])("says why nothing is received: the code %s", async (_, code, reason) => {
    await open({ code });
    await page.getByText(reason).last().waitFor();
  });

  it("keeps the code that runs away from the page, its storage and the network", async () => {
    const code = "export const reach = () => fetch(location.origin).then(() => 'reached');\n";
    await open({ code });
    await poll(() => readAnswer("Without the boundary")).not.toContain("reached");
    complaints = complaints.filter((text) => !/Content Security Policy|Fetch API/.test(text));
  });

  it("works after a reload without a network", async () => {
    await open(RAW);
    await page.waitForFunction("navigator.serviceWorker.controller !== null");
    await page.waitForFunction(
      "caches.keys().then(([name]) => caches.open(name)).then((all) => all.keys()).then((all) => all.length > 5)",
    );
    await readAnswer("Behind the boundary");
    await context.setOffline(true);
    await page.reload();
    expect(await getFindings()).toEqual(["no-raw-error"]);
    expect(await readAnswer("Behind the boundary")).toContain('"code"');
  });

  it.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 390],
    ["dark", 390],
  ] as const)(
    "has no violations of axe's rules, and no sideways scrolling: %s, %i pixels",
    async (colorScheme, width) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await open();
      await readAnswer("Behind the boundary");
      await page.getByText("Rules and options").click();
      await page.addScriptTag({ content: axe.source });
      const violations = await page.evaluate(
        "axe.run('main, .VPContent').then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]))",
      );
      expect(violations).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    },
  );
});
