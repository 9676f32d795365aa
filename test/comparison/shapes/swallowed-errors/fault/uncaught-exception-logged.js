// no-swallowed-error, a fault: the process goes on after an uncaught exception
process.on("uncaughtException", (error) => {
  console.error("uncaught", error);
});
