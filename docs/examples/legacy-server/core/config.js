import fs from "node:fs";
import path from "node:path";

export const CONFIG_FILE = ".governance/config.json";

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string[]} command
 *
 * @typedef {object} Config
 * @property {string} [bootstrap_secret] who knows it may approve plans
 * @property {Check[]} checks
 * @property {string[]} protected_paths
 */

/** @type {Config} */
const DEFAULTS = { checks: [], protected_paths: [".governance/", "docs/plans/"] };

/**
 * @param {string} workspaceRoot
 * @returns {Config}
 */
export function loadConfig(workspaceRoot) {
  const file = path.join(workspaceRoot, CONFIG_FILE);
  if (!fs.existsSync(file)) return { ...DEFAULTS };

  const config = { ...DEFAULTS, ...parseConfig(fs.readFileSync(file, "utf8")) };
  if (!Array.isArray(config.checks)) {
    throw new TypeError("checks must be a list");
  }
  return config;
}

/**
 * @param {string} text
 * @returns {Partial<Config>}
 */
function parseConfig(text) {
  try {
    return JSON.parse(text);
  } catch (err) {
    throw new Error(`${CONFIG_FILE} is not valid JSON`);
  }
}
