import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { collectFromFile } from "./collect-file.js";

const SOURCE = /(?<!\.d|\.min)\.[cm]?[jt]s$/;
const LEFT_OUT = new RegExp(
  String.raw`(?:^|/)(?:\.[^/]*|node_modules|dist|build|out|vendor|coverage|generated|__\w+__|tests?|testing|` +
    String.raw`e2e|specs?|mocks?|fixtures?|cypress)/|[.-](?:test|spec|e2e|mock|stories|bench|config)\.|` +
    String.raw`\.(?:generated|gen)\.`,
  "i",
);
const MOST_BYTES = 200_000;

/** A folder is a checkout itself, or has checkouts in it. */
export function findCheckouts(folder) {
  const toCheckout = (at) => ({ repo: path.basename(at).replace("+", "/"), folder: at });
  if (path.basename(path.resolve(folder)).includes("+")) return [toCheckout(path.resolve(folder))];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.includes("+"))
    .map(({ name }) => toCheckout(path.join(folder, name)));
}

/** Collects the sites of a checkout, but not those of its tests. */
export function collectFromCheckout({ repo, folder }) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter((file) => !LEFT_OUT.test(file) && statSync(path.join(folder, file)).size <= MOST_BYTES)
    .sort()
    .flatMap((file) =>
      collectFromFile(readFileSync(path.join(folder, file), "utf8"), path.basename(file)).map((site) => ({
        repo,
        file,
        ...site,
      })),
    );
}
