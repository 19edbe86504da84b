import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROFIT_COLUMNS, profitToCsv, profitToTaxCsv } from '../../../shared/desk/profit-csv.ts';
import { profitRows } from '../../../shared/desk/profit-rows.ts';
import { NO_DAY, sumProfit, sumProfitBy } from '../../../shared/desk/profit-sums.ts';
import { feesOf, tradesOf } from '../../../shared/desk/trades.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { totalsOf } from '../../../shared/positions/totals.ts';
import { price8, tokenAmount, usd8 } from '../../../shared/units.ts';
import { anyRow } from '../positions/rows-arbitrary.ts';
import { deskPosition } from './desk-positions.ts';
import { DAY, NOW } from './desk-rows.ts';

/** A put with a known payout per contract, at settlement or now. */
interface Trade {
  readonly side: 'buyer' | 'seller';
  readonly contracts: number;
  readonly paid: number;
  readonly charged: number;
  readonly day: number;
  readonly strike: number;
  readonly isSettled: boolean;
  /** False if the dollar value is unknown. */
  readonly isPriced?: boolean;
}

const PAYOUT = 30;
const ACCOUNT = '0xa';

const ownRows = (rows: readonly PositionRow[]) => profitRows([{ account: ACCOUNT, rows }]);

function positionOf(trade: Trade, i: number): PositionRow {
  const { side, contracts, paid, charged, day, strike, isSettled, isPriced = true } = trade;
  const value = PAYOUT * contracts * (side === 'buyer' ? 1 : -1);
  const cost = side === 'buyer' ? -paid : paid - charged;
  const units = (amount: number, decimals: number) =>
    BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(decimals - 6);
  const worth = {
    value: tokenAmount(units(value, 6)),
    profit: tokenAmount(units(value + cost, 6)),
    ...(isPriced
      ? {
          valueUsd: usd8(units(value, 8)),
          profitUsd: usd8(units(value + cost, 8)),
          stakeUsd: usd8(1n),
        }
      : {}),
  };
  return {
    ...deskPosition('PUT', [strike], { side, contractCount: contracts, paid, charged }),
    key: `${i}`,
    entry: { at: NOW + day * DAY, txHash: `0xentry${i}` },
    worth,
    ...(isSettled ? { state: 'settled', end: { at: NOW + 30 * DAY, txHash: `0xend${i}` } } : {}),
  };
}

const anyTrade: fc.Arbitrary<Trade> = fc.record({
  side: fc.constantFrom('buyer' as const, 'seller' as const),
  contracts: fc.integer({ min: 1, max: 5 }),
  paid: fc.integer({ min: 10, max: 300 }),
  charged: fc.integer({ min: 0, max: 9 }),
  day: fc.integer({ min: 0, max: 40 }),
  strike: fc.constantFrom(2800, 3000),
  isSettled: fc.boolean(),
});
const anyTrades = fc.uniqueArray(anyTrade, { maxLength: 12, selector: ({ day }) => day });

/**
 * Matches single contracts, oldest first. Returns the dollars that the matched contracts realise.
 */
function offsetDollars(trades: readonly Trade[]): number {
  let sum = 0;
  const waiting: { side: string; strike: number; cash: number }[] = [];
  for (const trade of trades.toSorted((a, b) => a.day - b.day)) {
    const total = trade.side === 'buyer' ? -trade.paid : trade.paid - trade.charged;
    for (let unit = 0; unit < trade.contracts; unit++) {
      const cash = total / trade.contracts;
      const match = waiting.findIndex(
        ({ side, strike }) => side !== trade.side && strike === trade.strike,
      );
      if (match < 0) waiting.push({ side: trade.side, strike: trade.strike, cash });
      else sum += cash + (waiting.splice(match, 1)[0]?.cash ?? Number.NaN);
    }
  }
  return sum;
}

describe('profit and loss', () => {
  it('the rows of profit add up to the totals of the positions, in each token and in dollars', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 12 }), (rows) => {
        const totals = totalsOf(rows);
        const sums = sumProfit(ownRows(rows));
        for (const { token, profit } of totals.tokens) {
          const same = sums.tokens.find((one) => one.token.address === token.address);
          const sum = same === undefined ? undefined : same.realised + same.unrealised;
          expect(sum).toBe(profit);
        }
        expect(sums.realisedUsd + sums.unrealisedUsd).toBe(totals.profitUsd ?? 0n);
      }),
    );
  });

  it('profits by day, by asset and by structure add up to the same totals, even with offsets', () => {
    fc.assert(
      fc.property(anyTrades, fc.nat({ max: 12 }), (priced, unpriced) => {
        const trades = priced.map((trade, i) => ({ ...trade, isPriced: i !== unpriced }));
        const positions = trades.map(positionOf);
        const rows = ownRows(positions);
        const all = sumProfit(rows);
        expect(all.realisedUsd + all.unrealisedUsd).toBe(totalsOf(positions).profitUsd ?? 0n);
        for (const group of ['day', 'asset', 'structure'] as const) {
          const parts = sumProfitBy(group, rows);
          const sum = (name: 'realisedUsd' | 'unrealisedUsd') =>
            parts.reduce((total, part) => total + part[name], 0n);
          expect([sum('realisedUsd'), sum('unrealisedUsd')]).toEqual([
            all.realisedUsd,
            all.unrealisedUsd,
          ]);
        }
      }),
    );
  });

  it('profits of several accounts equal the sum of each account’s profit, and no offset spans two accounts', () => {
    fc.assert(
      fc.property(anyTrades, anyTrades, (first, second) => {
        const accounts = [first, second].map((trades, i) => ({
          account: `0x${i}`,
          rows: trades.map(positionOf),
        }));
        const all = profitRows(accounts);
        const sums = sumProfit(all);
        const each = accounts.map((one) => sumProfit(profitRows([one])));
        for (const name of ['realisedUsd', 'unrealisedUsd'] as const) {
          expect(sums[name]).toBe(each.reduce((total, one) => total + one[name], 0n));
          for (const part of sumProfitBy('account', all))
            expect(part[name]).toBe(each[Number(part.name.slice(2))]?.[name]);
        }
        const times = all.map(({ at, kind }) => (kind === 'open' ? Number.POSITIVE_INFINITY : at));
        expect(times).toEqual(times.toSorted((a = 0, b = 0) => (a < b ? -1 : a > b ? 1 : 0)));
      }),
    );
  });

  it('trades add up to the realised profit, the fees and the cash flows of the positions', () => {
    fc.assert(
      fc.property(anyTrades, fc.nat({ max: 12 }), (priced, unpriced) => {
        const terms = priced.map((trade, i) => ({ ...trade, isPriced: i !== unpriced }));
        const accounts = [{ account: ACCOUNT, rows: terms.map(positionOf) }];
        const profits = profitRows(accounts);
        const trades = tradesOf(accounts, profits);
        const total = (amountOf: (trade: (typeof trades)[number]) => bigint | undefined) =>
          trades.reduce((sum, trade) => sum + (amountOf(trade) ?? 0n), 0n);
        const { realisedUsd, tokens } = sumProfit(profits);
        expect(total(({ realised }) => realised)).toBe(tokens[0]?.realised ?? 0n);
        expect(total((trade) => trade.realisedUsd)).toBe(realisedUsd);
        const charged = terms.reduce((sum, trade) => sum + trade.charged, 0);
        expect(Number(feesOf(trades)[0]?.fee ?? 0n) / 1e6).toBe(charged);
        // The total profit is the money that moved plus the value of running positions.
        const value = accounts[0]?.rows
          .filter(({ state }) => state === 'open')
          .reduce((sum, { worth }) => sum + BigInt(worth?.value ?? 0), 0n);
        const profit = (tokens[0]?.realised ?? 0n) + (tokens[0]?.unrealised ?? 0n);
        expect(total(({ cash }) => cash) + (value ?? 0n)).toBe(profit);
      }),
    );
  });

  it('lists each event of a position once, and names the event’s transaction', () => {
    const trade = { contracts: 1, paid: 50, charged: 1, strike: 2800, day: 1 } as const;
    const bought = positionOf({ ...trade, side: 'buyer', isSettled: true }, 0);
    const sold = positionOf({ ...trade, side: 'seller', isSettled: false }, 1);
    const end = { at: NOW + 9 * DAY, txHash: '0xlast' };
    const { worth: _, ...gone } = sold;
    const kinds = (row: PositionRow) => {
      const accounts = [{ account: ACCOUNT, rows: [row] }];
      return tradesOf(accounts, profitRows(accounts)).map(({ kind, txHash, cash }) => [
        kind,
        txHash,
        cash,
      ]);
    };
    expect(kinds(bought)).toEqual([
      ['settled', '0xend0', 30_000_000n],
      ['bought', '0xentry0', -50_000_000n],
    ]);
    expect(kinds(sold)).toEqual([['sold', '0xentry1', 49_000_000n]]);
    expect(kinds({ ...gone, state: 'closed', givenTo: '0xb', end })).toEqual([
      ['given', '0xlast', undefined],
      ['sold', '0xentry1', 49_000_000n],
    ]);
    expect(
      kinds({ ...sold, state: 'closed', isClosedByOffer: true, givenTo: '0xb', end })[0],
    ).toEqual(['takenOver', '0xlast', -30_000_000n]);
    expect(kinds({ ...bought, isReceived: true }).at(-1)).toEqual([
      'received',
      undefined,
      undefined,
    ]);
    expect(kinds({ ...sold, isUnproven: true })).toEqual([]);
  });

  it('matches offsets first in, first out, with the same result as matching single contracts by hand', () => {
    fc.assert(
      fc.property(anyTrades, (trades) => {
        const rows = ownRows(trades.map(positionOf)).filter(({ kind }) => kind === 'offset');
        const dollars = rows.reduce((sum, { profit }) => sum + Number(profit) / 1e6, 0);
        expect(dollars).toBeCloseTo(offsetDollars(trades), 3);
      }),
    );
  });

  it('realises an offset on the day of the opposite trade, and keeps the remaining contracts open', () => {
    const trade = { contracts: 2, charged: 0, strike: 2800, isSettled: false } as const;
    const rows = ownRows([
      positionOf({ ...trade, side: 'seller', contracts: 3, paid: 180, day: 5 }, 1),
      positionOf({ ...trade, side: 'buyer', paid: 80, day: 1 }, 0),
    ]);
    expect(rows).toMatchObject([
      {
        kind: 'offset',
        keys: ['0', '1'],
        at: NOW + 5 * DAY,
        txHash: '0xentry1',
        contracts: 2_000_000n,
        profit: 40_000_000n,
      },
      {
        kind: 'open',
        keys: ['0'],
        contracts: 0n,
        offset: 2_000_000n,
        profit: 60_000_000n,
        cash: 0n,
      },
      {
        kind: 'open',
        keys: ['1'],
        contracts: 1_000_000n,
        offset: 2_000_000n,
        profit: -30_000_000n,
        opened: NOW + 5 * DAY,
        cash: 60_000_000n,
      },
    ]);
    // The payouts of the two matched contracts cancel out. One contract that was sold for 60
    // dollars remains.
    expect(sumProfit(rows).unrealisedUsd).toBe(60_00000000n - PAYOUT_8);
  });

  it('lists open positions with the same terms next to each other', () => {
    const trade = { contracts: 1, paid: 50, charged: 0, isSettled: false } as const;
    const rows = ownRows([
      positionOf({ ...trade, side: 'buyer', strike: 2800, day: 1 }, 0),
      positionOf({ ...trade, side: 'buyer', strike: 3000, day: 2 }, 1),
      positionOf({ ...trade, side: 'seller', strike: 2800, day: 3 }, 2),
    ]);
    const open = rows.filter(({ kind }) => kind === 'open');
    expect(open.map(({ keys }) => keys)).toEqual([['0'], ['2'], ['1']]);
    expect(open.map(({ offset }) => offset)).toEqual([1_000_000n, 1_000_000n, 0n]);
  });

  it('doesn’t realise an uncertain offset: one that pays in the underlying, has delivery or has a received position', () => {
    const trade = { contracts: 1, paid: 50, charged: 0, strike: 2800, isSettled: false } as const;
    const put = (side: 'buyer' | 'seller', change: Partial<PositionRow>) => ({
      ...positionOf({ ...trade, side, day: side === 'buyer' ? 1 : 2 }, side === 'buyer' ? 0 : 1),
      ...change,
    });
    const kinds = (change: Partial<PositionRow>) =>
      ownRows([put('buyer', change), put('seller', change)]).map(({ kind }) => kind);
    expect(kinds({})).toContain('offset');
    for (const change of [
      { product: 'INVERSE_CALL' as const },
      { isPhysical: true },
      { isReceived: true },
    ])
      expect(kinds(change)).not.toContain('offset');
  });

  it('lists ended positions without a valid time separately from open positions', () => {
    const trade = { contracts: 1, paid: 50, charged: 0, strike: 2800, day: 1 } as const;
    const ended = positionOf({ ...trade, side: 'buyer', isSettled: true }, 0);
    const rows = ownRows([
      { ...ended, end: { at: 9e12, txHash: '0x' } },
      positionOf({ ...trade, side: 'buyer', isSettled: false }, 1),
    ]);
    expect(sumProfitBy('day', rows).map(({ name }) => name)).toEqual(['', NO_DAY]);
  });

  it('distinguishes a total of zero dollars from an unknown total', () => {
    const trade = {
      side: 'buyer',
      contracts: 1,
      paid: 30,
      charged: 0,
      strike: 2800,
      day: 1,
    } as const;
    const [ended, open] = [true, false].map((isSettled, i) =>
      positionOf({ ...trade, isSettled, isPriced: false }, i),
    );
    const even = positionOf({ ...trade, isSettled: true }, 2);
    const known = (...rows: (PositionRow | undefined)[]) => {
      const sum = sumProfit(ownRows(rows.filter((row) => row !== undefined)));
      return [sum.realisedUsd, sum.isRealisedKnown, sum.isUnrealisedKnown];
    };
    expect(known(ended)).toEqual([0n, false, true]);
    expect(known(open)).toEqual([0n, true, false]);
    expect(known(ended, even)).toEqual([0n, true, true]);
    expect(known()).toEqual([0n, true, true]);
  });

  it('offsets neither positions with different terms nor positions of unknown cost', () => {
    const trade = { contracts: 1, paid: 50, charged: 0, strike: 2800, isSettled: false } as const;
    const bought = positionOf({ ...trade, side: 'buyer', day: 1 }, 0);
    const sold = positionOf({ ...trade, side: 'seller', day: 2 }, 1);
    const { profit: _, ...unknown } = sold.worth ?? expect.unreachable();
    for (const other of [
      { ...sold, strikes: [price8(300000000000n)] },
      { ...sold, expiry: sold.expiry + 1 },
      { ...sold, token: { ...sold.token, address: '0x2' } },
      { ...sold, isReceived: true, worth: unknown },
      { ...sold, verification: 'disagrees' as const },
    ])
      expect(ownRows([bought, other]).some(({ kind }) => kind === 'offset')).toBe(false);
    expect(ownRows([bought, sold]).some(({ kind }) => kind === 'offset')).toBe(true);
  });
});

const PAYOUT_8 = BigInt(PAYOUT) * 100_000_000n;

describe('the tables of profit and loss', () => {
  const cells = (text: string) =>
    text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));

  it('the tables contain profits that add up to the totals', () => {
    fc.assert(
      fc.property(anyTrades, (trades) => {
        const rows = ownRows(trades.map(positionOf));
        const [heading, ...lines] = cells(profitToCsv(rows));
        expect(heading).toEqual(PROFIT_COLUMNS);
        const at = PROFIT_COLUMNS.indexOf('profit');
        const sum = lines.reduce((total, line) => total + Number(line[at]), 0);
        const { realisedUsd, unrealisedUsd } = sumProfit(rows);
        expect(sum).toBeCloseTo(Number(realisedUsd + unrealisedUsd) / 1e8, 5);
      }),
    );
  });

  it('the tables contain the realised profit in the universal format of tax programs', () => {
    fc.assert(
      fc.property(anyTrades, (trades) => {
        const rows = ownRows(trades.map(positionOf));
        const [, ...lines] = cells(profitToTaxCsv(rows));
        const sum = lines.reduce((total, line) => total + Number(line[3]) - Number(line[1]), 0);
        expect(sum).toBeCloseTo(Number(sumProfit(rows).realisedUsd) / 1e8, 5);
      }),
    );
  });

  it('the tables contain the opening time and the cost of open positions', () => {
    const trade = { contracts: 2, charged: 1, strike: 2800, isSettled: false, day: 0 } as const;
    const [, ...lines] = cells(
      profitToCsv(
        ownRows([
          positionOf({ ...trade, side: 'buyer', paid: 50 }, 0),
          {
            ...positionOf({ ...trade, side: 'seller', paid: 80, strike: 3000 }, 1),
            entry: { at: 0, txHash: '' },
          },
        ]),
      ),
    );
    expect(lines.map((line) => line.slice(-2))).toEqual([
      ['', '-79'],
      ['2027-01-15T08:00:00Z', '50'],
    ]);
  });

  it('the tables have the columns, times and labels that tax programs read', () => {
    const trade = {
      side: 'buyer',
      contracts: 1,
      paid: 50,
      charged: 1,
      day: 0,
      strike: 2800,
      isSettled: true,
    } as const;
    const text = profitToTaxCsv(ownRows([positionOf(trade, 7)]));
    expect(text).toBe(
      'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash\r\n' +
        '2027-02-14 08:00 UTC,20,USDC,,,,,20,USD,realized gain,ETH Put 2800 2027-02-14 (settlement),0xend7\r\n',
    );
  });
});
