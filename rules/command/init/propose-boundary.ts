import { builtInContracts } from "error-contract/detect";
import { presets } from "../../configs.js";
import type { PresetName } from "../../plugin-types.js";
import { FRAMEWORKS } from "../../words/frameworks.js";
import type { Source } from "../project/read-project.js";
import { isServerCode } from "./source-globs.js";

// Frameworks with a middleware for the boundary have servers that `wrapServer` does not take.
const SERVERS = FRAMEWORKS.filter(({ middleware }) => !middleware);
const CLASSES = [...new Set(SERVERS.flatMap(({ classes }) => classes))];
const IMPORTED = new RegExp(`["'](?:${SERVERS.flatMap(({ packages }) => packages).join("|")})["'/]`);
/** The expression that creates a server. */
const CREATED = new RegExp(String.raw`\bnew (${CLASSES.join("|")})[(<]`);

/**
 * Proposes the line that puts the server of a project behind the boundary of a preset's contract; `undefined` where no
 * file creates one, or the boundary is there already.
 */
export function proposeBoundary(sources: readonly Source[], preset: PresetName): string | undefined {
  const servers = sources.filter(({ name }) => isServerCode(name));
  if (servers.some(({ text }) => text.includes("wrapServer"))) return undefined;
  const contract = builtInContracts.find(({ name }) => name === presets[preset].contract);
  const found = servers.find(({ text }) => IMPORTED.test(text) && CREATED.test(text));
  const [, created] = CREATED.exec(found?.text ?? "") ?? [];
  if (!contract || !found || created === undefined) return undefined;
  return (
    `${found.name}: put the server behind the boundary, so that every failure reaches the client as the envelope:\n` +
    `  import { wrapServer } from "${contract.vocabulary.module}";\n` +
    `  const server = wrapServer(new ${created}(...));`
  );
}
