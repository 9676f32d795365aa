// no-swallowed-error, a fault: a rejection becomes a default by way of ??
import { load } from "../../lib.js";

export const size = async (path: string) => ((await load(path).catch(() => undefined)) ?? "").length;
