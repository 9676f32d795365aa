/** What a wall keeps as it was before the server started. */
export type WallName = "files" | "sockets" | "processes" | "network";

/** A wall of the system: what it does, and what a call may do where it has fallen. */
export interface Wall {
  readonly name: WallName;
  readonly meaning: string;
  readonly open: string;
}

/** Each wall, in the order in which they are told. */
export const wallKinds: readonly Wall[] = [
  { name: "files", meaning: "every file is read-only", open: "write files" },
  { name: "sockets", meaning: "sockets and pipes of the file system lead nowhere", open: "ask another program" },
  { name: "processes", meaning: "other processes cannot be seen", open: "signal and start processes" },
  { name: "network", meaning: "the network ends at the server itself", open: "send over the network" },
];

/** What holds a server back, beside the faults themselves. A wall that was not seen to hold is none. */
export interface Walls extends Readonly<Record<WallName, boolean>> {
  /** Node's permission model refuses writes and child processes, but not what native add-ons and sockets do. */
  readonly permission: boolean;
  /** Whether native add-ons may be loaded behind it. */
  readonly addons: boolean;
}

export const noWalls: Walls = {
  files: false,
  sockets: false,
  processes: false,
  network: false,
  permission: false,
  addons: false,
};

/** Returns whether nothing that a call does outlives the server. */
export const areWhole = (walls: Walls | undefined): boolean =>
  walls !== undefined && wallKinds.every(({ name }) => walls[name]);
