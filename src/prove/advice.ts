import path from "node:path";
import type { FailedStart } from "./fleet.js";
import type { Proof, Row } from "./proof/proof.js";
import { areWhole, wallKinds, type Walls } from "./server/walls.js";

/** What advice is about. */
interface Findings {
  readonly walls: Walls | null;
  readonly rows: readonly Row[];
  /** The starts behind walls that failed. */
  readonly failedStarts: readonly FailedStart[];
  /** Why the system has not all walls, where it has not. */
  readonly wallReason: string;
  /** Why the server cannot be started beside itself, where it cannot. */
  readonly startedTwice: string | undefined;
  /** Whether it is reached at an address instead of being started. */
  readonly isAddress: boolean;
  /** Whether its failures follow a contract, as those of a boundary do. */
  readonly hasContract: boolean;
}

/** Says what the user can do next, in sentences. */
export function listAdvice(findings: Findings): readonly string[] {
  const { walls, rows, failedStarts, wallReason, startedTwice, isAddress, hasContract } = findings;
  const left = rows.filter(
    ({ cells, note }) => note === undefined && cells.some(({ verdict }) => verdict === "not called"),
  );
  const names = left.map(({ name }) => name).join(", ");
  const isOpen = !areWhole(walls ?? undefined);
  const isSilent = ({ problems }: Row["cells"][number]) => problems.some(({ kind }) => kind === "no answer");
  return [
    ...(isOpen && !isAddress ? describeFall(failedStarts[0], walls, wallReason) : []),
    ...(startedTwice === undefined
      ? []
      : [`It cannot be started twice, so that its tools were tested one after the other: ${startedTwice}`]),
    ...(left.length > 0
      ? [`Not called, as nothing would hold back what they do: ${names}. --allow NAME calls one.`]
      : []),
    ...(hasContract && rows.some(({ cells }) => cells.some(isSilent))
      ? ["Where no answer comes, the option `timeout` of the boundary ends the call, with a code."]
      : []),
  ];
}

/** Says why the server does not stand behind all walls, and what would keep them. */
function describeFall(failed: FailedStart | undefined, walls: Walls | null, wallReason: string): readonly string[] {
  if (!failed || wallReason !== "") {
    const why = wallReason === "" ? "they do not hold" : wallReason;
    return [`The walls of the system cannot be built: ${why}. On a Linux that has namespaces, all tools are called.`];
  }
  const written = failed.refused ?? findWritten(failed.message);
  if (written !== undefined && walls?.files !== true) {
    const folder = path.dirname(written);
    return [`At its start it writes ${written}, and ends where it cannot. --writable ${folder} gives it a copy.`];
  }
  const reason = walls?.network === false ? "without a network" : "behind all walls";
  return [`It does not start ${reason}: ${failed.message}`];
}

/** Finds the file that could not be written in what Node, Python or a shell says. */
function findWritten(message: string): string | undefined {
  const quoted = /(?:EROFS|read-only file system)[^\n]*?['"](\/[^'"]+)['"]/i.exec(message);
  const named = /(\/[^\s:'"]+): read-only file system/i.exec(message);
  return quoted?.[1] ?? named?.[1];
}

/** Says which walls held, and what that leaves open, in a sentence. */
export function describeWalls({ walls, hasFaults }: Pick<Proof, "walls" | "hasFaults">): string {
  if (!walls) return "Walls: none, as the server was not started here; what a call does, it does.";
  const held = wallKinds.filter(({ name }) => walls[name]);
  const fallen = wallKinds.filter(({ name }) => !walls[name]);
  const own = [
    hasFaults && "the faults themselves",
    walls.permission && `Node's permission model${walls.addons ? ", with native add-ons" : ""}`,
  ].filter((each) => typeof each === "string");
  const names = [...held.map(({ name }) => name), ...own];
  const open = fallen.map(({ open: each }) => each).join(", ");
  const rest =
    fallen.length === 0
      ? "what a call writes, sends or starts ends with the server"
      : `a call could ${open}, so that only tools with readOnlyHint, or named by --allow, are called`;
  return `Walls: ${names.length === 0 ? "none" : names.join(", ")}; ${rest}.`;
}
