import { readFileSync } from "node:fs";

/** A mount, as the system lists it in `mountinfo`. */
export interface Mount {
  readonly path: string;
  /** The part of the file system that is mounted: "/", or a folder or file of it. */
  readonly root: string;
  readonly type: string;
  readonly options: readonly string[];
}

/** Reads the text of `/proc/self/mountinfo`. */
export function parseMounts(text: string): readonly Mount[] {
  return text
    .split("\n")
    .map((line) => line.split(" "))
    .filter((fields) => fields.length > 9)
    .map((fields) => ({
      path: unescape(fields[4]!),
      root: unescape(fields[3]!),
      type: fields[fields.indexOf("-", 6) + 1]!,
      options: fields[5]!.split(","),
    }));
}

/** A blank, a tab, a line break and a backslash are written as three octal digits. */
const unescape = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));

/** Returns whether a path is a folder, or stands in it. */
export const isIn = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);

/** Lists the mounts that can be seen: not those that another one covers. */
export function listVisibleMounts(text = readFileSync("/proc/self/mountinfo", "utf8")): readonly Mount[] {
  let visible: Mount[] = [];
  for (const mount of parseMounts(text)) {
    visible = visible.filter(({ path }) => !isIn(mount.path, path) || mount.path === "/");
    visible.push(mount);
  }
  return visible;
}
