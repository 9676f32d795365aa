// no-error-result, no fault: the report of a health check
export const health = (services) => services.map(({ name, isUp }) => ({ name, status: isUp() ? "up" : "down" }));
