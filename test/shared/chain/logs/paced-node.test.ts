import { describe, expect, it } from 'vitest';
import { timing } from '../../../../server/chain/timing.ts';
import { type ChainNode, ChainNodeError } from '../../../../shared/chain/logs/chain-node.ts';
import { createLogLimits } from '../../../../shared/chain/logs/log-limits.ts';
import { pacedNode } from '../../../../shared/chain/logs/paced-node.ts';
import { retryAfterMs } from '../../../../shared/chain/retry-after.ts';
import { createVirtualTime } from '../../../helpers/virtual-time.ts';

/**
 * Creates a node that records the times of its requests. It refuses requests for which `refuse`
 * returns an error.
 */
function noting(refuse: (asked: number) => ChainNodeError | undefined = () => undefined) {
  const times: number[] = [];
  const node: ChainNode = {
    name: 'node',
    limits: createLogLimits(),
    call: async () => {
      times.push(performance.now());
      const error = refuse(times.length);
      if (error !== undefined) throw error;
      return 'result';
    },
  };
  return { node, times };
}

describe('a paced node', () => {
  it('sends requests no faster than the given rate, however many are waiting', async () => {
    const { node, times } = noting();
    const paced = pacedNode(node, 50, timing());
    const begun = performance.now();
    await Promise.all(Array.from({ length: 11 }, () => paced.call('x', [])));
    // The first request doesn't wait 20 ms. A late timer doesn't shorten later waits.
    expect((times.at(-1) ?? 0) - begun).toBeGreaterThanOrEqual(175);
  });

  it('sends requests immediately when no rate is set', async () => {
    const { node, times } = noting();
    const paced = pacedNode(node, 0, timing());
    await Promise.all(Array.from({ length: 50 }, () => paced.call('x', [])));
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(1_000);
  });

  it.each([
    ['without a configured rate', 0, 1],
    ['without a configured rate, with four at once', 0, 4],
    ['with a higher configured rate', 25, 1],
    ['with a higher configured rate, with four at once', 25, 4],
  ])(
    'sends 90 to 110 per cent of the 15 requests a second that a node accepts (%s)',
    async (_, rate, atOnce) => {
      const time = createVirtualTime(0);
      const [allowed, seconds] = [15, 60];
      let [tokens, filledAt, accepted, refused] = [allowed, 0, 0, 0];
      const node: ChainNode = {
        name: 'node',
        limits: createLogLimits(),
        async call() {
          await time.wait(20);
          const now = time.clock.now();
          tokens = Math.min(allowed, tokens + ((now - filledAt) / 1000) * allowed);
          filledAt = now;
          if (tokens < 1) {
            refused += 1;
            throw new ChainNodeError('busy', 'the node limits the request rate');
          }
          tokens -= 1;
          accepted += 1;
          return 'result';
        },
      };
      const paced = pacedNode(node, rate, { elapsed: time.clock.now, wait: time.wait });
      const ask = async () => {
        while (time.clock.now() < seconds * 1000) await paced.call('x', []).catch(() => undefined);
      };
      await time.run(Promise.all(Array.from({ length: atOnce }, ask)));
      const found = `${accepted} accepted, ${refused} refused`;
      expect(accepted, found).toBeGreaterThan(0.9 * allowed * seconds);
      expect(accepted + refused, found).toBeLessThan(1.1 * allowed * seconds);
    },
  );

  it('pauses for the time that a 429 response names', async () => {
    const { node, times } = noting((asked) =>
      asked === 1
        ? new ChainNodeError('busy', 'the node limits the request rate', {
            details: { retryAfterMs: 120 },
          })
        : undefined,
    );
    const paced = pacedNode(node, 0, timing());
    await expect(paced.call('x', [])).rejects.toMatchObject({ code: 'busy' });
    await paced.call('x', []);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(115);
  });

  it('stops waiting when the service stops', async () => {
    const closing = new AbortController();
    const paced = pacedNode(noting().node, 0.001, timing(closing.signal));
    await paced.call('x', []);
    const waiting = paced.call('x', []);
    closing.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'down' });
  });
});

describe('Retry-After', () => {
  it.each<[string | null, number | undefined]>([
    ['2', 2_000],
    ['86400', 120_000],
    ['Thu, 01 Jan 1970 00:00:05 GMT', 5_000],
    ['Thu, 01 Jan 1969 00:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ])('the wait in ms for the Retry-After value “%s” is %s', (header, wait) => {
    expect(retryAfterMs(header, 0)).toBe(wait);
  });
});
