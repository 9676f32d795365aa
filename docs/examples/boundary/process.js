import { setTimeout } from "node:timers/promises";
import { guardProcess } from "error-contract/process";
import { standard, wrapHandler } from "error-contract/standard";

const audit = {
  writeSync: ({ envelope, causes }) => console.log(envelope.error.tool, envelope.error.code, causes.at(-1).message),
  write: async (record) => audit.writeSync(record),
};

guardProcess({ contract: standard, audit });

// Answers at once, and leaves work behind that nobody waits for.
const search = async () => {
  void setTimeout(10).then(() => {
    throw new Error("the index is gone");
  });
  return { content: [] };
};

await wrapHandler(search, { tool_name: "search", audit })();
setInterval(() => {}, 1_000);
