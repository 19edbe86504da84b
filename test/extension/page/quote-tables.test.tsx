import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StrikeTable } from '../../../components/screens/desk/StrikeTable.tsx';
import { StructureTable } from '../../../components/screens/desk/StructureTable.tsx';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { chainsOf } from '../../shared/desk/chains.ts';
import { deskRow, NOW, SPOT } from '../../shared/desk/desk-rows.ts';
import { onPage } from '../helpers/on-page.tsx';

const ROWS = [
  deskRow('PUT', [2900], { usd: 40 }),
  deskRow('PUT', [3000], { usd: 90, delta: -0.4 }),
  deskRow('PUT', [3000], { usd: 80, side: 'sell' }),
  deskRow('INVERSE_CALL', [3000], { usd: 95 }),
  deskRow('CALL_SPREAD', [3000, 3200], { usd: 60, profitChance: 0.3 }),
];

const facts = { canPay: () => true, isLive: true, picked: [], onPick: () => undefined };

function tables(rows: readonly OrderRow[]) {
  const [chain] = chainsOf(rows, {
    spot: { ETH: { price: SPOT, source: 'chain' } },
    over: NOW,
  }).chains;
  return onPage(
    <>
      <StrikeTable {...facts} rows={chain?.strikes ?? []} label="Strikes" />
      <StructureTable {...facts} rows={chain?.structures ?? []} label="Structures" />
    </>,
  );
}

/** Contents of each cell of a row, without markup. */
const cellsOf = (html: string, row: string) =>
  [...(html.match(row)?.[0] ?? '').matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
    cell
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

beforeEach(() => {
  vi.stubGlobal('innerWidth', 400);
  vi.stubGlobal('innerHeight', 600);
});
afterEach(() => vi.unstubAllGlobals());

describe('the tables of one expiry', () => {
  it('show calls on the left and puts on the right of each strike, bid before ask', () => {
    const html = tables(ROWS);
    expect(html).toMatch(/colSpan="2"[^>]*>Calls<\/th><th aria-hidden="true" colSpan="1"/i);
    const [callBid, callAsk, strike, putBid, putAsk] = cellsOf(
      html,
      '<tr data-strike="3000".*?</tr>',
    );
    expect([callBid, strike]).toEqual(['—', '3,000 ATM At the money']);
    expect(callAsk).toContain('$95');
    expect(putBid).toContain('$80');
    expect(putAsk).toContain('$90');
  });

  it('mark the strike at the money for eyes and screen readers', () => {
    const html = tables(ROWS);
    expect(html).toMatch(/aria-label="3,000, At the money"/);
    expect(html).toMatch(/aria-label="2,900"/);
    expect(html.match(/bg-accent-soft\/60/g)).toHaveLength(1);
  });

  it('leave the model’s figures to wide tables', () => {
    const html = tables(ROWS);
    expect(html).not.toContain('>Delta<');
    expect(html).not.toContain('30 %');
  });

  it('name a structure with its strikes', () => {
    expect(tables(ROWS)).toMatch(/aria-label="Call spread 3,000[^"]*3,200"/);
  });

  it('lead the Tab key to one quote of each table', () => {
    expect(tables(ROWS).match(/tabindex="0"/gi)).toHaveLength(2);
  });
});
