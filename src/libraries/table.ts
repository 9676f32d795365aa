import type { LibraryRow } from "../contract/library-row.js";
import { cloudRows } from "./rows/cloud.js";
import { databaseRows } from "./rows/databases.js";
import { httpRows } from "./rows/http.js";
import { nodeRows } from "./rows/node.js";
import { rpcRows } from "./rows/rpc.js";
import { serverRows } from "./rows/servers.js";

/** What is known of the errors of libraries. Of several rows that fit, the first decides. */
export const libraryRows: readonly LibraryRow[] = [
  ...nodeRows,
  ...databaseRows,
  ...rpcRows,
  ...cloudRows,
  ...httpRows,
  ...serverRows,
];
