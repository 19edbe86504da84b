import { describe, expect, it } from 'vitest';
import { OffsetItem } from '../../../components/screens/desk/OffsetItem.tsx';
import { offsetsFor } from '../../../shared/desk/offsets.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { contracts, price8, usd8 } from '../../../shared/units.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { deskRow, NOW, SPOT } from '../../shared/desk/desk-rows.ts';
import { openPage } from '../helpers/open-page.tsx';

const PUT = deskPosition('PUT', [2800], { contractCount: 2, paid: 100 });
const BID = deskRow('PUT', [2800], { side: 'sell', usd: 80 });

async function item(
  row: PositionRow,
  quotes: readonly OrderRow[],
  { areAmountsHidden = false }: { areAmountsHidden?: boolean } = {},
) {
  const offsets = offsetsFor(row, quotes, { spot: { price: SPOT, source: 'chain' }, now: NOW });
  const picked: bigint[] = [];
  const page = await openPage(
    <OffsetItem
      row={row}
      offsets={offsets}
      left={undefined}
      onPick={({ fill }) => picked.push(fill.contracts)}
    />,
    { snapshot: { areAmountsHidden } },
  );
  return { page, picked };
}

describe('the offer to offset a position', () => {
  it('explains that both positions remain after an offset, and shows their combined result', async () => {
    const { page } = await item(PUT, [BID]);
    expect(page.words()).toContain('Neither of them ends: both stay open until');
    expect(page.words()).toMatch(/Together \+\$5\d\.\d\d/);
    expect(page.words()).toMatch(/Fee [\d.]+ USDC, included in the price/);
  });

  it('offers no offset without a matching order', async () => {
    expect((await item(PUT, [])).page.words()).toBe('');
  });

  it('compares a position with its opposite when the user asks, and opens the opposite order', async () => {
    const { page, picked } = await item(PUT, [BID]);
    expect(page.words()).not.toContain('Opposite position');
    await page.click('Compare both positions');
    expect(page.words()).toContain('Opposite position');
    expect(page.words()).toMatch(/Both together: \+\$5\d\.\d\d, whatever the price at expiry\./);
    const name = page.html().match(/>(Sell 2[^<]*)</)?.[1] ?? '';
    await page.click(name);
    expect(picked).toEqual([2_000_000n]);
    await page.click('Compare both positions');
    expect(page.words()).not.toContain('Opposite position');
  });

  it('shows how many contracts the opposite position doesn’t offset', async () => {
    const { page } = await item(PUT, [{ ...BID, available: contracts(1000000n) }]);
    await page.click('Compare both positions');
    expect(page.words()).toContain('Contracts of your position that stay without an opposite: 1');
    expect(page.words()).toContain('Contracts with an opposite:');
  });

  it('shows no result for a position of unknown cost', async () => {
    const received = { ...PUT, isReceived: true };
    const { page } = await item(received, [BID]);
    expect(page.words()).not.toContain('Together');
    await page.click('Compare both positions');
    expect(page.words()).toContain('The cost of your position isn’t known, so neither is the');
  });

  it('shows the price of each maker’s order in the comparison', async () => {
    const other = {
      ...BID,
      digest: 'b',
      maker: `0x${'bb'.repeat(20)}`,
      price: price8(7000000000n),
    };
    const { page } = await item(PUT, [BID, { ...other, priceUsd: usd8(7000000000n) }]);
    await page.click('Compare both positions');
    expect(page.words()).toContain('$80.00');
    expect(page.words()).toContain('$70.00');
  });

  it('hides the amounts of an offset while amounts are hidden, but not the note that both positions remain', async () => {
    const { page } = await item(PUT, [BID], { areAmountsHidden: true });
    await page.click('Compare both positions');
    expect(page.words()).not.toMatch(/\+\$5\d/);
    expect(page.words()).toContain('Neither of them ends');
  });
});
