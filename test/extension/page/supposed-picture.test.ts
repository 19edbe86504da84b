import { describe, expect, it } from 'vitest';
import { NO_MOVES } from '../../../components/screens/desk/scene.ts';
import { supposedPicture } from '../../../components/screens/desk/use-portfolio.ts';
import { positionRows } from '../../../components/screens/holdings/position-rows.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { deskRow, NOW } from '../../shared/desk/desk-rows.ts';

const HELD = [deskPosition('PUT', [2_800]), deskPosition('CALL_SPREAD', [3_000, 3_200])];
const given = { asset: 'ETH', spot: 3_000, tried: [], moves: NO_MOVES, now: NOW };

describe('the chart of a portfolio', () => {
  it('shows today’s market while the user hasn’t moved a price', () => {
    const picture = supposedPicture(HELD, given);
    expect(picture.isHypothetical).toBe(false);
    expect(picture.movedSpot).toBe(3_000);
    expect(picture.holdings).toHaveLength(2);
    expect(picture.left).toBe(0);
  });

  it('draws the chart for the price that the user moved, and marks the chart as hypothetical', () => {
    const picture = supposedPicture(HELD, { ...given, moves: { ...NO_MOVES, spot: -10 } });
    expect(picture.isHypothetical).toBe(true);
    expect(picture.movedSpot).toBeCloseTo(2_700);
  });

  it('adds a tried quote of the same asset to the positions, and leaves out quotes of other assets', () => {
    const row = deskRow('PUT', [2_800], { usd: 42 });
    const spot = { price: 3_000, source: 'chain' as const };
    expect(supposedPicture(HELD, { ...given, tried: [{ row, spot }] }).holdings).toHaveLength(3);
    const other = { row: { ...row, asset: 'BTC' }, spot };
    const picture = supposedPicture(HELD, { ...given, tried: [other] });
    expect(picture.holdings).toHaveLength(2);
    expect(picture.isHypothetical).toBe(false);
  });

  it('counts the asset’s positions that have no value', () => {
    const { product: _, ...unread } = deskPosition('PUT', [2_900]);
    expect(supposedPicture([...HELD, unread], given).left).toBe(1);
  });
});

describe('the rows of a positions tab', () => {
  const [put, spread] = HELD as [(typeof HELD)[0], (typeof HELD)[0]];
  const rows = [
    { ...put, referrer: '0xaa' },
    { ...spread, isUnproven: true },
    { ...put, key: 'old', state: 'settled' as const },
  ];
  const view = { rows } as unknown as Parameters<typeof positionRows>[0];

  it('lists unproven positions separately', () => {
    const { shown, unproven } = positionRows(view, { tab: 'open', referrer: '' });
    expect(shown.map(({ key }) => key)).toEqual([put.key]);
    expect(unproven.map(({ key }) => key)).toEqual([spread.key]);
  });

  it('counts a referrer’s positions in all tabs, not only in the selected tab', () => {
    const { all, filtered, shown } = positionRows(view, { tab: 'settled', referrer: '0xaa' });
    expect([all.length, filtered.length, shown.length]).toEqual([3, 1, 0]);
  });
});
