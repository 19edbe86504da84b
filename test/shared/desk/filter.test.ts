import { describe, expect, it } from 'vitest';
import { chainOf } from '../../../shared/desk/chain.ts';
import { type DeskFilter, filterRows } from '../../../shared/desk/filter.ts';
import { steadyRows } from '../../../shared/desk/steady-rows.ts';
import { DAY, deskRow, NOW, SPOT } from './desk-rows.ts';

const ROWS = [
  deskRow('PUT', [2800], { usd: 50, delta: -0.3, maker: '0xa' }),
  deskRow('PUT', [3000], { usd: 100, delta: -0.5, maker: '0xb', expiry: NOW + DAY }),
  deskRow('INVERSE_CALL', [3000], { usd: 110, delta: 0.5, side: 'sell', maker: '0xa' }),
  deskRow('CALL_SPREAD', [3000, 3400], { usd: 80, available: '1000000', maker: '0xb' }),
  { ...deskRow('INVERSE_CALL', [40000], { asset: 'BTC' }), priceUsd: undefined },
].map(({ priceUsd, ...row }) => (priceUsd === undefined ? row : { ...row, priceUsd }));

const passing = (filter: DeskFilter) =>
  filterRows(ROWS, filter).map((row) => ROWS.indexOf(row as (typeof ROWS)[number]));

describe('the filter of the desk', () => {
  it.each<readonly [DeskFilter, readonly number[]]>([
    [{}, [0, 1, 2, 3, 4]],
    [{ asset: 'BTC' }, [4]],
    [{ expiry: NOW + DAY }, [1]],
    [{ side: 'sell' }, [2]],
    [{ products: ['PUT', 'CALL_SPREAD'] }, [0, 1, 3]],
    [{ makers: ['0xb'] }, [1, 3]],
    [{ strikes: { from: 2900, to: 3300 } }, [1, 2]],
    [{ delta: { from: 0.4, to: 0.6 } }, [1, 2]],
    [{ leastContracts: 2 }, [0, 1, 2, 4]],
    [{ mostPremiumUsd: 80 }, [0, 3]],
    [{ asset: 'ETH', side: 'buy', makers: ['0xa'] }, [0]],
  ])('lets quotes pass that meet %j', (filter, expected) => {
    expect(passing(filter)).toEqual(expected);
  });
});

describe('ten thousand quotes', () => {
  const rows = Array.from({ length: 10_000 }, (_, i) =>
    deskRow(
      i % 3 === 0 ? 'CALL_SPREAD' : i % 3 === 1 ? 'PUT' : 'INVERSE_CALL',
      [1000 + 50 * (i % 80), ...(i % 3 === 0 ? [6000] : [])],
      {
        digest: `0x${i}`,
        maker: `0x${i % 50}`,
        side: i % 2 === 0 ? 'buy' : 'sell',
        usd: 10 + (i % 97),
        expiry: NOW + DAY * (1 + (i % 12)),
        asset: i % 5 === 0 ? 'BTC' : 'ETH',
      },
    ),
  );
  const market = { spot: { ETH: { price: SPOT, source: 'chain' as const } }, over: NOW };

  /** Milliseconds of the fastest of several runs: another program may slow down the others. */
  const fastest = (run: () => unknown) =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        const start = performance.now();
        run();
        return performance.now() - start;
      }),
    );

  // The fastest run takes 6 and 40 ms; the limits leave room for a busy machine.
  it('are filtered and arranged in milliseconds', () => {
    const filter = { side: 'buy', strikes: { from: 2000, to: 9000 } } as const;
    expect(fastest(() => chainOf(filterRows(rows, filter), market))).toBeLessThan(250);
  });

  it('are updated in milliseconds', () => {
    const before = chainOf(rows, market);
    const fresh = structuredClone(rows).map((row, i) =>
      i % 100 === 0 ? { ...row, delta: 0.5 } : row,
    );
    const update = () => chainOf(steadyRows(rows, fresh), market, before);
    expect(fastest(update)).toBeLessThan(500);
  });
});
