/** Whether all tests run, `npm run test:all`, and not the gate's alone. The mode itself does not reach a test. */
export const isWhole = process.env.TESTS === "all";
