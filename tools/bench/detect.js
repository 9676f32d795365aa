// What a client pays to read an answer: a detector of one contract, and `detectError` with five.
import { builtInContracts, createDetector, detectError } from "../../src/dist/detect/index.js";
import { standard, toolError, wrapHandler } from "../../src/dist/contracts/standard/index.js";
import { median } from "./median.js";

const text = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });

async function answers() {
  const fail = async () => {
    throw toolError("NOT_FOUND", "There is no such note", { details: { id: 1 } });
  };
  const failed = await wrapHandler(fail, { tool_name: "read_note", deliver: "result", audit: "none" })();
  const failure = JSON.parse(JSON.stringify(failed));
  const plain = { content: failure.content, isError: true };
  const success = text({ notes: [{ id: 1, title: "A note", body: "x".repeat(500) }] });
  return {
    "ten answers, one of them a failure": [failure, ...Array.from({ length: 9 }, () => success)],
    "a success": [success],
    "a failure, with the envelope in _meta": [failure],
    "a failure, as text alone": [plain],
    "a failure of no contract": [{ content: [{ type: "text", text: "disk full" }], isError: true }],
  };
}

/** Microseconds of the processor for an answer. */
function timeOf(detect, values, calls) {
  const start = process.cpuUsage();
  for (let call = 0; call < calls; call++) for (const value of values) detect(value);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / calls / values.length;
}

export async function detectFigures({ rounds, calls }) {
  const five = builtInContracts.filter(({ name }) => name !== "json-rpc");
  const ofFive = (value) => detectError(value, { contracts: five });
  const ofOne = createDetector([standard]);
  return Object.entries(await answers()).map(([name, values]) => {
    const times = Array.from({ length: rounds }, () => [ofFive, ofOne].map((each) => timeOf(each, values, calls)));
    const [all, one] = [0, 1].map((index) => median(times.map((pair) => pair[index])));
    return { name, all, one };
  });
}
