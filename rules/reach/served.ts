// The tools, resources and prompts of a project, with the functions that serve them.
import type { TSESTree } from "@typescript-eslint/utils";
import { collectNodes } from "../syntax/source-file.js";
import {
  findRegistrationWords,
  isToolServer,
  readOtherRegistration,
  readToolRegistration,
  type ToolRegistration,
} from "../tools/registrations.js";
import { findObjectWords, readServedObject } from "../tools/tool-objects.js";
import { ANY, type Place } from "./points-to.js";
import { type ProjectFlow, type SourceFile, watchFunctions } from "./project-flow.js";

/** What a client can ask for. */
export interface Served {
  readonly kind: "tool" | "resource" | "prompt";
  /** Its name, where that is written there. */
  readonly name: string | undefined;
  readonly source: SourceFile;
  readonly node: TSESTree.Node;
  /** Where the functions are found that serve it. */
  readonly handlers: readonly Place[];
  /** How a name is found that is not written there; none where one function serves all names. */
  readonly registration?: ToolRegistration;
  /** The expression of what serves it. */
  readonly handler: TSESTree.Node;
}

/** Finds what a file serves. Its places are filled when the flow of the project is solved. */
export function findServed(project: ProjectFlow, source: SourceFile): readonly Served[] {
  const { lint } = source;
  const { sourceCode } = lint;
  const words = [...findRegistrationWords(sourceCode.text), ...findObjectWords(lint)];
  if (words.length === 0) return [];
  const isLeaf = ({ range }: TSESTree.Node) => !words.some((word) => range[0] <= word && word < range[1]);
  return collectNodes(sourceCode, sourceCode.ast, isLeaf).flatMap((node) => readServed(node, project, source));
}

function readServed(node: TSESTree.Node, project: ProjectFlow, source: SourceFile): readonly Served[] {
  const { lint } = source;
  const registration = readToolRegistration(node, lint);
  if (registration) return isToolServer(node, lint) ? serve("tool", registration, node, project, source) : [];
  const other = readOtherRegistration(node, lint);
  if (other) return serve(isPrompt(node) ? "prompt" : "resource", other, node, project, source);
  const object = readServedObject(node, lint);
  if (!object) return [];
  const { serves, handler } = object;
  const name = serves === "tool" ? object.tool : undefined;
  const handlers = placesOf(handler, project, source.file);
  return [{ kind: serves, name, source, node, handlers, handler, registration: object }];
}

const isPrompt = (node: TSESTree.Node): boolean =>
  node.type === "CallExpression" &&
  node.callee.type === "MemberExpression" &&
  node.callee.property.type === "Identifier" &&
  /prompt/i.test(node.callee.property.name);

function serve(
  kind: Served["kind"],
  registration: ToolRegistration,
  node: TSESTree.Node,
  project: ProjectFlow,
  source: SourceFile,
): readonly Served[] {
  const { tool, name, handler, object } = registration;
  const handlers = object ? membersOf(registration, object, project, source) : placesOf(handler, project, source.file);
  return [{ kind, name: tool, source, node, handlers, handler, ...(name && { registration }) }];
}

/** The place of what serves; the framework calls it, with what is its own. */
function placesOf(expression: TSESTree.Node, project: ProjectFlow, file: string): readonly Place[] {
  const place = project.flows.get(file)?.placeOf(expression);
  return place === undefined ? [] : [giveOutside(place, project)];
}

function giveOutside(place: Place, project: ProjectFlow): Place {
  watchFunctions(place, project, ({ parameters }) => {
    for (const parameter of parameters) project.points.add(parameter, project.outsideOf("unknown"));
  });
  return place;
}

/** The places of the handlers in the objects of an expression. */
function membersOf(
  { handler }: ToolRegistration,
  { handlers, isList }: NonNullable<ToolRegistration["object"]>,
  project: ProjectFlow,
  { file }: SourceFile,
): readonly Place[] {
  const { points } = project;
  const whole = project.flows.get(file)?.placeOf(handler);
  return (whole ? [whole] : []).map((place) => {
    const member = points.createPlace();
    const element = points.createPlace();
    if (isList) points.load(place, ANY, element);
    else points.flow(place, element);
    for (const key of handlers) points.load(element, key, member);
    return giveOutside(member, project);
  });
}
