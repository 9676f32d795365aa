// no-swallowed-error, a fault: a promise that may be absent
export const text = (pending?: Promise<string>) => pending?.catch(() => null);
