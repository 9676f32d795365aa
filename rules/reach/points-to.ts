// Which values an expression may stand for: functions, objects, classes and their instances, over all files of a
// project. Every expression, variable and property is a place; values flow from place to place until nothing changes.
import type { TSESTree } from "@typescript-eslint/utils";
import type { ClassNode } from "../syntax/references.js";
import { getOrCreate } from "../syntax/remember.js";

/** Stands for an expression, a variable, a property or a result, and knows what that may hold. */
export interface Place {
  // Most places have none of these: they are made where they are needed.
  values: Set<Value> | undefined;
  next: Set<Place> | undefined;
  seen: ((value: Value) => void)[] | undefined;
  readonly isOpen: boolean;
  /** How many values it holds of the kinds that are capped. */
  count: number;
  isCapped: boolean;
}

/** What a place may hold. There is one object for each value, so that values are compared by identity. */
export type Value =
  | { readonly kind: "function"; readonly fn: number }
  | ClassValue
  | ObjectValue
  /** Something of a package, of Node.js or of the language, by the name of its module. */
  | { readonly kind: "outside"; readonly module: string };

/** A class, with what stands for all of its instances. */
export interface ClassValue {
  readonly kind: "class";
  readonly instance: ObjectValue;
  readonly node: ClassNode;
}

/** What has properties: an object or array literal, an instance, a module, what an interface describes. */
export interface ObjectValue {
  readonly kind: "object" | "instance" | "interface" | "module";
  /** For a message: where it stands. */
  readonly label: string;
  /** Where it is written, if it stands for what is written there alone: an object literal, the class of an instance. */
  readonly node?: TSESTree.Node;
  /** Whether it stands for many objects of data, so that what one of its properties holds is in no list of another. */
  readonly isData?: boolean;
}

/** The property of each element of a list or map, and of any name that is not written. */
export const ANY = "*";

/**
 * The elements alone: what a list, a map or an object that is used as one holds. A class, an instance of one and a
 * module have none; a name that is worked out may yet be that of a method ({@link ANY}).
 */
export const ELEMENT = "[]";

/**
 * A place with more values than this, of those that are capped, takes none of a kind: it is no knowledge. Classes are
 * always kept.
 */
const MOST: Readonly<Record<Value["kind"], number>> = {
  function: 32,
  object: 24,
  interface: 24,
  outside: 24,
  module: Infinity,
  class: Infinity,
  instance: 32,
};

/** More values than this that one is made of, or may be, are no knowledge. */
const MOST_RELATED = 48;

const NOTHING: ReadonlySet<Value> = new Set();

type Relation = "base" | "form";

/** What is read beside a value itself. */
const ALONG = { both: ["base", "form"], base: ["base"], form: ["form"] } as const;

/** The places that properties of a value are read into, by name. */
type Reads = Map<string, Set<Place>>;

/** Places and the values that flow between them. */
export class PointsTo {
  readonly #fields = new Map<Value, Map<string, Place>>();
  /** For each value, the place of all that its properties hold. */
  readonly #wholes = new Map<Value, Place>();
  readonly #named = new Map<string, Place[]>();
  readonly #related: Readonly<Record<Relation, Map<Value, Set<Value>>>> = { base: new Map(), form: new Map() };
  readonly #reads = new Map<Value, Map<readonly Relation[], Reads>>();
  readonly #work: (readonly [Place, Value])[] = [];
  /** What is more than a place keeps: anything may become of it. */
  readonly rest = this.createPlace({ isOpen: true });

  /** Creates a place; an open one holds any number of values. */
  createPlace({ isOpen = false } = {}): Place {
    return { values: undefined, next: undefined, seen: undefined, isOpen, count: 0, isCapped: false };
  }

  add(place: Place, value: Value): void {
    if (place.values?.has(value)) return;
    if (place.count >= MOST[value.kind] && !place.isOpen) {
      // One package more is nothing that could be followed.
      if (value.kind !== "outside") place.isCapped = true;
      if (
        value.kind === "function" ||
        value.kind === "instance" ||
        (value.kind === "object" && value.isData === undefined)
      )
        this.add(this.rest, value);
      return;
    }
    if (MOST[value.kind] < Infinity) place.count += 1;
    (place.values ??= new Set()).add(value);
    this.#work.push([place, value]);
  }

  /** Lets the values of a place flow into another. */
  flow(from: Place, to: Place): void {
    if (from === to || from.next?.has(to)) return;
    (from.next ??= new Set()).add(to);
    for (const value of from.values ?? []) this.add(to, value);
  }

  /** Calls back for each value of a place, those that come later too. */
  watch(place: Place, see: (value: Value) => void): void {
    (place.seen ??= []).push(see);
    for (const value of [...(place.values ?? [])]) see(value);
  }

  /** The place of a property of a value. */
  fieldOf(value: Value, key: string): Place {
    const own = getOrCreate(this.#fields, value, () => new Map<string, Place>());
    return getOrCreate(own, key, () => {
      const place = this.createPlace();
      getOrCreate(this.#named, key, () => []).push(place);
      for (const reads of this.#reads.get(value)?.values() ?? []) {
        for (const to of reads.get(key) ?? []) this.flow(place, to);
        if (key === ANY && hasElements(value)) for (const to of reads.get(ELEMENT) ?? []) this.flow(place, to);
      }
      // A name that is not written may be any property. What is stored under it is read by such a name alone: else
      // each `list.length` would be an element of the list.
      this.flow(place, this.#wholeOf(value));
      return place;
    });
  }

  /** Lets the property of one value flow into a place. */
  read(value: Value, key: string, to: Place): void {
    this.#readAlong(value, key, to, ALONG.both);
  }

  /** Lets the property of all values of a place flow into another: `to = from.key`. */
  load(from: Place, key: string, to: Place): void {
    this.watch(from, (value) => this.read(value, key, to));
  }

  /** Lets a place flow into the property of all values of another: `to.key = from`. */
  store(to: Place, key: string, from: Place): void {
    this.watch(to, (value) => {
      if (value.kind !== "function" && value.kind !== "outside") this.flow(from, this.fieldOf(value, key));
    });
  }

  /**
   * Makes what is read of a value be read of another too: `base`: what it is made of; `form`: what it may be, such as a
   * class that implements an interface.
   */
  relate(value: Value, other: Value, as: Relation): void {
    const others = getOrCreate(this.#related[as], value, () => new Set<Value>());
    if (value === other || others.has(other)) return;
    if (others.size >= MOST_RELATED) {
      this.add(this.rest, other);
      return;
    }
    others.add(other);
    for (const [along, reads] of this.#reads.get(value) ?? [])
      if (along.includes(as))
        for (const [key, places] of [...reads])
          for (const to of [...places]) this.#readAlong(other, key, to, ALONG[as]);
  }

  /** Works until nothing changes. */
  solve(): void {
    for (let next = this.#work.pop(); next; next = this.#work.pop()) {
      const [place, value] = next;
      for (const to of place.next ?? []) this.add(to, value);
      // Whoever comes to see the place meanwhile is told of the value there.
      const { seen = [] } = place;
      const { length } = seen;
      for (let index = 0; index < length; index++) seen[index]?.(value);
    }
  }

  valuesOf(place: Place): ReadonlySet<Value> {
    return place.values ?? NOTHING;
  }

  /** Whether a place had more values than are kept. */
  isCapped(place: Place): boolean {
    return place.isCapped;
  }

  /** The places of the properties of a value, and of what it is made of, by name. */
  fieldsOf(value: Value): ReadonlyMap<string, Place> {
    const found = new Map<string, Place>();
    const made = new Set([value]);
    // Grows while it is read.
    for (const each of made) {
      for (const [name, place] of this.#fields.get(each) ?? []) if (!found.has(name)) found.set(name, place);
      for (const base of this.#related.base.get(each) ?? []) made.add(base);
    }
    return found;
  }

  /** What a value may be, such as the instances of the classes that extend its own. */
  formsOf(value: Value): ReadonlySet<Value> {
    const forms = new Set<Value>();
    const add = (each: Value) => {
      for (const form of this.#related.form.get(each) ?? [])
        if (!forms.has(form)) {
          forms.add(form);
          add(form);
        }
    };
    add(value);
    return forms;
  }

  /** The places of all properties of a name. */
  fieldsNamed(key: string): readonly Place[] {
    return this.#named.get(key) ?? [];
  }

  #wholeOf(value: Value): Place {
    return getOrCreate(this.#wholes, value, () => this.createPlace());
  }

  /** Of a base its own bases are read, and not what else it may be. */
  #readAlong(value: Value, key: string, to: Place, along: readonly Relation[]): void {
    if (value.kind === "outside") {
      this.add(to, value);
      return;
    }
    if (value.kind === "function") return;
    const own = getOrCreate(this.#reads, value, () => new Map<readonly Relation[], Reads>());
    const places = getOrCreate(
      getOrCreate(own, along, (): Reads => new Map()),
      key,
      () => new Set<Place>(),
    );
    if (places.has(to)) return;
    places.add(to);
    if (key !== ELEMENT || hasElements(value)) {
      const isAny = key === ANY || key === ELEMENT;
      const isWhole = isAny && (!("isData" in value && value.isData) || to.isOpen);
      const from = isWhole ? this.#wholeOf(value) : this.#fields.get(value)?.get(isAny ? ANY : key);
      // Else it flows once something is stored there.
      if (from) this.flow(from, to);
    }
    for (const relation of along)
      for (const other of this.#related[relation].get(value) ?? []) this.#readAlong(other, key, to, ALONG[relation]);
  }
}

const hasElements = ({ kind }: Value): boolean => kind === "object" || kind === "interface";
