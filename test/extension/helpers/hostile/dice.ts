/** Reproducible random choices. */
export interface Dice {
  /** An integer from 0 below `limit`. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True once in `count` throws on average. */
  oneIn(count: number): boolean;
  /** Returns mostly small sizes, sometimes up to `most`. */
  size(most: number): number;
  /** Returns a length up to `length`, at most the characters that the request has left. */
  take(length: number): number;
}

/** Number of characters above which requests are refused before they are parsed. */
const ROOM = 800_000;

/** Returns dice of a seed (mulberry32). */
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
