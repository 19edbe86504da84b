import { describe, expect, it } from 'vitest';
import { type DeskFilter, filterRows } from '../../../shared/desk/filter.ts';
import { contracts } from '../../../shared/units.ts';
import { deskRow } from './desk-rows.ts';

const ROWS = [
  deskRow('PUT', [2800], { usd: 50, delta: -0.3 }),
  deskRow('PUT', [3000], { usd: 100, delta: -0.5 }),
  deskRow('INVERSE_CALL', [3000], { usd: 110, delta: 0.5 }),
  deskRow('CALL_SPREAD', [3000, 3400], { usd: 80, available: contracts(1000000n) }),
  { ...deskRow('INVERSE_CALL', [40000], { asset: 'BTC' }), priceUsd: undefined },
].map(({ priceUsd, ...row }) => (priceUsd === undefined ? row : { ...row, priceUsd }));

const passing = (filter: DeskFilter) =>
  filterRows(ROWS, filter).map((row) => ROWS.indexOf(row as (typeof ROWS)[number]));

describe('the filter of the desk', () => {
  it.each<readonly [DeskFilter, readonly number[]]>([
    [{}, [0, 1, 2, 3, 4]],
    [{ strikeFrom: 2900, strikeTo: 3300 }, [1, 2]],
    [{ strikeFrom: 2900 }, [1, 2, 3, 4]],
    [{ deltaFrom: 0.4, deltaTo: 0.6 }, [1, 2]],
    [{ deltaTo: 0.4 }, [0]],
    [{ leastContracts: 2 }, [0, 1, 2, 4]],
    [{ mostPremium: 80 }, [0, 3]],
    [{ mostPremium: 80, strikeTo: 2900 }, [0]],
  ])('lets quotes pass that meet %j', (filter, expected) => {
    expect(passing(filter)).toEqual(expected);
  });
});
