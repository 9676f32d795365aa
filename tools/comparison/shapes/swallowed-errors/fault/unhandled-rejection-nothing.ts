// no-swallowed-error, a fault: the process is kept from ending
process.on("unhandledRejection", () => {});
