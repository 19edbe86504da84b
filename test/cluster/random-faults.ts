import { seededRandom } from '../devnet/random-walk.ts';
import type { Fault } from './faults.ts';

/** Yields faults in random order, each kind once before any kind is repeated. */
export function* randomFaults(
  seed: number,
  count: number,
  kinds: readonly Fault[],
): Generator<Fault> {
  const random = seededRandom(seed);
  let left: Fault[] = [];
  for (let i = 0; i < count; i++) {
    if (left.length === 0) left = [...kinds];
    const [fault] = left.splice(Math.floor(random() * left.length), 1);
    if (fault !== undefined) yield fault;
  }
}
