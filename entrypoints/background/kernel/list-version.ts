import type { Clock } from '../../../shared/ports.ts';

/** Identifies states of a list. Versions of another worker never match. */
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
