/** @type {Map<string, number>} */
const limits = new Map();

/** @param {string} name */
exports.begin = function begin(name) {
  if (limits.has(name)) return { ok: false, error: "SESSION_LOCKED" }; // no-error-result
  if (!name) throw new TypeError("INVALID_INPUT_TYPE: A session has a name"); // no-raw-error
  limits.set(name, 0);
  return name;
};
