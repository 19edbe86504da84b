import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../shared/is-record.ts';
import { isWithinShape } from '../../shared/json-shape.ts';

const WIDE = { depth: 16, values: 100_000, escapes: 10_000 };
/** Maximum factor by which the check may be slower than a pass over the text. */
const MAX_TIMES = 8;

/**
 * Measures by what factor some work is currently slower than a pass over a text on this machine.
 */
function timesWalk(text: string, work: () => void): number {
  let sum = 0;
  const walk = () => {
    for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at);
  };
  const shortest = { walk: Infinity, work: Infinity };
  // Takes the shortest of several times, because other programs share the processors.
  for (let run = 0; run < 9; run++) {
    const begun = performance.now();
    walk();
    const between = performance.now();
    work();
    shortest.walk = Math.min(shortest.walk, between - begun);
    shortest.work = Math.min(shortest.work, performance.now() - between);
  }
  expect(sum).toBeGreaterThan(0);
  return shortest.work / shortest.walk;
}

function depthOf(value: unknown): number {
  if (Array.isArray(value)) return 1 + Math.max(0, ...value.map(depthOf));
  if (!isRecord(value)) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('the shape of JSON', () => {
  it('accepts exactly the texts within the depth limit, whatever their strings contain', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(7), (value, depth) => {
        const text = JSON.stringify(value);
        const expected = depthOf(value) <= depth;
        expect(isWithinShape(text, { depth, values: 1_000_000 })).toBe(expected);
      }),
    );
  });

  it.each(['"', '"\\', '"\\"[[[[', '["\\\\", [', '{"[": "]\\""}'])(
    'accepts the text %j',
    (text) => {
      expect(isWithinShape(text, WIDE)).toBe(true);
    },
  );

  it.each([
    ['opening brackets', '['.repeat(2_000_000)],
    ['opening braces', '{"a":'.repeat(400_000)],
    ['items', `[${'0,'.repeat(1_000_000)}0]`],
    ['empty lists', `[${'[],'.repeat(600_000)}0]`],
    ['escapes', `["${'\\"'.repeat(999_000)}"]`],
  ])(
    'rejects two megabytes of %s in less than eight times the time of a single pass over the text',
    (_, text) => {
      expect(isWithinShape(text, WIDE)).toBe(false);
      expect(timesWalk(text, () => isWithinShape(text, WIDE))).toBeLessThan(MAX_TIMES);
    },
  );

  it.each([
    ['quotes', '"'.repeat(2_000_000)],
    ['backslashes', `"${'\\'.repeat(2_000_000)}`],
    ['one string', `["${'x'.repeat(2_000_000)}"]`],
    ['colons', ':'.repeat(2_000_000)],
    ['escaped quotes', `"${'\\"'.repeat(1_000_000)}`],
  ])(
    'reads two megabytes of %s in less than eight times the time of a single pass over the text',
    (_, text) => {
      expect(timesWalk(text, () => isWithinShape(text, WIDE))).toBeLessThan(MAX_TIMES);
    },
  );
});
