import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fittingColumns } from '../../../components/screens/desk/quote-column.ts';
import { STRIKE_COLUMNS, StrikeTable } from '../../../components/screens/desk/StrikeTable.tsx';
import {
  STRUCTURE_COLUMNS,
  StructureTable,
} from '../../../components/screens/desk/StructureTable.tsx';
import { middlePrice } from '../../../shared/desk/chain.ts';
import { ownContracts } from '../../../shared/desk/own-contracts.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { contracts } from '../../../shared/units.ts';
import { chainsOf } from '../../shared/desk/chains.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { DAY, deskRow, NOW, SPOT } from '../../shared/desk/desk-rows.ts';
import { onPage } from '../helpers/on-page.tsx';

const ROWS = [
  deskRow('PUT', [2900], { usd: 40 }),
  deskRow('PUT', [3000], { usd: 90, delta: -0.4 }),
  deskRow('PUT', [3000], { usd: 80, side: 'sell' }),
  deskRow('INVERSE_CALL', [3000], { usd: 95 }),
  deskRow('CALL_SPREAD', [3000, 3200], { usd: 60, profitChance: 0.3 }),
];

const facts = {
  canPay: () => true,
  isLive: true,
  picked: [],
  onPick: () => undefined,
  own: new Map(),
  hidden: [],
};

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

describe('the columns of the option chain', () => {
  const keys = (width: number, hidden: Parameters<typeof fittingColumns>[2] = []) =>
    fittingColumns(STRIKE_COLUMNS, width, hidden).map(({ key }) => key);

  it('shows only prices and strikes in a popup', () => {
    expect(keys(360)).toEqual([
      ...['desk.calls bid', 'desk.calls ask', 'strike'],
      ...['desk.puts bid', 'desk.puts ask'],
    ]);
  });

  it('shows all columns beside the ticket on a page of 1,600 pixels', () => {
    // Width of the rows. The ticket takes 24 % of the page, and the scrollbar takes about 15
    // pixels.
    const width = 1600 * 0.76 - 15;
    expect(keys(width)).toEqual(STRIKE_COLUMNS.map(({ key }) => key));
    expect(fittingColumns(STRUCTURE_COLUMNS, width, [])).toEqual(STRUCTURE_COLUMNS);
  });

  it('uses the width of hidden columns for other columns', () => {
    expect(keys(620)).toContain('desk.puts size asks');
    expect(keys(620)).not.toContain('desk.puts volatility asks');
    const chosen = keys(620, ['size']);
    expect(chosen).not.toContain('desk.puts size asks');
    expect(chosen).toContain('desk.puts volatility asks');
  });

  it('shows an option’s figures, the middle of both prices and the user’s contracts', () => {
    const [row] =
      chainsOf(
        [
          deskRow('PUT', [3000], { usd: 90.01, gamma: -0.0123, theta: -2.345, vega: 3.4 }),
          deskRow('PUT', [3000], { usd: 80, side: 'sell', impliedVolatility: 0.613 }),
        ],
        { spot: {}, over: NOW },
      ).chains[0]?.strikes ?? [];
    const own = ownContracts(
      [
        deskPosition('PUT', [3000], { contractCount: 2.5 }),
        deskPosition('PUT', [3000], { contractCount: 4, side: 'seller' }),
        deskPosition('PUT', [3000], { contractCount: 9, isUnproven: true }),
        deskPosition('PHYSICAL_PUT', [3000], { contractCount: 7 }),
        deskPosition('PUT', [2900], { contractCount: 7 }),
        deskPosition('PUT', [3000], { contractCount: 7, days: 60 }),
      ],
      { asset: 'ETH', expiry: NOW + 30 * DAY },
    );
    const shown = STRIKE_COLUMNS.flatMap(({ key, cell }) => {
      const text = row && onPage(cell?.(row, own)).replace(/<[^>]+>/g, '');
      return key.startsWith('desk.puts') && cell !== undefined ? [[key.slice(10), text]] : [];
    });
    expect(shown).toEqual([
      ['volatility bids', '61%'],
      ['size bids', '5'],
      ['size asks', '5'],
      ['volatility asks', '—'],
      ['mark', '$85.00'],
      ['delta', '—'],
      ['gamma', '−0.012'],
      ['vega', '+3.4'],
      ['theta', '−2.3'],
      ['own', '−1.5'],
    ]);
  });

  it('shows a dash for a middle price and for figures when no quote provides them', () => {
    const [row] =
      chainsOf([deskRow('PUT', [3000], { usd: 90 })], { spot: {}, over: NOW }).chains[0]?.strikes ??
      [];
    const shown = STRIKE_COLUMNS.flatMap(({ key, cell }) =>
      cell === undefined || !/mark|vol|size|delta/.test(key) ? [] : [row && cell(row, new Map())],
    );
    expect(shown.filter((text) => text !== '—')).toEqual(['5']);
  });

  it('shows no middle price when a quote is unchecked or has no contracts left', () => {
    const markWith = (change: Partial<OrderRow>) => {
      const rows = [deskRow('PUT', [3000], { usd: 90, ...change })];
      rows.push(deskRow('PUT', [3000], { usd: 80, side: 'sell' }));
      const [row] = chainsOf(rows, { spot: {}, over: NOW }).chains[0]?.strikes ?? [];
      return row && middlePrice(row.puts);
    };
    expect(markWith({})).toBe(85_00000000n);
    expect(markWith({ isChecked: false })).toBeUndefined();
    expect(markWith({ available: contracts(0n) })).toBeUndefined();
  });
});

describe('the tables of one expiry', () => {
  it('shows calls on the left and puts on the right of each strike, bid before ask', () => {
    const html = tables(ROWS);
    expect(html).toMatch(/colSpan="2"[^>]*>Calls<\/th><th aria-hidden="true" colSpan="1"/i);
    const [callBid, callAsk, strike, putBid, putAsk] = cellsOf(
      html,
      '<tr data-strike="3000".*?</tr>',
    );
    expect([callBid, strike]).toEqual(['—', '3,000 ATM']);
    expect(callAsk).toContain('$95');
    expect(putBid).toContain('$80');
    expect(putAsk).toContain('$90');
  });

  it('marks the strike at the money with a colour and for screen readers', () => {
    const html = tables(ROWS);
    expect(html).toMatch(/aria-label="3,000, At the money"/);
    expect(html).toMatch(/aria-label="2,900"/);
    expect(html.match(/bg-accent-soft\/60/g)).toHaveLength(1);
  });

  it('shows no figures of the model in a narrow table', () => {
    const html = tables(ROWS);
    expect(html).not.toContain('>Delta<');
    expect(html).not.toContain('30%');
  });

  it('labels a table of quotes with its structure and strikes', () => {
    expect(tables(ROWS)).toMatch(/aria-label="Call spread 3,000[^"]*3,200"/);
  });

  it('lets the Tab key reach one quote of each table', () => {
    expect(tables(ROWS).match(/tabindex="0"/gi)).toHaveLength(2);
  });
});
