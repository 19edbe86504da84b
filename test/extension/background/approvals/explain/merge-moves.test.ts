import { describe, expect, it } from 'vitest';
import {
  collectibleMove,
  tokenMove,
} from '../../../../../entrypoints/background/approvals/explain/asset-moves.ts';
import { mergeMoves } from '../../../../../entrypoints/background/approvals/explain/merge-moves.ts';
import type { MoveFact } from '../../../../../shared/approvals/facts/moves.ts';

const TOKEN = '0x00000000000000000000000000000000000000aa';
const NOTHING = { leaves: [], arrives: [] };
const step = (move: MoveFact) => ({ leaves: [move], arrives: [] });
const units = (count: bigint) => tokenMove(TOKEN, count, { nameAt: () => undefined });

describe('mergeMoves', () => {
  it('keeps an outgoing collectible and reports a contradiction when the simulation omits the collectible', () => {
    const item = collectibleMove(TOKEN, 1n, '7');
    const merged = mergeMoves([step(item)], NOTHING);
    expect(merged.leaves).toEqual([item]);
    expect(merged.contradictions).toHaveLength(1);
  });

  it('keeps two outgoing units of a token without decimals when the simulation shows no movement', () => {
    const merged = mergeMoves([step(units(2n))], NOTHING);
    expect(merged.leaves).toEqual([units(2n)]);
  });

  it('doesn’t report a contradiction when a large amount differs from the simulation by rounding', () => {
    const simulated = { leaves: [units(999_998n)], arrives: [] };
    expect(mergeMoves([step(units(1_000_000n))], simulated).contradictions).toEqual([]);
  });

  it('keeps an outgoing collectible when the simulation shows a different collectible', () => {
    const item = collectibleMove(TOKEN, 1n, '7');
    const other = { leaves: [collectibleMove(TOKEN, 1n, '8')], arrives: [] };
    expect(mergeMoves([step(item)], other).leaves).toContainEqual(item);
  });

  it('returns the simulated net amount when a conversion, a premium and a collateral lock move the same receipts', () => {
    const receipts = (count: bigint, note?: MoveFact['note']): MoveFact => {
      const move = { kind: 'token', token: TOKEN, symbol: 'aBasUSDC', units: `${count}` } as const;
      return note === undefined ? move : { ...move, note };
    };
    const steps = [
      { leaves: [], arrives: [receipts(2_431n)] },
      {
        leaves: [receipts(2_466n, { code: 'locked' })],
        arrives: [receipts(38n, { code: 'netPremium' })],
      },
    ];
    const note = {
      code: 'net',
      ...{ leaves: '2466', why: { code: 'locked' } },
      ...{ arrives: '38', source: { code: 'netPremium' }, converted: '2431' },
    };
    const rest = mergeMoves(steps, { leaves: [], arrives: [receipts(3n)] });
    expect(rest.arrives).toEqual([{ ...receipts(3n), note }]);
    const lack = mergeMoves(steps, { leaves: [receipts(1n)], arrives: [] });
    expect(lack.leaves).toMatchObject([{ note }]);
  });
});
