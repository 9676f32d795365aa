// no-raw-error, no fault: a class that is only asked about
export const isRange = (error: unknown) => error instanceof RangeError;
