// no-swallowed-error, no fault: the process ends after an uncaught exception
process.on("uncaughtException", (error) => {
  console.error(error);
  process.exit(1);
});
