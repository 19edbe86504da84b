import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, withRowChanges } from '../../../shared/desk/row-changes.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { deskRow } from './desk-rows.ts';

/** Generates readings with only a few digests, so that two readings have some digests in common. */
const anyReading = fc.uniqueArray(
  fc
    .record({
      i: fc.nat({ max: 12 }),
      strike: fc.constantFrom(2800, 2900),
      delta: fc.constantFrom(undefined, 0.1, 0.2),
    })
    .map(
      ({ i, strike, delta }): OrderRow => ({
        ...deskRow('PUT', [strike]),
        digest: `0x${i}`,
        ...(delta === undefined ? {} : { delta }),
      }),
    ),
  { selector: ({ digest }) => digest },
);

const byDigest = (rows: readonly OrderRow[]) => new Map(rows.map((row) => [row.digest, row]));

describe('the changes between two lists of orders', () => {
  it('the changes turn the former list into the new list', () => {
    fc.assert(
      fc.property(anyReading, anyReading, (former, next) => {
        const rows = withRowChanges(former, changesOf(former, next));
        expect(rows).toHaveLength(next.length);
        expect(byDigest(rows)).toEqual(byDigest(next));
      }),
    );
  });

  it('lists only rows that changed, and reuses the former objects of the other rows', () => {
    fc.assert(
      fc.property(anyReading, anyReading, (former, next) => {
        const changes = changesOf(former, structuredClone(next));
        const before = byDigest(former);
        for (const row of changes.rows) expect(row).not.toEqual(before.get(row.digest));
        const changed = new Set(changes.rows.map(({ digest }) => digest));
        for (const row of withRowChanges(former, changes))
          if (!changed.has(row.digest)) expect(row).toBe(before.get(row.digest));
      }),
    );
  });

  it('changes nothing when only the order of the rows differs', () => {
    fc.assert(
      fc.property(anyReading, (former) => {
        const next = structuredClone(former).toReversed();
        expect(changesOf(former, next)).toEqual({ rows: [], gone: [] });
        expect(withRowChanges(former, changesOf(former, next))).toBe(former);
      }),
    );
  });
});
