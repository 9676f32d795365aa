// require-literal-message (context-resolve), a fault: the words of the system
import { contextResolveError } from "error-contract/context-resolve";

export const unreadable = () => contextResolveError("io_error", "ENOENT: no such file or directory");
