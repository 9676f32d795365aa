import { pino } from "pino";

/** Failures as lines of pino, on the disk before they travel on. */
export function pinoSink(path) {
  const destination = pino.destination({ dest: path, sync: true, fsync: true });
  const logger = pino(destination);

  // pino never throws for a line that it cannot write; it says so with an event, here before `error()` returns.
  let failure;
  destination.on("error", (error) => (failure = error));

  const writeSync = ({ contract, envelope }) => {
    failure = undefined;
    logger.error({ contract, envelope }, "operation failed");
    if (failure) throw failure;
  };
  return { writeSync, write: async (record) => writeSync(record) };
}
