import type { Clock } from '../../../shared/ports.ts';

/** Names the states of a list. Another worker's names differ from those of the one before. */
export function createListVersion(clock: Clock) {
  const startedAt = clock.now();
  let changes = 0;
  return {
    next(): void {
      changes += 1;
    },
    text: (): string => `${startedAt}.${changes}`,
  };
}
