/** Whether all tests run, `npm run test:all`, and not the gate's alone. The mode itself does not reach a test. */
export const isWhole = process.env.TESTS === "all";

/** The compilers that check packed declarations in full. In the gate a cell of the matrix has an old one beside it. */
export const COMPILERS = isWhole ? ["typescript", "typescript-7"] : ["typescript-7"];
