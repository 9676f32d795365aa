// Run behind walls, before a server is: tries what they shall hold back. Whoever built them looks at what came of it.
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { processSeen, type Targets } from "./harm-targets.js";

const { file, socket, port, pid } = JSON.parse(process.argv[2]!) as Targets;

function tryTo(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    // It is held back, as it should be.
    return false;
  }
}

tryTo(() => writeFileSync(file, "written"));
if (tryTo(() => process.kill(pid, 0))) process.exitCode = processSeen;
for (const connection of [connect(socket), connect(port, "127.0.0.1")]) {
  connection.on("error", () => {
    // It leads nowhere, as it should.
  });
  connection.on("connect", () => connection.destroy());
}
