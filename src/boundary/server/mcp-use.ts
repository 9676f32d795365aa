import { hasFunctions } from "../../json/read.js";

/** The server of mcp-use 1, which makes an `McpServer` for each session. */
interface SessionMaker {
  getServerForSession: (...args: unknown[]) => object;
}

export const isSessionMaker = (value: unknown): value is SessionMaker => hasFunctions(value, "getServerForSession");

export function guardSessions(server: SessionMaker, guard: (made: object) => void): void {
  const { getServerForSession } = server;
  server.getServerForSession = (...args) => {
    const made = getServerForSession.apply(server, args);
    guard(made);
    return made;
  };
}
