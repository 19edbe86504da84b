import { describe, expect, it } from 'vitest';
import { type DeskFilter, filterRows } from '../../../shared/desk/filter.ts';
import { DAY, deskRow, NOW } from './desk-rows.ts';

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
