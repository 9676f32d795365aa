// What the annotations of a file say of its places: an instance of a class, or what an interface describes.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getOrCreate } from "../syntax/remember.js";
import { ANY, type ObjectValue, type Place, type PointsTo, type Value } from "./points-to.js";
import type { FileFlow } from "./project-flow.js";

type Variable = TSESLint.Scope.Variable;

/** Types of the language that hold what they are given, as elements. */
const COLLECTIONS: ReadonlySet<string> = new Set([
  "Array",
  "ReadonlyArray",
  "Set",
  "ReadonlySet",
  "Map",
  "ReadonlyMap",
  "Record",
]);

/** What a file's types are. */
export function createTypeFlow({ project, source, variableOf }: FileFlow) {
  const { points } = project;
  const places = new Map<Variable, Place>();
  const placeOfVariable = (variable: Variable): Place => getOrCreate(places, variable, () => points.createPlace());

  const describe = (members: readonly TSESTree.TypeElement[], name: string) =>
    describeMembers(members, `${source.name} ${name}`, points, placeOfType);

  function placeOfName(node: TSESTree.Node): Place {
    const variable = node.type === "Identifier" ? variableOf(node) : undefined;
    return variable && variable.defs.length > 0 ? placeOfVariable(variable) : points.createPlace();
  }

  function placeOfType(type: TSESTree.TypeNode): Place {
    switch (type.type) {
      case "TSTypeReference":
        return placeOfReference(type);
      case "TSArrayType":
        return placeOfList(placeOfType(type.elementType));
      case "TSUnionType":
      case "TSIntersectionType": {
        const place = points.createPlace();
        for (const each of type.types) points.flow(placeOfType(each), place);
        return place;
      }
      case "TSTypeLiteral": {
        const place = points.createPlace();
        points.add(place, describe(type.members, "type"));
        return place;
      }
      case "TSTypeOperator":
        return type.typeAnnotation ? placeOfType(type.typeAnnotation) : points.createPlace();
      default:
        return points.createPlace();
    }
  }

  function placeOfReference({ typeName, typeArguments }: TSESTree.TSTypeReference): Place {
    const variable = typeName.type === "Identifier" ? variableOf(typeName) : undefined;
    if (variable && variable.defs.length > 0) return placeOfVariable(variable);
    const last = typeArguments?.params.at(-1);
    if (!last || typeName.type !== "Identifier") return points.createPlace();
    return COLLECTIONS.has(typeName.name) ? placeOfList(placeOfType(last)) : placeOfType(last);
  }

  function placeOfList(element: Place): Place {
    const list: ObjectValue = { kind: "interface", label: `${source.name} list` };
    const place = points.createPlace();
    points.flow(element, points.fieldOf(list, ANY));
    points.add(place, list);
    return place;
  }

  /** A place holds what its annotation says; what else it holds is one form of that. */
  function annotate(place: Place, { typeAnnotation }: TSESTree.TSTypeAnnotation): void {
    const type = placeOfType(typeAnnotation);
    points.flow(type, place);
    points.watch(type, (declared) => {
      if (declared.kind !== "interface") return;
      points.watch(place, (value: Value) => {
        if ((value.kind === "object" && value.isData === undefined) || value.kind === "instance")
          points.relate(declared, value, "form");
      });
    });
  }

  return { annotate, describe, placeOfName, placeOfType, placeOfVariable };
}

function describeMembers(
  members: readonly TSESTree.TypeElement[],
  label: string,
  points: PointsTo,
  placeOfType: (type: TSESTree.TypeNode) => Place,
): ObjectValue {
  const object: ObjectValue = { kind: "interface", label };
  for (const member of members) {
    if (member.type !== "TSPropertySignature" || member.key.type !== "Identifier" || !member.typeAnnotation) continue;
    points.flow(placeOfType(member.typeAnnotation.typeAnnotation), points.fieldOf(object, member.key.name));
  }
  return object;
}

/** Adds the interfaces, aliases and classes that a file declares as types. */
export function addTypes(nodes: readonly TSESTree.Node[], { project, variableOf }: FileFlow, types: TypeFlow): void {
  const { points } = project;
  const { describe, placeOfName, placeOfType, placeOfVariable } = types;
  for (const node of nodes) {
    const variable = "id" in node && node.id?.type === "Identifier" ? variableOf(node.id) : undefined;
    if (!variable) continue;
    if (node.type === "TSInterfaceDeclaration") {
      const object = describe(node.body.body, node.id.name);
      points.add(placeOfVariable(variable), object);
      for (const { expression } of node.extends)
        points.watch(placeOfName(expression), (base) => {
          points.relate(object, base, "base");
        });
    } else if (node.type === "TSTypeAliasDeclaration")
      points.flow(placeOfType(node.typeAnnotation), placeOfVariable(variable));
    else if (node.type === "ClassDeclaration" || node.type === "ClassExpression")
      points.add(placeOfVariable(variable), project.classOf(node).instance);
  }
}

/** What a file's types are, for those who ask of its places. */
export type TypeFlow = ReturnType<typeof createTypeFlow>;
