import { describe, expect, it } from 'vitest';
import { timing } from '../../../../server/chain/timing.ts';
import { type ChainNode, ChainNodeError } from '../../../../shared/chain/logs/chain-node.ts';
import { createLogLimits } from '../../../../shared/chain/logs/log-limits.ts';
import { pacedNode } from '../../../../shared/chain/logs/paced-node.ts';
import { retryAfterMs } from '../../../../shared/chain/retry-after.ts';

/** A node that records request times, and refuses requests by `refuse`. */
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
  it('sends requests at the given rate, whatever the queue', async () => {
    const { node, times } = noting();
    const paced = pacedNode(node, 50, timing());
    const begun = performance.now();
    await Promise.all(Array.from({ length: 11 }, () => paced.call('x', [])));
    // The first interval of 20 ms is free, and a late timer doesn't shorten the others.
    expect((times.at(-1) ?? 0) - begun).toBeGreaterThanOrEqual(175);
  });

  it('sends requests at once without a rate', async () => {
    const { node, times } = noting();
    const paced = pacedNode(node, 0, timing());
    await Promise.all(Array.from({ length: 50 }, () => paced.call('x', [])));
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(1_000);
  });

  it('pauses for the time that a 429 asks for', async () => {
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

  it('ends its wait when the service closes', async () => {
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
  ])('parses %s as a wait of %s ms', (header, wait) => {
    expect(retryAfterMs(header, 0)).toBe(wait);
  });
});
