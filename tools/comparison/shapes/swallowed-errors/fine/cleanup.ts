// no-swallowed-error, no fault under `recommended`: best effort while cleaning up
import { load, remove } from "../../lib.js";

export async function scratch(path: string) {
  try {
    return await load(path);
  } finally {
    await remove(path).catch(() => {});
  }
}
