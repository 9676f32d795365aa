/**
 * Writes patterns that match all of some files and none of others: the kind of a file (`**` + `/*.test.ts`) or a folder
 * where it holds no other, else the file itself.
 *
 * @param names - The paths from the folder of the configuration, with slashes.
 * @param ending - What follows a folder in a pattern, such as `*.js`; all of its files without one.
 */
export function writeExactPatterns(
  names: readonly string[],
  others: readonly string[],
  ending = "",
): readonly string[] {
  const patterns: string[] = [];
  let left = [...names];
  while (left.length > 0) {
    const [name = ""] = left;
    const wide = listCandidates(name, ending).find(({ isIn }) => !others.some(isIn));
    patterns.push(wide?.pattern ?? escapePattern(name));
    left = left.filter((each) => each !== name && !wide?.isIn(each));
  }
  return patterns;
}

interface Candidate {
  readonly pattern: string;
  readonly isIn: (name: string) => boolean;
}

/** The widest come first. */
function listCandidates(name: string, ending: string): readonly Candidate[] {
  const [suffix] = /\.[\w-]+\.\w+$/.exec(name) ?? [];
  const folders = [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index + 1));
  return [
    ...(suffix === undefined ? [] : [{ pattern: `**/*${suffix}`, isIn: (each: string) => each.endsWith(suffix) }]),
    ...folders.map((folder) => ({
      pattern: `${escapePattern(folder)}**${ending === "" ? "" : `/${ending}`}`,
      isIn: (each: string) => each.startsWith(folder),
    })),
  ];
}

/** `src/[id].ts` names a file and no set of letters. */
const escapePattern = (name: string): string => name.replace(/[()[\]{}!*?+@\\]/g, String.raw`\$&`);
