export type { LibraryRow, MemberTest } from "../contract/library-row.js";
export { findConditionOfGuard } from "./guards.js";
export { libraryRows } from "./table.js";
