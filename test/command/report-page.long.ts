import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BrowserPage, browserFile } from "../kit/browser.js";
import { hostileServer } from "./hostile-server.js";
import { runPlugin } from "./run-plugin.js";

// Debian's package `chromium`, or the browser that `CHROMIUM` names.
describe("the page of a report, in a browser", () => {
  let page: BrowserPage;
  let file: string;
  beforeAll(async () => {
    expect(browserFile, "install Chromium, or name it in CHROMIUM").toBeDefined();
    const folder = hostileServer();
    await runPlugin(folder, "report");
    file = path.join(folder, "error-contract-report.html");
    page = await BrowserPage.open();
  });
  afterAll(() => page.close());

  it.each([
    { width: 390, dark: false },
    { width: 390, dark: true },
    { width: 1280, dark: false },
    { width: 1280, dark: true },
  ])("fits its window, asks for nothing and runs nothing of the server: %j", async (view) => {
    await page.load(file, view);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    expect(page.requests).toEqual([`file://${file}`]);
    expect(page.complaints).toEqual([]);
    expect(await page.evaluate("document.querySelectorAll('img, b, script').length")).toBe(0);
    expect(await page.evaluate("document.querySelector('h1').textContent")).toBe(
      "Error contract report: </title><script>alert(3)</script>",
    );
    const back = "getComputedStyle(document.body).backgroundColor";
    expect(await page.evaluate(back)).toBe(view.dark ? "rgb(20, 23, 28)" : "rgb(247, 247, 245)");
  });

  it("opens the finding that a link of a tool leads to, by keyboard", async () => {
    await page.load(file, { width: 1280 });
    await page.evaluate("document.querySelector('td a').focus()");
    await page.press("Enter");
    const id = await page.evaluate("location.hash");
    expect(id).toMatch(/^#finding-\d+$/);
    expect(await page.evaluate(`document.querySelector("${id}").checkVisibility()`)).toBe(true);
  });
});
