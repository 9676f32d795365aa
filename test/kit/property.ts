import fc from "fast-check";
import { isWhole } from "./scope.js";

// The gate gives the same answer for the same code. All tests together look further, at other values each time.
fc.configureGlobal(isWhole ? { numRuns: 1_000 } : { seed: 1, numRuns: 40 });

export default fc;
