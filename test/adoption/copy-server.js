import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

// Tools keep results of earlier runs there, and write into their files in place.
const CACHES = new Set([".cache", ".vite", ".vite-temp", ".vitest"]);
const GIT_USER = ["-c", "user.name=adoption", "-c", "user.email=adoption@localhost", "-c", "commit.gpgsign=false"];

/**
 * Copies the checkout of a server and makes the copy a git repository with one commit, so that `git diff` shows edits.
 *
 * @param {string} folder
 * @param {string} copy replaced where it exists
 */
export function copyServer(folder, copy) {
  fs.rmSync(copy, { recursive: true, force: true });
  copyFolder(folder, copy, { from: folder, to: copy, isInstalled: false, hasGit: false });
  runGit(copy, ["init", "--quiet"]);
  fs.appendFileSync(path.join(copy, ".git/info/exclude"), "\nnode_modules\n");
  runGit(copy, ["add", "--all"]);
  // Some projects track files that their .gitignore names.
  const tracked = fs.existsSync(path.join(folder, ".git")) ? listFiles(folder) : [];
  const input = tracked.filter((file) => fs.existsSync(path.join(copy, file))).join("\0");
  runGit(copy, ["add", "--force", "--pathspec-from-file=-", "--pathspec-file-nul"], input);
  runGit(copy, [...GIT_USER, "commit", "--quiet", "--allow-empty", "--no-verify", "-m", "original"]);
}

/** Copies a copy, with its repository. */
export function copyCopy(original, copy) {
  fs.rmSync(copy, { recursive: true, force: true });
  copyFolder(original, copy, { from: original, to: copy, isInstalled: false, hasGit: true });
}

/** Returns the files of a copy that git does not ignore. */
export function listFiles(copy) {
  return runGit(copy, ["ls-files", "-z"]).split("\0").filter(Boolean);
}

/** Returns the diff of edited files of a copy. */
export function diffCopy(copy, files) {
  return files.length === 0 ? "" : runGit(copy, ["diff", "--no-color", "--relative", "--", ...files]);
}

/** Copies a folder. Installed packages become hard links: they are many, and no edit changes them. */
export function copyFolder(source, target, options) {
  fs.mkdirSync(target, { recursive: true });
  for (const entry of fs.readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [path.join(source, entry.name), path.join(target, entry.name)];
    if (entry.name === ".git" && !options.hasGit) continue;
    if (options.isInstalled && CACHES.has(entry.name)) continue;
    if (entry.isSymbolicLink() && entry.name === "node_modules") linkEntries(from, to);
    else if (entry.isSymbolicLink()) copyLink(from, to, options);
    else if (entry.isDirectory())
      copyFolder(from, to, { ...options, isInstalled: options.isInstalled || entry.name === "node_modules" });
    else if (entry.isFile()) copyFile(from, to, options);
  }
}

function copyFile(source, target, { isInstalled }) {
  if (isInstalled) {
    try {
      return fs.linkSync(source, target);
    } catch (error) {
      // Another file system, or too many links.
      if (error.code !== "EXDEV" && error.code !== "EMLINK" && error.code !== "EPERM") throw error;
    }
  }
  fs.copyFileSync(source, target, fs.constants.COPYFILE_FICLONE);
}

/**
 * Makes a folder of links in place of a link to a folder, so that another package can be installed in the copy alone.
 */
function linkEntries(source, target) {
  fs.mkdirSync(target);
  const folder = fs.realpathSync(source);
  for (const name of fs.readdirSync(folder)) fs.symlinkSync(path.join(folder, name), path.join(target, name));
}

/** Copies a link. An absolute one into the original leads into the copy, so that no edit reaches the original. */
function copyLink(source, target, { from, to }) {
  const destination = fs.readlinkSync(source);
  const relative = path.relative(from, destination);
  const isInside = path.isAbsolute(destination) && !relative.startsWith("..");
  fs.symlinkSync(isInside ? path.join(to, relative) : destination, target);
}

function runGit(cwd, args, input = "") {
  // A GIT_DIR of a hook that runs us would lead elsewhere.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
  const options = { cwd, env, input, encoding: "utf8", maxBuffer: 1024 ** 3, stdio: ["pipe", "pipe", "pipe"] };
  // Globs are names of files here: Next.js calls a folder [id].
  return execFileSync("git", ["--literal-pathspecs", ...args], options);
}
