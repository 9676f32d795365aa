import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { installedProject } from "../kit/installed.js";
import { codeBlocks } from "../kit/page.js";
import { runLine } from "../kit/run-node.js";
import { VERSIONS } from "../matrix/versions.js";

const lines = codeBlocks("docs/guides/github-actions.md")
  .filter(({ section }) => section === "Code scanning")
  .flatMap(({ code }) => Array.from(code.matchAll(/- run: (.*)/g), ([, line]) => line!));

const CONFIG = `import errorContract from "eslint-plugin-error-contract";

export default [{ files: ["src/**/*.js"] }, ...errorContract.configs.recommended];
`;

it("docs/guides/github-actions.md: the formatter writes SARIF with the findings, for the ESLint of the project", async () => {
  const eslint = VERSIONS.eslint.at(-1)!;
  const cwd = await installedProject([`eslint@${eslint}`], {
    "eslint.config.js": CONFIG,
    "src/fail.js": 'export const fail = () => {\n  throw new Error("NOT_FOUND: gone");\n};\n',
    "src/kept.js":
      "export const fail = () => {\n  // eslint-disable-next-line error-contract/no-raw-error -- kept\n" +
      '  throw new Error("NOT_FOUND: gone");\n};\n',
  });
  const [install, scan, check] = lines.filter((line) => line !== "npm ci");
  const env = { SARIF_ESLINT_IGNORE_SUPPRESSED: "true" };
  expect(await runLine(install!, { cwd })).toMatchObject({ status: 0 });
  // There is a finding.
  expect(await runLine(scan!, { cwd, env })).toMatchObject({ status: 1 });
  expect(await runLine(check!, { cwd })).toMatchObject({ status: 0 });

  const { version, runs } = JSON.parse(fs.readFileSync(path.join(cwd, "eslint.sarif"), "utf8"));
  expect(version).toBe("2.1.0");
  expect(runs[0].tool.driver).toMatchObject({ name: "ESLint", version: eslint });
  expect(runs[0].tool.driver.rules).toMatchObject([{ id: "error-contract/no-raw-error" }]);
  expect(runs[0].results).toMatchObject([
    {
      ruleId: "error-contract/no-raw-error",
      level: "error",
      locations: [{ physicalLocation: { region: { startLine: 2 } } }],
    },
  ]);

  fs.writeFileSync(path.join(cwd, "src/broken.js"), "export const = 1;\n");
  expect(await runLine(scan!, { cwd, env })).toMatchObject({ status: 1 });
  expect(await runLine(check!, { cwd })).toMatchObject({ status: 1 });
}, 240_000);
