import { setTimeout } from "node:timers/promises";
import { kaiza, wrapHandler } from "error-contract/kaiza";
import { guardProcess } from "error-contract/process";

const audit = {
  writeSync: ({ envelope }) => console.log(envelope.tool_name, envelope.error_code, envelope.cause),
  write: async (record) => audit.writeSync(record),
};

guardProcess({ contract: kaiza, audit });

// Answers at once, and leaves work behind that nobody waits for.
const search = async () => {
  void setTimeout(10).then(() => {
    throw new Error("the index is gone");
  });
  return { content: [] };
};

await wrapHandler(search, { tool_name: "search", audit })();
setInterval(() => {}, 1_000);
