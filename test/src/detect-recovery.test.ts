import { extend, type ContractData } from "error-contract";
import { builtInContracts, getRecovery } from "error-contract/detect";
import { kaiza } from "error-contract/kaiza";
import { describe, expect, test } from "vitest";
import { nested, numeric } from "./sample-contracts.js";

const acme = extend(kaiza, {
  name: "acme",
  codes: { QUOTA_SPENT: { meaning: "The quota is spent", section: "handbook 4", condition: "rate_limited" } },
});
const contracts = [kaiza, nested, numeric] as const;

describe("getRecovery", () => {
  test.each([
    ["SESSION_NOT_INITIALIZED", "Call begin_session."],
    ["SESSION_LOCKED", "Write a failure report to docs/reports/."],
    ["UNAUTHORIZED_ACTION", "Check the role and its permissions."],
    ["PLAN_NOT_APPROVED", "Verify that the plan is approved."],
  ])("prescribes for %s what specification 001 section 7 says", (code, recovery) => {
    expect(getRecovery(kaiza, code)).toMatchObject({ recovery, retryable: false });
  });

  test.each([...builtInContracts, ...contracts].map((contract) => [contract.name, contract as ContractData] as const))(
    "answers for every code of %s",
    (_, contract) => {
      for (const [name, entry] of Object.entries(contract.codes)) {
        const answer = getRecovery(contract, entry.value ?? name);
        expect(answer).toMatchObject({ condition: entry.condition, recovery: expect.stringMatching(/\.$/) });
        expect(answer).toEqual(getRecovery(contract, name));
        expect(answer!.retryable).toBe(entry.retryable ?? answer!.retryable);
      }
    },
  );

  test("lets the entry speak before its condition", () => {
    expect(getRecovery(kaiza, "FILE_READ_FAILED")).toMatchObject({ condition: "internal", retryable: true });
    expect(getRecovery(acme, "QUOTA_SPENT")).toMatchObject({ condition: "rate_limited", retryable: true });
  });

  test.each(["NO_SUCH_CODE", "constructor", "__proto__", "", -1, Number.NaN, { toString: null } as never])(
    "has no answer for %o",
    (code) => {
      expect(getRecovery(kaiza, code)).toBeUndefined();
    },
  );
});
