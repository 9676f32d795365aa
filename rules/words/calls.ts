// Calls of the platform by what becomes of the function or promise that they are given. The only place that says so.

/** Array methods that run a function for each element, where they stand. */
export const ITERATIONS: ReadonlySet<string> = new Set([
  ...["map", "flatMap", "forEach", "filter", "find", "findIndex", "findLast", "findLastIndex", "some", "every"],
  ...["reduce", "reduceRight", "sort", "toSorted"],
]);

/** Methods of a text, of an error or of a list of them that return a text. */
export const TEXT_METHODS: ReadonlySet<string> = new Set([
  ...[
    "toString",
    "trim",
    "slice",
    "substring",
    "replace",
    "replaceAll",
    "join",
    "concat",
    "toLowerCase",
    "toUpperCase",
  ],
]);

/** Methods of a promise whose function gets its value, or its failure, or runs once it has settled. */
export const CONTINUATIONS: ReadonlySet<string> = new Set(["then", "catch", "finally"]);

/** Functions that run another one later, so that no caller gets what it throws. */
export const TIMERS: ReadonlySet<string> = new Set([
  ...["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "nextTick", "requestAnimationFrame"],
]);

/** Functions that take over a promise or a function from a request that goes on: of workers and of Next. */
export const BACKGROUNDS: ReadonlySet<string> = new Set(["waitUntil", "after"]);

/** Methods that add a listener of an event. */
export const LISTENERS: ReadonlySet<string> = new Set([
  ...["on", "once", "addListener", "prependListener", "prependOnceListener", "addEventListener"],
]);

/** Methods that take a listener away again. */
export const FORGETTERS: ReadonlySet<string> = new Set(["off", "removeListener", "removeEventListener"]);
