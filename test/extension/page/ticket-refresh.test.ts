import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { untilNextLook } from '../../../components/hooks/use-ticket.ts';

const FEED_MS = 30_000;

describe('a ticket that stays open', () => {
  it('refreshes an open ticket every 10 seconds, and as soon as the feed may be read again', () => {
    expect(untilNextLook({ feedAt: 0 }, 0)).toBe(10_000);
    expect(untilNextLook({ feedAt: 0 }, 25_000)).toBe(5_250);
    expect(untilNextLook(undefined, 5)).toBe(10_000);
  });

  it('requests a newer feed within a second of the due time, no matter when the ticket was opened', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: FEED_MS }), (opened) => {
        let now = opened;
        while (now < FEED_MS) now += untilNextLook({ feedAt: 0 }, now);
        expect(now).toBeLessThanOrEqual(FEED_MS + 1_000);
      }),
    );
  });

  it('never refreshes a ticket more than once a second, however old the feed is', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (feedAt, now) => {
        expect(untilNextLook({ feedAt }, now)).toBeGreaterThanOrEqual(1_000);
        expect(untilNextLook({ feedAt }, now)).toBeLessThanOrEqual(10_000);
      }),
    );
  });
});
