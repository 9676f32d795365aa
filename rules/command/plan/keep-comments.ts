import { type Document, type Node, isMap, isScalar, isSeq } from "yaml";
import { BY_HAND, NOTHING_PROPOSED } from "./group-findings.js";
import { parsePlace, placeName } from "./read-plan.js";

type Side = "commentBefore" | "comment";

/** A node at which a comment may stand, with a name for its place that is the same in every plan. */
interface Anchor {
  readonly name: string;
  readonly side: Side;
  readonly node: Node;
}

/** The proposal that `plan` writes behind a place. */
const PROPOSAL = new RegExp(`^ (?:${BY_HAND}|${NOTHING_PROPOSED}|\\S+ \\d\\.\\d\\d)(?: |$)`);

/** What `plan` writes above all, as each version words it. */
const HEADER = /^ Decisions about the failures[^]*? changes all else\./;

/** Copies the comments of an earlier plan. One on something that is gone moves to the end of the file. */
export function keepComments(document: Document, earlier: Document): void {
  const anchors = new Map([...listAnchors(document.contents)].map((each) => [`${each.name} ${each.side}`, each.node]));
  const rest: string[] = [];
  for (const { name, side, node } of listAnchors(earlier.contents)) {
    const target = anchors.get(`${name} ${side}`);
    const written = node[side] ?? "";
    const text = side === "comment" ? written.replace(PROPOSAL, " ").trimEnd() : written;
    if (text === "" || text === target?.[side]) continue;
    const own = target?.[side];
    if (target) target[side] = own ? `${own}${side === "comment" ? "" : "\n"}${text}` : text;
    else rest.push(text);
  }
  const above = earlier.commentBefore?.replace(HEADER, "").replace(/^\n+/, "");
  document.commentBefore = [document.commentBefore, above].filter(Boolean).join("\n\n");
  document.comment = [earlier.comment, ...rest].filter(Boolean).join("\n") || null;
}

function* listAnchors(node: unknown, name = ""): Generator<Anchor> {
  if (isMap(node)) {
    const id = node.get("id");
    const own = typeof id === "string" ? id : name;
    yield* anchorsOf(node, own);
    for (const { key, value } of node.items) {
      const member = `${own}.${String(key)}`;
      if (isScalar(key)) yield { name: `${member}:`, side: "commentBefore", node: key };
      yield* listAnchors(value, member);
    }
  } else if (isSeq(node)) {
    moveToItems(node.items, node);
    yield* anchorsOf(node, name);
    for (const [index, item] of node.items.entries())
      yield* name.endsWith(".places") ? listPlaceAnchors(item, name) : listAnchors(item, `${name}[${index}]`);
  } else if (isScalar(node)) yield* anchorsOf(node, name);
}

/** A place is a text, or a table of the text and its decision. */
function* listPlaceAnchors(item: unknown, list: string): Generator<Anchor> {
  const [pair] = isMap(item) ? item.items : [];
  const name = `${list} ${readPlaceName(pair ? pair.key : item)}`;
  const last = pair ? pair.value : item;
  if (isMap(item) || isScalar(item)) yield { name, side: "commentBefore", node: item };
  if (isScalar(last)) yield { name, side: "comment", node: last };
}

function readPlaceName(node: unknown): string {
  const text = isScalar(node) ? String(node.value) : "";
  const place = parsePlace(text);
  return place ? placeName(place) : text;
}

function* anchorsOf(node: Node, name: string): Generator<Anchor> {
  yield { name, side: "commentBefore", node };
  yield { name, side: "comment", node };
}

/** The parser gives the comment above the first item to the list, and one between two items to the former. */
function moveToItems(items: readonly unknown[], list: Node): void {
  const [first] = items;
  if (isMap(first) && first.has("id") && list.commentBefore) {
    first.commentBefore = list.commentBefore;
    list.commentBefore = null;
  }
  for (const [index, item] of items.entries()) {
    const next = items[index + 1];
    if (!isMap(item) || !isMap(next)) continue;
    const [own = "", ...others] = item.comment?.split("\n\n") ?? [];
    if (others.length === 0) continue;
    item.comment = own;
    next.commentBefore = [...others, next.commentBefore].filter(Boolean).join("\n");
  }
}
