import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../shared/is-record.ts';
import { isWithinShape } from '../../shared/json-shape.ts';

const WIDE = { depth: 16, values: 100_000 };
/** The longest time that one stream of bytes may block the event loop, in milliseconds. */
const MAX_BLOCK_MS = 20;

/** Returns the shortest of several runs: other programs share the processors. */
function millisecondsOf(work: () => void): number {
  return Math.min(
    ...Array.from({ length: 5 }, () => {
      const begun = performance.now();
      work();
      return performance.now() - begun;
    }),
  );
}

function depthOf(value: unknown): number {
  if (Array.isArray(value)) return 1 + Math.max(0, ...value.map(depthOf));
  if (!isRecord(value)) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('the shape of JSON', () => {
  it('accepts text up to a depth, whatever its strings contain', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(7), (value, depth) => {
        const text = JSON.stringify(value);
        const expected = depthOf(value) <= depth;
        expect(isWithinShape(text, { depth, values: 1_000_000 })).toBe(expected);
      }),
    );
  });

  it.each(['"', '"\\', '"\\"[[[[', '["\\\\", [', '{"[": "]\\""}'])('ends on %j', (text) => {
    expect(isWithinShape(text, WIDE)).toBe(true);
  });

  it.each([
    ['opening brackets', '['.repeat(2_000_000)],
    ['opening braces', '{"a":'.repeat(400_000)],
    ['items', `[${'0,'.repeat(1_000_000)}0]`],
    ['empty lists', `[${'[],'.repeat(600_000)}0]`],
  ])('rejects two megabytes of %s in less than 20 ms', (_, text) => {
    expect(isWithinShape(text, WIDE)).toBe(false);
    expect(millisecondsOf(() => isWithinShape(text, WIDE))).toBeLessThan(MAX_BLOCK_MS);
  });

  it.each([
    ['quotes', '"'.repeat(2_000_000)],
    ['backslashes', `"${'\\'.repeat(2_000_000)}`],
    ['one string', `["${'x'.repeat(2_000_000)}"]`],
    ['colons', ':'.repeat(2_000_000)],
    ['escaped quotes', `"${'\\"'.repeat(1_000_000)}`],
  ])('reads two megabytes of %s in less than 20 ms', (_, text) => {
    expect(millisecondsOf(() => isWithinShape(text, WIDE))).toBeLessThan(MAX_BLOCK_MS);
  });
});
