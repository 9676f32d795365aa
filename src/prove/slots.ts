/** Milliseconds after which work that has not ended is taken to wait for something. */
const patience = 200;

/** Lets only some of many things be worked on at once. What waits leaves its place to another. */
export class Slots {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Does work when there is a place for it. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    await this.#take();
    let isHeld = true;
    const leave = (): void => {
      if (isHeld) this.#give();
      isHeld = false;
    };
    const timer = setTimeout(leave, patience);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  #take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#queue.push(resolve));
  }

  #give(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#free++;
  }
}
