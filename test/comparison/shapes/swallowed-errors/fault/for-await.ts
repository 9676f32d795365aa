// no-swallowed-error, a fault: the rest of a stream is dropped
import { logger } from "../../lib.js";

export async function total(chunks: AsyncIterable<string>) {
  let size = 0;
  try {
    for await (const chunk of chunks) size += chunk.length;
  } catch (error) {
    logger.error({ error });
  }
  return size;
}
