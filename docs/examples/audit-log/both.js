/**
 * Writes to the log and shows the failure to others as well. Only the log decides whether the failure may travel on:
 * where an onlooker fails, that is reported, and no more.
 */
export function both(log, onlookers, report = (error) => process.emitWarning(error)) {
  const show = (record) => {
    for (const onlooker of onlookers) {
      try {
        onlooker.write(record).catch(report);
      } catch (error) {
        report(error);
      }
    }
  };
  return {
    writeSync(record) {
      log.writeSync(record);
      show(record);
    },
    async write(record) {
      await log.write(record);
      show(record);
    },
  };
}
