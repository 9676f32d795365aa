import { expect, it } from "vitest";
import { codeBlocks } from "../kit/page.js";
import { listStrictProblems } from "../kit/strict-problems.js";

const blocks = codeBlocks("docs/guides/failures-for-clients.md");

it("docs/guides/failures-for-clients.md: the client compiles with the types that the page shows", () => {
  const [types, client] = blocks.filter(({ language, section }) => language === "ts" && section === "Types");
  const files = { "failures.ts": types!.code, "client.ts": client!.code };
  expect(listStrictProblems(files)).toEqual([]);
  const more = types!.code.replace('"NOT_FOUND"', '"NOT_FOUND" | "CONFLICT"');
  expect(listStrictProblems({ ...files, "failures.ts": more })).toHaveLength(1);
});
