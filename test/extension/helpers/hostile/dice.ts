/** Reproducible random choices. */
export interface Dice {
  /** Returns an integer from 0 to `limit` - 1. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Returns true with a probability of 1 / `count`. */
  oneIn(count: number): boolean;
  /** Returns mostly small sizes, sometimes up to `most`. */
  size(most: number): number;
  /**
   * Returns `length` rounded up, but at most the number of characters that the request has left.
   */
  take(length: number): number;
}

/** Maximum number of characters in a generated request, below the size that the wallet refuses. */
const ROOM = 800_000;

/** Creates dice for a seed (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed;
  let room = ROOM;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    oneIn: (count) => below(count) === 0,
    size: (most) => Math.floor((most + 1) ** (next() ** 2)),
    take(length) {
      const taken = Math.min(Math.ceil(length), room);
      room -= taken;
      return taken;
    },
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
  };
}
