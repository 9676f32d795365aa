// Long commands say how long they have run, and about how long they will.
import { expect, it } from "vitest";
import { describeProgress } from "../../src/dist/cli/progress.js";

it.each([
  ["short work", 900, 0.5, "Linting 3 files"],
  ["work of unknown size", 4_000, undefined, "Linting 3 files (4 s)"],
  ["a quarter", 4_000, 0.25, "Linting 3 files (4 s, about 12 s left)"],
  ["minutes", 65_000, 0.5, "Linting 3 files (1 min 5 s, about 1 min 5 s left)"],
  ["all of it", 5_000, 1, "Linting 3 files (5 s)"],
  ["more than was thought", 5_000, 1.2, "Linting 3 files (5 s)"],
])("%s", (_, elapsed, share, line) => expect(describeProgress("Linting 3 files", elapsed, share)).toBe(line));
