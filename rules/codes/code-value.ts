import type { TSESTree } from "@typescript-eslint/utils";

/** One value that an expression can have where a code is expected, and the node to report it at. */
export type CodeValue =
  /** Written out; `isShared`: the literal serves other places too, so that changing it changes them. */
  | {
      readonly kind: "written";
      readonly node: TSESTree.Node;
      readonly code: string | number;
      readonly isShared: boolean;
    }
  /** One of the values of its type, or of a codes object in another module. */
  | { readonly kind: "named"; readonly node: TSESTree.Node; readonly code: string | number }
  /** Put together at run time. */
  | { readonly kind: "made"; readonly node: TSESTree.Node }
  /** Of the type `string`. */
  | { readonly kind: "wide"; readonly node: TSESTree.Node };
