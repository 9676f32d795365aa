// no-raw-error, no fault: an Error of which only the stack is wanted
export const here = () => new Error().stack;
