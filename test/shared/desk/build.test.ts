import { describe, expect, it } from 'vitest';
import { type LegProblem, liveLegs, toggleLeg } from '../../../shared/desk/build.ts';
import type { Pick } from '../../../shared/desk/combine.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { contracts } from '../../../shared/units.ts';
import { DAY, deskRow, NOW } from './desk-rows.ts';

/** Toggles quotes one after another. Each toggle must be possible. */
const legsOf = (...rows: readonly OrderRow[]): readonly Pick[] =>
  rows.reduce<readonly Pick[]>((legs, row) => {
    const next = toggleLeg(legs, row);
    return typeof next === 'string' ? expect.unreachable(next) : next;
  }, []);

describe('a leg of a trade in the builder', () => {
  it('a new leg has one contract, or fewer if the maker has fewer left', () => {
    const small = deskRow('PUT', [2600], { available: contracts(250000n) });
    expect(legsOf(deskRow('PUT', [2800]), small).map(({ millionths }) => millionths)).toEqual([
      1_000_000n,
      250_000n,
    ]);
  });

  it('removes a leg with the same terms, even when its quote was renewed', () => {
    const legs = legsOf(deskRow('PUT', [2800]), deskRow('PUT', [2600]));
    const renewed = deskRow('PUT', [2800], { usd: 101 });
    expect(toggleLeg(legs, renewed)).toEqual([legs[1]]);
  });

  it('adds the opposite side of the same option as a separate leg', () => {
    expect(legsOf(deskRow('PUT', [2800]), deskRow('PUT', [2800], { side: 'sell' }))).toHaveLength(
      2,
    );
  });

  it.each<[OrderRow, LegProblem]>([
    [deskRow('PUT', [2600], { asset: 'BTC' }), 'otherAsset'],
    [deskRow('PHYSICAL_PUT', [2600]), 'delivery'],
  ])('refuses a leg on a different asset or with physical delivery (%#)', (row, problem) => {
    expect(toggleLeg(legsOf(deskRow('PUT', [2800])), row)).toBe(problem);
  });

  it('accepts legs of two expiries, but not of three', () => {
    const at = (days: number) => deskRow('PUT', [2600], { expiry: NOW + days * DAY });
    const two = legsOf(at(30), at(37), deskRow('PUT', [2800], { expiry: NOW + 37 * DAY }));
    expect(two).toHaveLength(3);
    expect(toggleLeg(two, at(44))).toBe('thirdExpiry');
  });

  it('rejects a seventh leg', () => {
    const six = legsOf(...[1, 2, 3, 4, 5, 6].map((hundred) => deskRow('PUT', [hundred * 100])));
    expect(toggleLeg(six, deskRow('PUT', [900]))).toBe('tooMany');
  });
});

describe('the legs of a trade in the builder', () => {
  it('uses the best live quote for a leg’s terms', () => {
    const legs = legsOf(deskRow('PUT', [2800], { usd: 50 }));
    const rows = [
      deskRow('PUT', [2800], { usd: 49, maker: '0xb' }),
      deskRow('PUT', [2800], { usd: 48, maker: '0xc', quoteEnds: NOW }),
      deskRow('PUT', [2600], { usd: 20 }),
      deskRow('PUT', [2800], { usd: 60, side: 'sell' }),
      deskRow('PUT', [2800], { usd: 52, maker: '0xd' }),
    ];
    expect(liveLegs(legs, rows, NOW)).toEqual([{ ...legs[0], row: rows[0], isLive: true }]);
  });

  it('keeps a leg’s last quote when no maker offers a quote for the leg any more', () => {
    const legs = legsOf(deskRow('PUT', [2800]));
    expect(liveLegs(legs, [], NOW)).toEqual([{ ...legs[0], isLive: false }]);
  });
});
