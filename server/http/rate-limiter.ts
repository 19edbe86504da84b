import { randomInt } from 'node:crypto';
import type { Clock } from '../../shared/ports.ts';

/** So many requests in so long a window. */
export interface Rate {
  readonly hits: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /**
   * Counts hits; gives the whole seconds to wait when they bring the key over its rate, else 0. What
   * goes over the rate is not counted.
   */
  hit(key: string, hits?: number): number;
  /** The same answer as one `hit` would give, without counting. */
  peek(key: string): number;
  /** Takes one hit of the running window back. */
  giveBack(key: string): void;
}

/** Keys are spread over so many sets of so many entries each; 16 bytes an entry, 0.5 MB in all. */
const SETS = 4096;
const ENTRIES = 8;

/**
 * Fixed windows in this process's memory, one per key, starting at the key's first hit. Memory is
 * bounded: a key has its place in one of 4096 sets (by a hash with a secret seed, so nobody can
 * choose whose set he fills) of eight entries.
 *
 * When all eight are alive a newcomer goes on from the entry with the fewest hits, in its place and
 * its window. So a flood of addresses washes away no count of a key that has asked more often than
 * others, lets none through more often than its rate, and takes from a newcomer only the hits of the
 * least that share his set: to shut him out altogether it needs his whole rate for each of the 32 768
 * entries within one window.
 */
export function createRateLimiter(clock: Clock, rate: Rate): RateLimiter {
  const setSeed = randomInt(2 ** 32);
  const tagSeed = randomInt(2 ** 32);
  const tags = new Uint32Array(SETS * ENTRIES);
  const counts = new Uint32Array(SETS * ENTRIES);
  const ends = new Float64Array(SETS * ENTRIES);

  const endOf = (place: number) => ends[place] ?? 0;
  const countAt = (place: number) => counts[place] ?? 0;

  /** The key's entry; without one a free one of its set, else the one with the fewest hits. */
  function placeOf(key: string, tag: number, now: number): number {
    const first = (hashOf(key, setSeed) % SETS) * ENTRIES;
    let best = first;
    let fewest = Number.POSITIVE_INFINITY;
    for (let place = first; place < first + ENTRIES; place++) {
      const isLive = now < endOf(place);
      if (isLive && tags[place] === tag) return place;
      const count = isLive ? countAt(place) : -1;
      if (count < fewest) {
        fewest = count;
        best = place;
      }
    }
    return best;
  }

  function secondsLeft(place: number, now: number): number {
    return Math.max(1, Math.ceil((endOf(place) - now) / 1000));
  }

  return {
    hit(key, hits = 1) {
      const now = clock.now();
      const tag = hashOf(key, tagSeed);
      const place = placeOf(key, tag, now);
      if (now >= endOf(place)) {
        ends[place] = now + rate.windowMs;
        counts[place] = 0;
      }
      const before = countAt(place);
      if (before >= rate.hits) return secondsLeft(place, now);
      tags[place] = tag;
      counts[place] = Math.min(before + hits, rate.hits);
      return before + hits > rate.hits ? secondsLeft(place, now) : 0;
    },
    peek(key) {
      const now = clock.now();
      const place = placeOf(key, hashOf(key, tagSeed), now);
      return now < endOf(place) && countAt(place) >= rate.hits ? secondsLeft(place, now) : 0;
    },
    giveBack(key) {
      const now = clock.now();
      const tag = hashOf(key, tagSeed);
      const place = placeOf(key, tag, now);
      const isHeld = now < endOf(place) && tags[place] === tag && countAt(place) > 0;
      if (isHeld) counts[place] = countAt(place) - 1;
    },
  };
}

/** 32 bits of a text; whoever does not know the seed cannot tell which texts fall together. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
