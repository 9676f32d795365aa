// What the comparison says, as Markdown.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { jobs, peerVersions } from "./rules.js";
import { shapes } from "./shapes.js";

/** The name of what all the others report between them. */
const TOGETHER = "all the others together";

export const PAGE = path.resolve(import.meta.dirname, "../../docs/evidence.md");
export const PEERS = path.join(import.meta.dirname, "peers.json");

/** Changes with the shapes, the versions of the others, their rules and options. */
export function keyOfPeers() {
  const hash = createHash("sha256");
  for (const { file, text } of shapes()) hash.update(`${file}\n${text}\n`);
  const claims = Object.entries(jobs).map(([job, { peers, forPeers }]) => [job, peers, String(forPeers)]);
  return hash.update(JSON.stringify([peerVersions(), claims])).digest("hex");
}

/**
 * The page with its generated part filled in.
 *
 * @param {readonly import("./compare.js").Verdict[]} ours
 * @param {readonly import("./compare.js").Verdict[]} peers
 */
export function filledPage(ours, peers) {
  const page = fs.readFileSync(PAGE, "utf8");
  const [before, rest] = page.split("<!-- begin generated -->\n");
  const after = rest?.split("<!-- end generated -->")[1];
  if (after === undefined) throw new Error("docs/evidence.md has lost the marks around its generated part");
  return `${before}<!-- begin generated -->\n${generated(ours, peers)}\n<!-- end generated -->${after}`;
}

function generated(ours, peers) {
  const all = shapes();
  const count = (isWanted) => all.filter(isWanted).length;
  const faults = count(({ isFault }) => isFault);
  const inTypeScript = count(({ file }) => file.endsWith(".ts"));
  const inJavaScript = count(({ file }) => file.endsWith(".js"));
  return [
    `\n${all.length} shapes: ${faults} faults and ${all.length - faults} that are fine; ` +
      `${inTypeScript} in TypeScript and ${inJavaScript} in JavaScript, all with types.\n`,
    "| faults, and what is fine | rule | caught | missed | false positives |",
    "| --- | --- | --: | --: | --: |",
    ...Object.entries(jobs).flatMap(([job, { title }]) => {
      const isOfJob = (verdict) => verdict.job === job;
      const rows = [...ours.filter(isOfJob), ...peers.filter(isOfJob)];
      const { faults, others } = rows[0];
      const counts = `${faults} and ${others}${elsewhere(all.filter((shape) => shape.job === job))}`;
      return rows.map((verdict, index) =>
        row(verdict, ours.includes(verdict), index === 0 ? `${title}: ${counts}` : ""),
      );
    }),
  ].join("\n");
}

/** Shapes that are no fault under one preset only, and are counted in its row alone. */
function elsewhere(own) {
  const presets = new Set(own.flatMap(({ preset }) => preset ?? []));
  return [...presets]
    .map((preset) => `, ${own.filter((shape) => shape.preset === preset).length} more under \`${preset}\``)
    .join("");
}

function row({ rule, faults, missed, wrong }, isOurs, lead) {
  const name = rule === TOGETHER ? rule : named(rule);
  const counts = [faults - missed.length, missed.length, wrong.length];
  return `| ${[lead, isOurs ? `**${name}**` : name, ...counts].join(" | ")} |`;
}

/** The rule as code; behind a blank stands which strictness this is. */
function named(rule) {
  const [id, ...rest] = rule.split(" ");
  return [`\`${id}\``, ...rest].join(" ");
}
