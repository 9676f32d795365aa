import type { JSONValue } from "../json/json-value.js";
import type { CodeOf, CodesOf } from "./codes.js";
import type { ContractData, DeclaredDetails } from "./contract-data.js";
import type { Simplify } from "./from-schema.js";
import type { CauseOption, DetailsName, FieldsOf, GivenFields, Intersection, LastPart } from "./infer.js";

type Factories<C extends ContractData> = C["vocabulary"]["factories"][number];
type FactoryNamed<C extends ContractData, Name> = Extract<Factories<C>, { readonly name: Name }>;
type MethodName<C extends ContractData, Name> = Name extends `${C["vocabulary"]["errorClass"]}.${infer Method}`
  ? Method
  : never;

type Special<C extends ContractData> = Extract<Factories<C>, { readonly purpose: "unknown" | "warning" }>["name"];

export type FactoriesOf<C extends ContractData, Created> = {
  readonly [Name in Exclude<Factories<C>["name"], Special<C>> as MethodName<C, Name>]: FactoryFunction<
    C,
    Name,
    Created
  >;
};

/** The functions that create an error, as a contract's vocabulary declares them: those without a dot in their name. */
export type FunctionsOf<C extends ContractData, Created> = {
  readonly [
    Name in Exclude<Factories<C>["name"], Special<C> | `${string}.${string}` | C["vocabulary"]["errorClass"]>
  ]: FactoryFunction<C, Name, Created>;
};

/** One factory. The details are those of the code; a message that has to be literal is refused otherwise. */
export interface FactoryFunction<C extends ContractData, Name, Created> {
  /** Creates the failure; a TypeError for an unregistered code, or for a value or details that do not fit. */
  // eslint-disable-next-line @typescript-eslint/prefer-function-type -- an editor prints an interface by its name
  <Code extends CodeOf<C>, const Text extends string = string>(
    this: void,
    ...given: FactoryArguments<C, Name, Code, Text>
  ): Created;
}

/** The arguments of a factory for a code: the positional ones, and the object behind them. */
export type FactoryArguments<
  C extends ContractData,
  Name,
  Code = CodeOf<C>,
  Text extends string = string,
> = ArgumentsOf<C, FactoryNamed<C, Name>, FactoryNamed<C, Name>["positional"], Code, Text>;

type ArgumentsOf<C extends ContractData, F, Names, Code, Text extends string> = Names extends readonly [
  infer First,
  ...infer Others,
]
  ? CanBeLeftOut<C, F, First, Code, Text> extends true
    ? [(Argument<C, First, Code, Text> | undefined)?, ...ArgumentsOf<C, F, Others, Code, Text>]
    : First extends DetailsName<C>
      ? // For a union the compiler names the details that are missing, and not only how many arguments are.
        | [NonNullable<Argument<C, First, Code, Text>>]
        | [NonNullable<Argument<C, First, Code, Text>>, ...Required<ArgumentsOf<C, F, Others, Code, Text>>]
      : First extends LastPart<C["fields"]["code"]>
        ? [code: Code, ...ArgumentsOf<C, F, Others, Code, Text>]
        : [NonNullable<Argument<C, First, Code, Text>>, ...ArgumentsOf<C, F, Others, Code, Text>]
  : {} extends OptionsOf<C, F, Code, Text>
    ? [options?: OptionsOf<C, F, Code, Text>]
    : [options: OptionsOf<C, F, Code, Text>];

type CanBeLeftOut<C extends ContractData, F, Name, Code, Text extends string> = F extends {
  readonly optional: readonly (infer Optional)[];
}
  ? Name extends Optional
    ? Name extends DetailsName<C>
      ? {} extends DetailsOf<C, Code>
        ? true
        : false
      : // `any` would pass for the undefined of a message that is left out.
        Name extends LastPart<C["fields"]["message"]>
        ? [Message<C, Text>] extends [never]
          ? false
          : true
        : true
    : false
  : false;

type Argument<C extends ContractData, Name, Code, Text extends string> =
  Name extends LastPart<C["fields"]["code"]>
    ? Code
    : Name extends LastPart<C["fields"]["message"]>
      ? Message<C, Text>
      : Name extends DetailsName<C>
        ? GivenDetails<C, Code>
        : Name extends keyof FieldsOf<C>
          ? FieldsOf<C>[Name]
          : never;

type OptionsOf<C extends ContractData, F, Code, Text extends string> = F extends {
  readonly reads: readonly (infer Read)[];
}
  ? Simplify<
      {
        readonly [K in keyof GivenFields<C> as K extends Exclude<Read, DetailsName<C> | "cause"> ? K : never]?:
          (K extends LastPart<C["fields"]["message"]> ? Message<C, Text> : GivenFields<C>[K]) | undefined;
      } & ("cause" extends Read ? CauseOption & NoError : {}) &
        (DetailsName<C> & Read extends infer Name extends string ? DetailsOption<C, Name, Code> : {})
    >
  : {};

type DetailsOption<C extends ContractData, Name extends string, Code> =
  {} extends DetailsOf<C, Code>
    ? Readonly<Partial<Record<Name, GivenDetails<C, Code> | undefined>>>
    : Readonly<Record<Name, GivenDetails<C, Code>>>;

/** Nothing that is not literal where the contract wants it literal: no `string`, no template, no `any`. */
type Message<C extends ContractData, Text extends string> = C["message"] extends "literal"
  ? unknown extends Text
    ? never
    : Literal<Text>
  : string;

type Literal<Text extends string> = Text extends ""
  ? "the message must not be empty"
  : {} extends Record<Text, 1>
    ? "the message must be a string literal"
    : Text;

type GivenDetails<C extends ContractData, Code> =
  | DetailsOf<C, Code>
  | ({} extends DetailsOf<C, Code> ? Extract<FieldsOf<C>[DetailsName<C> & keyof FieldsOf<C>], null> : never);

/** The details of a code, or of each of several codes: typed where the contract declares them. */
export type DetailsOf<C extends ContractData, Code> = Intersection<
  {
    [Name in keyof C["codes"]]: CodesOf<C>[Name] extends Code ? EntryDetails<C, C["codes"][Name]> : never;
  }[keyof C["codes"]]
>;

type EntryDetails<C extends ContractData, Entry> = Entry extends { readonly details: infer Declared extends object }
  ? Given<DeclaredDetails<Declared>>
  : AnyDetails<FieldsOf<C>[DetailsName<C> & keyof FieldsOf<C>]>;

/** Details as a factory accepts them: `undefined` is the same as leaving one out, and any value becomes JSON. */
type Given<T> = Simplify<{
  readonly [K in keyof T]: (JSONValue extends T[K] ? unknown : T[K]) | ({} extends Pick<T, K> ? undefined : never);
}>;

/** Any object where details are an object, anything where they may be anything: values are converted to JSON. */
type AnyDetails<T> = JSONValue extends T ? unknown : PlainDetails;

/** A member that every error has. Its type is what the compiler says where an error is passed. */
export interface NoError {
  /** No option: an error is passed as `{ cause: error }`. */
  readonly stack?: "pass an error as { cause: error }";
}

/** Details of any names: an object, but no error, date or list, whose members the compiler refuses by these types. */
export interface PlainDetails extends NoError {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- only so an object of any interface is accepted
  readonly [name: string]: any;
  readonly [Symbol.toPrimitive]?: "details are an object with members, and no date";
  readonly [Symbol.iterator]?: "details are an object with members, and no list";
}
