import { Document, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { keepComments } from "./keep-comments.js";
import { type Group, type Place, type ProposedCode, NOTHING_PROPOSED } from "./group-findings.js";

/** A table of decisions. */
export interface Plan {
  readonly groups: readonly Group[];
  /** Codes that the failures name and the contract lacks. */
  readonly codes: readonly ProposedCode[];
}

const HEADER = ` Decisions about the failures of this project, made by \`npx eslint-plugin-error-contract plan\`.
 Write a \`decision\` for each group: what is proposed, an alternative, any code of the contract, or
   asProposed   what is proposed at each place
   fromUnknown  the conversion of the cause, which may know a better code
   map          put the class into the settings; \`apply\` prints what to add
   keep         leave it, with the \`reason\` that a directive will name
   skip         leave it, and do not ask again
 A place gets a decision of its own behind a colon:
   - 'src/read.ts:12 in readPlan "Plan not found: {}"': NOT_FOUND
 A place marked \`# by hand\` has no rewrite: change its code, or decide \`keep\` or \`skip\`.
 Then run \`npx eslint-plugin-error-contract apply\`. A new \`plan\` keeps decisions that are still possible, and
 comments, and changes all else.`;

/** Writes a plan as YAML, with the comments of an earlier one. */
export function writePlan({ groups, codes }: Plan, earlier?: Document): string {
  const document = new Document({ version: 1 });
  document.commentBefore = HEADER;
  if (codes.length > 0) {
    const node = document.createNode(codes);
    node.commentBefore = " Codes that failures name and the contract lacks: add them to it, and run `plan` again.";
    document.set("codes", node);
  }
  const list = new YAMLSeq();
  for (const [index, group] of groups.entries()) {
    const node = createGroupNode(group, document);
    node.spaceBefore = index > 0;
    list.add(node);
  }
  document.set("groups", list);
  if (earlier) keepComments(document, earlier);

  return document.toString({ lineWidth: 0 });
}

function createGroupNode(group: Group, document: Document): YAMLMap {
  const { id, rule, kind, decision, isGone, dropped, reason, proposed, example } = group;
  const open = Object.assign(new Scalar(null), { source: "" });
  const head = { id, rule, kind, gone: isGone, decision: decision ?? open, dropped, reason };
  if (isGone) return document.createNode(head);
  return document.createNode({
    ...head,
    message: group.message,
    proposed: proposed ?? null,
    confidence: proposed === undefined ? undefined : group.confidence,
    why: group.why,
    alternatives: document.createNode(group.alternatives, { flow: true }),
    places: createPlacesNode(group, document),
    example: example === undefined ? undefined : Object.assign(new Scalar(example), { type: Scalar.BLOCK_LITERAL }),
  });
}

/** Each place says what is proposed there, where that is not the same in the group. */
function createPlacesNode({ places, proposed }: Group, document: Document): YAMLSeq {
  const list = new YAMLSeq();
  for (const place of places) {
    const name = describePlace(place);
    const node = document.createNode(place.decision === undefined ? name : { [name]: place.decision });
    if (place.proposed !== proposed)
      node.comment = ` ${place.proposed ?? NOTHING_PROPOSED} ${place.confidence?.toFixed(2) ?? ""}`.trimEnd();
    list.add(node);
  }
  return list;
}

/** `src/read.ts:12 in readPlan "File not found: {}"` */
function describePlace({ file, line, within, detail }: Place): string {
  return [`${file}:${line}`, within && `in ${within}`, detail].filter((part) => part !== undefined).join(" ");
}
