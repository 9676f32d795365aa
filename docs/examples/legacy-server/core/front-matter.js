const FENCE = "---";

/**
 * Splits a plan into its attributes and its body. A plan without front matter is all body.
 *
 * @param {string} text
 * @returns {{ attributes: Record<string, string>, body: string }}
 */
export function parseFrontMatter(text) {
  try {
    const lines = text.split("\n");
    if (lines[0] !== FENCE) {
      throw new Error("no front matter");
    }
    const end = lines.indexOf(FENCE, 1);
    if (end === -1) {
      throw new Error("front matter is not closed");
    }
    /** @type {Record<string, string>} */
    const attributes = {};
    for (const line of lines.slice(1, end)) {
      const separator = line.indexOf(":");
      if (separator === -1) throw new Error("no attribute in " + line);
      attributes[line.slice(0, separator).trim()] = line.slice(separator + 1).trim();
    }
    return { attributes, body: lines.slice(end + 1).join("\n") };
  } catch {
    return { attributes: {}, body: text };
  }
}

/**
 * @param {Record<string, string>} attributes
 * @param {string} body
 */
export function formatFrontMatter(attributes, body) {
  const lines = Object.entries(attributes).map(([name, value]) => `${name}: ${value}`);
  return [FENCE, ...lines, FENCE, body].join("\n");
}
