// Calls the tool over stdio, and acts on the code of a failure: node src/client.js 7
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createDetector } from "error-contract/detect";
import { standard } from "error-contract/standard";

const MOST_ATTEMPTS = 5;
const detect = createDetector([standard]);

/** Calls a tool until it succeeds, or the failure says that another call would fail as well. */
export async function call(client, name, args) {
  for (let attempt = 1; ; attempt++) {
    const answer = await client.callTool({ name, arguments: args }).catch((error) => error);
    const failure = detect(answer);
    if (!failure) return answer.content[0].text;
    if (!failure.retryable || attempt === MOST_ATTEMPTS) return `${failure.code}: ${failure.recovery}`;
    await sleep((failure.retry_after ?? 1) * 1000);
  }
}

if (import.meta.filename === process.argv[1]) {
  const client = new Client({ name: "client", version: "0.1.0" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: ["src/main.js"], env: process.env }),
  );
  console.log(await call(client, "get_issue", { id: Number(process.argv[2] ?? 7) }));
  await client.close();
}
