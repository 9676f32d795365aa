// The classes of the platform that our declarations name. A project without `lib.dom` and without `@types/node`
// declares none of them; there each is what is read of it.

type InstanceOr<Name extends string, Otherwise> =
  typeof globalThis extends Readonly<Record<Name, { readonly prototype: infer Instance }>> ? Instance : Otherwise;

export type PlatformURL = InstanceOr<"URL", { readonly href: string; readonly protocol: string }>;

export type PlatformSignal = InstanceOr<"AbortSignal", { readonly aborted: boolean; readonly reason: unknown }>;

export type PlatformResponse = InstanceOr<
  "Response",
  { readonly status: number; text(): Promise<string>; json(): Promise<unknown> }
>;
