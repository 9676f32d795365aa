import { expect, it } from "vitest";
import { decodeAddress, encodeAddress } from "../../site/play/address.js";

const STATE = {
  code: 'throw new Error("naïve ✓ 💥");\n'.repeat(20),
  contract: "kaiza",
  preset: "recommended",
  rules: ["no-raw-error"],
  options: { "no-raw-error": { allow: ["AbortError"] } },
  types: true,
};

it("an address gives back what it was made of", () => {
  expect(decodeAddress(encodeAddress(STATE))).toEqual(STATE);
  expect(decodeAddress(encodeAddress({ code: "" }))).toEqual({ code: "" });
});

it("an address needs no escape, and is shorter than its code where that repeats itself", () => {
  expect(encodeAddress(STATE)).toMatch(/^#[\w-]+$/);
  expect(encodeAddress(STATE).length).toBeLessThan(STATE.code.length);
});

it.each(["", "#options", "#bm90IGRlZmxhdGVk", encodeAddress(STATE).slice(0, 40), "#q1YqSi0uzsxNVbJSAgA"])(
  "%s is no address of the playground",
  (fragment) => expect(decodeAddress(fragment)).toBeUndefined(),
);
