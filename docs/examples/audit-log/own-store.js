/**
 * Failures in a store of the project's own. A store that answers later cannot serve a handler that fails synchronously;
 * such failures go to the log, which can.
 */
export function storeSink(store, log) {
  return {
    write: ({ contract, envelope }) => store.insert({ contract, envelope }),
    writeSync: (record) => log.writeSync(record),
  };
}
