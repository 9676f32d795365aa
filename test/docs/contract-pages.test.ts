import { readFileSync } from "node:fs";
import { listEnvelopeProblems } from "error-contract";
import { builtInContracts } from "error-contract/detect";
import { describe, expect, it } from "vitest";

describe.each(builtInContracts.map((contract) => [contract.name, contract] as const))(
  "the page of %s",
  (name, contract) => {
    const page = readFileSync(new URL(`../../docs/contracts/${name}.md`, import.meta.url), "utf8");

    it("has every code", () => {
      for (const code of Object.keys(contract.codes)) expect(page).toContain(`\`${code}\``);
    });

    it("shows an envelope that conforms", () => {
      const [, json = ""] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
      expect(listEnvelopeProblems(contract, JSON.parse(json))).toEqual([]);
    });
  },
);
