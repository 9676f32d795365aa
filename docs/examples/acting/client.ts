import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { createDetector } from "error-contract/detect";
import { standard } from "error-contract/standard";

export interface User {
  readonly token: string;
  /** Asks for another value of a field. */
  readonly correct: (name: string, problem: string) => Promise<string>;
}

const detect = createDetector([standard]);

/** Calls a tool until it succeeds, or until the failure says that another call would fail as well. */
export async function call(client: Client, user: User, name: string, args: Record<string, unknown>): Promise<string> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const answer: unknown = await client.callTool({ name, arguments: args }).catch((error: unknown) => error);
    const failure = detect(answer);
    if (!failure) return `${name}: done`;
    console.log(`${name}: ${failure.code ?? "no code"}`);

    if (failure.retryable) {
      await sleep((failure.retry_after ?? 5) * 1000);
      continue;
    }
    switch (failure.code) {
      case "UNAUTHENTICATED":
        await client.callTool({ name: "sign_in", arguments: { token: user.token } });
        break;
      case "INVALID_INPUT":
      case "MISSING_INPUT":
        for (const { name: field, problem } of failure.envelope?.error.fields ?? []) {
          args = { ...args, [field]: await user.correct(field, problem) };
        }
        break;
      default:
        return `${name}: given up. ${failure.recovery}`;
    }
  }
  return `${name}: given up after five attempts`;
}
