// What the comparison says, as Markdown.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { jobs, peerVersions } from "./rules.js";
import { shapes } from "./shapes.js";

/** The name of what all the others report between them. */
const TOGETHER = "all of these together";

export const PAGE = path.resolve(import.meta.dirname, "../../docs/comparison.md");
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
  if (after === undefined) throw new Error("docs/comparison.md has lost the marks around its generated part");
  return `${before}<!-- begin generated -->\n${generated(ours, peers)}\n<!-- end generated -->${after}`;
}

function generated(ours, peers) {
  const all = shapes();
  const count = (isWanted) => all.filter(isWanted).length;
  const versions = Object.entries(peerVersions()).map(([name, version]) => `${name} ${version}`);
  return [
    `\n${all.length} shapes: ${count(({ isFault }) => isFault)} faults and ${count(({ isFault }) => !isFault)} that are none; ` +
      `${count(({ file }) => file.endsWith(".ts"))} in TypeScript and ${count(({ file }) => file.endsWith(".js"))} in JavaScript, ` +
      `all with types. Of others: ${versions.join(", ")}.`,
    ...Object.entries(jobs).flatMap(([job, { title }]) => {
      const isOfJob = (verdict) => verdict.job === job;
      const rows = [...ours.filter(isOfJob), ...peers.filter(isOfJob)];
      const { faults, others } = rows[0];
      return [
        `\n### ${title}\n`,
        `${faults} faults, ${others} that are none${elsewhere(all.filter((shape) => shape.job === job))}.\n`,
        "| rule | caught | missed | false positives |",
        "| --- | --: | --: | --: |",
        ...rows.map((verdict) => row(verdict, ours.includes(verdict))),
        ...left(ours.filter(isOfJob), peers.filter(isOfJob)),
      ];
    }),
  ].join("\n");
}

/** Shapes that are no fault under one preset only, and are counted in its row alone. */
function elsewhere(own) {
  const presets = new Set(own.flatMap(({ preset }) => preset ?? []));
  return [...presets]
    .map((preset) => `; ${own.filter((shape) => shape.preset === preset).length} more under \`${preset}\``)
    .join("");
}

function row({ rule, faults, missed, wrong }, isOurs) {
  const name = rule === TOGETHER ? rule : named(rule);
  return `| ${isOurs ? `**${name}**` : name} | ${faults - missed.length} | ${missed.length} | ${wrong.length} |`;
}

/** The rule as code; behind a blank stands which options these are. */
function named(rule) {
  const [id, ...rest] = rule.split(" ");
  return [`\`${id}\``, ...rest].join(" ");
}

/** What ours got wrong, and who of the others did not. */
function left(ours, peers) {
  const single = peers.filter(({ rule }) => rule !== TOGETHER);
  const better = (is) => {
    const rules = single.filter(is).map(({ rule }) => `\`${rule}\``);
    return rules.length > 0 ? `; right: ${rules.join(", ")}` : "";
  };
  return ours.flatMap(({ rule, missed, wrong }) => {
    const lines = [
      ...missed.map((file) => `- missed: \`${file}\`${better((peer) => !peer.missed.includes(file))}`),
      ...wrong.map((file) => `- false positive: \`${file}\`${better((peer) => !peer.wrong.includes(file))}`),
    ];
    return lines.length > 0 ? [`\nWhat ${named(rule)} gets wrong:\n`, ...lines] : [];
  });
}
