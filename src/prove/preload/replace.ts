import { getSystemErrorMap } from "node:util";

export type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Puts another function in the place of one, where it is; what hangs on the function stays. */
export function replace(owner: object, name: string, create: (original: AnyFunction) => AnyFunction): void {
  const original = Reflect.get(owner, name) as AnyFunction | undefined;
  if (typeof original !== "function") return;
  const replacement = create(original);
  for (const key of Reflect.ownKeys(original)) {
    const property = Object.getOwnPropertyDescriptor(original, key)!;
    if (Object.getOwnPropertyDescriptor(replacement, key)?.configurable !== false)
      Object.defineProperty(replacement, key, property);
  }
  Object.defineProperty(owner, name, { value: replacement, configurable: true, writable: true, enumerable: true });
}

const errnos = new Map([...getSystemErrorMap()].map(([errno, [name, text]]) => [name, { errno, text }]));

/** What Node's errors say of the operation, beside its code. */
interface ErrorFacts {
  readonly path?: string | undefined;
  readonly dest?: string;
  readonly address?: string;
  readonly port?: string;
  readonly hostname?: string;
}

/** Creates the error with which Node says that a call of the system failed. */
export function createSystemError(code: string, syscall: string, about: ErrorFacts): Error {
  const { errno, text } = errnos.get(code) ?? { errno: undefined, text: undefined };
  const place = about.path ?? (about.port === undefined ? about.hostname : `${about.address ?? ""}:${about.port}`);
  const message =
    "path" in about && syscall !== "connect"
      ? `${code}: ${text ?? code}, ${syscall}${place === undefined ? "" : ` '${place}'`}`
      : `${syscall} ${code}${place === undefined ? "" : ` ${place}`}`;
  return Object.assign(new Error(message), { errno, code, syscall }, about);
}
