import parser from "@typescript-eslint/parser";

/**
 * Returns the comments of a file that an edited text no longer has, wherever they stand in it.
 *
 * @param {string} file its name says which syntax it has
 * @param {string} before
 * @param {string} after
 * @returns {string[]}
 */
export function findLostComments(file, before, after) {
  const kept = readComments(file, after);
  if (kept === undefined) return readComments(file, before) ? ["(the edited file does not parse)"] : [];
  return (readComments(file, before) ?? []).filter((comment) => {
    const index = kept.indexOf(comment);
    if (index >= 0) kept.splice(index, 1);
    return index < 0;
  });
}

function readComments(file, code) {
  for (const sourceType of ["module", "script"]) {
    try {
      const jsx = /\.(?:[jt]sx|[cm]?js)$/.test(file);
      const options = { sourceType, ecmaFeatures: { jsx }, comment: true, range: true, filePath: file };
      // Lines of a comment may be indented anew, and a JSDoc type names the class that the code beside it makes.
      return parser.parse(code, options).comments.map(({ value }) =>
        value
          .replace(/\s+/g, " ")
          .replace(/\{[\w$.]+\}/g, "{}")
          .trim(),
      );
    } catch {
      // A script may contain syntax that a module may not.
    }
  }
  return undefined;
}
