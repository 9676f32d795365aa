/** What the shapes call: a file store, a cache, a logger. Nothing here runs. */
export declare function read(path: string): string;
export declare function load(path: string): Promise<string>;
export declare function store(path: string, text: string): Promise<void>;
export declare function remove(path: string): Promise<void>;
export declare function parse(text: string): unknown;
export declare function readOld(path: string, done: (error: Error | null, text: string) => void): void;
export declare function report(error: unknown): void;
export declare function isErrno(error: unknown): error is { code: string };
export declare function toError(value: unknown): Error;

export declare const cache: Map<string, string>;
export declare const logger: Logger;

interface Logger {
  error(...about: unknown[]): void;
  warn(...about: unknown[]): void;
  info(...about: unknown[]): void;
  child(bindings: object): Logger;
}
