// Which values an expression may stand for: functions, objects, classes and their instances, over all files of a
// project. Every expression, variable and property is a place; values flow from place to place until nothing changes.
import type { TSESTree } from "@typescript-eslint/utils";
import type { ClassNode } from "../syntax/references.js";
import { getOrCreate } from "../syntax/remember.js";

/** Stands for an expression, a variable, a property or a result, and knows what that may hold. */
export interface Place {
  readonly values: Set<Value>;
  /** The instances among them, a bit for each, by their numbers: they are most of what flows. */
  readonly instances: number[];
  readonly next: Place[];
  readonly nexts: Set<Place>;
  readonly seen: ((value: Value) => void)[];
  readonly isOpen: boolean;
  /** How many values it holds of the kinds that are capped. */
  count: number;
  isCapped: boolean;
}

/** What a place may hold. There is one object for each value, so that values are compared by identity. */
export type Value =
  | { readonly kind: "function"; readonly fn: number }
  | ClassValue
  | InstanceValue
  | ObjectValue
  /** Something of a package, of Node.js or of the language, by the name of its module. */
  | { readonly kind: "outside"; readonly module: string };

/** A class, with what stands for all of its instances. */
export interface ClassValue {
  readonly kind: "class";
  readonly instance: InstanceValue;
  readonly node: ClassNode;
}

/** What has properties: an object or array literal, an instance, a module, what an interface describes. */
export interface ObjectValue {
  readonly kind: "object" | "interface" | "module";
  /** For a message: where it stands. */
  readonly label: string;
  /** Where it is written, if it stands for what is written there alone: an object literal. */
  readonly node?: TSESTree.Node;
  /** Whether it stands for many objects of data, so that what one of its properties holds is in no list of another. */
  readonly isData?: boolean;
}

/** All instances of a class. */
export interface InstanceValue {
  readonly kind: "instance";
  readonly label: string;
  /** The class. */
  readonly node: ClassNode;
  /** Counts the classes of the project. */
  readonly number: number;
}

/** The property of each element of a list or map, and of any name that is not written. */
export const ANY = "*";

/**
 * The elements alone: what a list, a map or an object that is used as one holds. A class, an instance of one and a
 * module have none; a name that is worked out may yet be that of a method ({@link ANY}).
 */
export const ELEMENT = "[]";

/**
 * A place with more values than this, of those that are capped, takes none of a kind: it is no knowledge. Classes and
 * instances are always kept.
 */
const MOST: Readonly<Record<Value["kind"], number>> = {
  function: 32,
  object: 24,
  interface: 24,
  outside: 24,
  module: Infinity,
  class: Infinity,
  instance: Infinity,
};

/** More values than this that one is made of, or may be, are no knowledge. */
const MOST_RELATED = 48;

type Relation = "base" | "form";

/** What a property is read of beside the value itself: of a base its own bases, and not what else it may be. */
const ALONG = { all: ["base", "form"], base: ["base"], form: ["form"] } as const;

type Along = keyof typeof ALONG;

interface Read {
  readonly key: string;
  readonly along: Along;
  readonly places: Set<Place>;
}

/** What is known of a value. */
interface Known {
  readonly fields: Map<string, Place>;
  /** The place of all that its properties hold. */
  whole: Place | undefined;
  readonly base: Set<Value>;
  readonly form: Set<Value>;
  /** In the order in which they came. */
  readonly reads: Read[];
  readonly readsBy: Readonly<Record<Along, Map<string, Read>>>;
}

/** Places and the values that flow between them. */
export class PointsTo {
  readonly #known = new Map<Value, Known>();
  readonly #named = new Map<string, Place[]>();
  readonly #work: (readonly [Place, Value])[] = [];
  /** What is more than a place keeps: anything may become of it. */
  readonly rest = this.createPlace({ isOpen: true });

  /** Creates a place; an open one holds any number of values. */
  createPlace({ isOpen = false } = {}): Place {
    const flow = { next: [], nexts: new Set<Place>(), seen: [] };
    return { values: new Set(), instances: [], ...flow, isOpen, count: 0, isCapped: false };
  }

  add(place: Place, value: Value): void {
    if (value.kind === "instance") {
      const { instances } = place;
      const index = value.number >> 5;
      const bit = 1 << (value.number & 31);
      const bits = instances[index] ?? 0;
      if (bits & bit) return;
      while (instances.length < index) instances.push(0);
      instances[index] = bits | bit;
    } else if (place.values.has(value)) return;
    if (place.count >= MOST[value.kind] && !place.isOpen) {
      // One package more is nothing that could be followed.
      if (value.kind !== "outside") place.isCapped = true;
      if (value.kind === "function" || (value.kind === "object" && value.isData === undefined))
        this.add(this.rest, value);
      return;
    }
    if (MOST[value.kind] < Infinity) place.count += 1;
    place.values.add(value);
    this.#work.push([place, value]);
  }

  /** Lets the values of a place flow into another. */
  flow(from: Place, to: Place): void {
    const { next, nexts, values } = from;
    if (from === to || nexts.has(to)) return;
    nexts.add(to);
    next.push(to);
    for (const value of values) this.add(to, value);
  }

  /** Calls back for each value of a place, those that come later too. */
  watch(place: Place, see: (value: Value) => void): void {
    const { seen, values } = place;
    seen.push(see);
    for (const value of [...values]) see(value);
  }

  /** The place of a property of a value. */
  fieldOf(value: Value, key: string): Place {
    const { fields } = this.#knowledgeOf(value);
    const known = fields.get(key);
    if (known) return known;
    const place = this.createPlace();
    fields.set(key, place);
    getOrCreate(this.#named, key, () => []).push(place);
    // A name that is not written may be any property. What is stored under it is read by such a name alone: else each
    // `list.length` would be an element of the list.
    this.flow(place, this.#wholeOf(value));
    return place;
  }

  /** Lets the property of one value flow into a place. */
  read(value: Value, key: string, to: Place): void {
    this.#readAlong(value, key, to, "all");
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
    const { [as]: others, reads } = this.#knowledgeOf(value);
    if (value === other || others.has(other)) return;
    if (others.size >= MOST_RELATED) {
      this.add(this.rest, other);
      return;
    }
    others.add(other);
    for (const { key, along, places } of [...reads])
      if (along === "all" || along === as) for (const to of [...places]) this.#readAlong(other, key, to, as);
  }

  /** Works until nothing changes. */
  solve(): void {
    for (let next = this.#work.pop(); next; next = this.#work.pop()) {
      const [place, value] = next;
      const { next: following, seen } = place;
      for (const to of following) this.add(to, value);
      // Whoever comes to see the place meanwhile is told of the value there.
      const { length } = seen;
      for (let index = 0; index < length; index++) seen[index]?.(value);
    }
  }

  valuesOf(place: Place): ReadonlySet<Value> {
    return place.values;
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
      const { fields, base: bases } = this.#knowledgeOf(each);
      for (const [name, place] of fields) if (!found.has(name)) found.set(name, place);
      for (const base of bases) made.add(base);
    }
    return found;
  }

  /** What a value may be, such as the instances of the classes that extend its own. */
  formsOf(value: Value): ReadonlySet<Value> {
    const forms = new Set<Value>();
    const add = (each: Value) => {
      for (const form of this.#knowledgeOf(each).form)
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

  #knowledgeOf(value: Value): Known {
    return getOrCreate(this.#known, value, () => ({
      fields: new Map(),
      whole: undefined,
      base: new Set(),
      form: new Set(),
      reads: [],
      readsBy: { all: new Map(), base: new Map(), form: new Map() },
    }));
  }

  #wholeOf(value: Value): Place {
    return (this.#knowledgeOf(value).whole ??= this.createPlace());
  }

  #readAlong(value: Value, key: string, to: Place, along: Along): void {
    if (value.kind === "outside") {
      this.add(to, value);
      return;
    }
    if (value.kind === "function") return;
    const known = this.#knowledgeOf(value);
    let read = known.readsBy[along].get(key);
    if (!read) {
      read = { key, along, places: new Set() };
      known.readsBy[along].set(key, read);
      known.reads.push(read);
    }
    if (read.places.has(to)) return;
    read.places.add(to);
    if (key !== ELEMENT || value.kind === "object" || value.kind === "interface") {
      const isAny = key === ANY || key === ELEMENT;
      const isWhole = isAny && (!("isData" in value && value.isData) || to.isOpen);
      this.flow(isWhole ? this.#wholeOf(value) : this.fieldOf(value, isAny ? ANY : key), to);
    }
    for (const relation of ALONG[along]) for (const other of known[relation]) this.#readAlong(other, key, to, relation);
  }
}
