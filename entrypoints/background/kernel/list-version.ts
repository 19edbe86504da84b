import type { Clock } from '../../../shared/ports.ts';

/** Numbers the states of a list. Numbers of another worker never match. */
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
