// no-error-result, a fault: the body of an arrow function
export const refused = (path) => ({ ok: false, error: `No ${path}` });
