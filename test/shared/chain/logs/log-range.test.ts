import { describe, expect, it } from 'vitest';
import { createLogRange } from '../../../../shared/chain/logs/log-range.ts';

/** Requests ranges from a node with a limit. Returns the requested lengths. */
function ask(
  limit: number,
  times: number,
  stated: number | undefined,
  range = createLogRange(),
): number[] {
  return Array.from({ length: times }, () => {
    const asked = range.length;
    if (asked > limit) range.refuse(asked, { limit: stated, isPassing: false });
    else range.accept(asked, 0);
    return asked;
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the range of log requests', () => {
  it.each([10, 500, 1_000, 2_000, 3_333])(
    'requests ranges close to a node’s limit of %d blocks even when the node doesn’t state the limit',
    (limit) => {
      const asked = ask(limit, 1_000, undefined).slice(-500);
      const read = sum(asked.filter((length) => length <= limit));
      expect(read / (asked.length * limit)).toBeGreaterThan(0.9);
    },
  );

  it('adopts the limit in a node’s message immediately', () => {
    const asked = ask(2_000, 100, 2_000);
    expect(asked.filter((length) => length > 2_000)).toHaveLength(1);
    expect(asked.at(-1)).toBe(2_000);
  });

  it('requests longer ranges again when the node raises its limit', () => {
    const range = createLogRange();
    ask(500, 100, 500, range);
    expect(ask(10_000, 2_000, undefined, range).at(-1)).toBe(10_000);
  });

  it('shrinks to a single block while the node fails, and grows again quickly', () => {
    const range = createLogRange();
    ask(2_000, 100, 2_000, range);
    while (range.length > 1) range.refuse(range.length, { limit: undefined, isPassing: true });
    expect(ask(2_000, 20, undefined, range).at(-1)).toBeGreaterThan(1_900);
  });

  it('shrinks the range where blocks have many logs', () => {
    const range = createLogRange();
    for (let i = 0; i < 20; i++) range.accept(range.length, range.length * 60);
    expect(range.length).toBe(50);
  });

  it('counts the refusals of parallel requests as one refusal', () => {
    const range = createLogRange();
    ask(10_000, 10, undefined, range);
    const asked = range.length;
    for (let i = 0; i < 4; i++) range.refuse(asked, { limit: undefined, isPassing: false });
    expect(range.length).toBeGreaterThanOrEqual(Math.floor(asked / 2));
  });
});
