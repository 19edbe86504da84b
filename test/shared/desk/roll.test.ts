import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  closingCash,
  isBeingFilled,
  leftToOpen,
  openedBy,
  openingCash,
  positionDollars,
  rollStep,
  rollTarget,
  rollTargets,
} from '../../../shared/desk/roll.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import type { Roll } from '../../../shared/messages/roll.ts';
import type { FillView } from '../../../shared/messages/ticket.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import type { QuotationView } from '../../../shared/quotations/view.ts';
import { usd8 } from '../../../shared/units.ts';
import { fillView } from '../orders/fill-view.ts';
import { deskPosition } from './desk-positions.ts';
import { DAY, deskRow, NOW, SPOT } from './desk-rows.ts';

const MARKET = { spot: { price: SPOT, source: 'chain' as const }, now: NOW };
const HELD = deskPosition('PUT', [2800], { contractCount: 2, paid: 120 });
const quote = (strike: number, days: number, rest: Partial<OrderRow> = {}) =>
  deskRow('PUT', [strike], { side: 'buy', expiry: NOW + days * DAY, ...rest });
const targets = (...rows: readonly OrderRow[]) => rollTargets(HELD, rows, MARKET);

const ROLL: Roll = {
  account: '0xme',
  option: HELD.address,
  side: 'buyer',
  to: {
    asset: 'ETH',
    product: 'PUT',
    side: 'buy',
    strikes: ['280000000000'],
    expiry: NOW + 60 * DAY,
  },
  collateralSymbol: quote(2800, 60).collateralSymbol,
  known: [],
  at: NOW * 1000,
};
const asRequest = (rest: Partial<QuotationView>) =>
  ({ stage: 'collecting', offers: [], isBuyer: false, ...rest }) as QuotationView;

describe('the orders that a position can be rolled into', () => {
  it('the orders that a position can be rolled into have its product and side, but another expiry or other strikes', () => {
    const found = targets(
      quote(2800, 30),
      quote(2700, 30),
      quote(2800, 60),
      quote(2800, 60, { side: 'sell' }),
      quote(2800, 60, { asset: 'BTC' }),
      deskRow('INVERSE_CALL', [2800], { side: 'buy' }),
    );
    expect(found.map(({ fill }) => [fill.row.strikes[0], fill.row.expiry])).toEqual([
      [2700, HELD.expiry],
      [2800, NOW + 60 * DAY],
    ]);
  });

  it('begin with the next expiry and the nearest strikes; earlier expiries come last', () => {
    const found = targets(quote(2000, 60), quote(2800, 7), quote(2750, 60), quote(2800, 90));
    expect(found.map(({ fill }) => [fill.row.strikes[0], (fill.row.expiry - NOW) / DAY])).toEqual([
      [2750, 60],
      [2000, 60],
      [2800, 90],
      [2800, 7],
    ]);
  });

  it('leave out unchecked quotes, ended ones, and those without budget', () => {
    expect(
      targets(
        quote(2800, 60, { isChecked: false }),
        quote(2700, 60, { quoteEnds: NOW }),
        quote(2600, 60, { available: '0' }),
      ),
    ).toEqual([]);
  });

  it('the orders that a position can be rolled into are sized to the position, or to what the maker has left', () => {
    const [whole] = targets(quote(2800, 60));
    expect(whole).toMatchObject({ isPart: false, fill: { contracts: 2_000_000n } });
    const [part] = targets(quote(2800, 60, { available: '500000' }));
    expect(part).toMatchObject({ isPart: true, fill: { contracts: 500_000n } });
  });

  it('the orders that a position can be rolled into are found again by their terms, from any maker', () => {
    const other = quote(2800, 60, { maker: '0xother', digest: '0xnew' });
    expect(rollTarget(ROLL, HELD, { ...MARKET, rows: [other] })?.fill.row.digest).toBe('0xnew');
    expect(rollTarget(ROLL, HELD, { ...MARKET, rows: [quote(2700, 60)] })).toBeUndefined();
  });

  it('the orders that a position can be rolled into are sized to what isn’t open yet, and name a maker that has less', () => {
    const left = { ...HELD, contracts: '1200000' };
    const of = (available: string) =>
      rollTarget(ROLL, left, { ...MARKET, rows: [quote(2800, 60, { available })] });
    expect(of('5000000')).toMatchObject({ isPart: false, fill: { contracts: 1_200_000n } });
    expect(of('800000')).toMatchObject({ isPart: true, fill: { contracts: 800_000n } });
  });
});

describe('the money that closing brings', () => {
  const valued: PositionRow = { ...HELD, model: { value: '70000000' } };

  it('the money that closing brings is the receipt’s, else the best open offer’s, else the model’s', () => {
    const offer = { offeror: '0xa', amount: '66', net: '65000000', state: 'open' } as const;
    expect(closingCash(valued, undefined)).toEqual({ units: 70_000_000n, from: 'model' });
    expect(closingCash(valued, asRequest({ offers: [offer] }))).toEqual({
      units: 65_000_000n,
      from: 'offer',
    });
    const beyond = { ...offer, state: 'beyond limit' } as const;
    expect(closingCash(valued, asRequest({ offers: [beyond] }))?.from).toBe('model');
    // A better one that was withdrawn doesn't hide it.
    const gone = { ...offer, net: '69000000', state: 'withdrawn' } as const;
    expect(closingCash(valued, asRequest({ offers: [gone, offer] }))?.units).toBe(65_000_000n);
    const paid = { amount: '66000000', fee: '2000000' };
    const left: PositionRow = { ...valued, state: 'closed', givenTo: '0xmaker' };
    expect(closingCash(left, asRequest({ stage: 'settled', paid }))).toEqual({
      units: 64_000_000n,
      from: 'received',
    });
  });

  it('the money that closing brings is negative for a seller, who pays for being bought out', () => {
    const sold: PositionRow = { ...valued, side: 'seller', model: { value: '-70000000' } };
    expect(closingCash(sold, undefined)?.units).toBe(-70_000_000n);
    const paid = { amount: '66000000', fee: '2000000' };
    const request = asRequest({ isBuyer: true, stage: 'settled', paid });
    const left: PositionRow = { ...sold, state: 'closed', givenTo: '0xmaker' };
    expect(closingCash(left, request)?.units).toBe(-66_000_000n);
  });

  it('counts in dollars by the spot price, rounded down', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (units) => {
        const call = deskPosition('INVERSE_CALL', [3000]);
        const dollars = positionDollars(call, units, MARKET.spot);
        const exact = units * BigInt(SPOT) * 10n ** 8n;
        expect(dollars * 10n ** 18n <= exact).toBe(true);
        expect((dollars + 1n) * 10n ** 18n > exact).toBe(true);
      }),
    );
  });
});

describe('the money that opening brings', () => {
  const half = deskPosition('PUT', [2800], { contractCount: 1, paid: 60 });

  it('the money that opening brings is what was paid for the opened part, and what the rest costs now', () => {
    expect(openingCash([], usd8(-90_00000000n), MARKET.spot)).toBe(-90_00000000n);
    expect(openingCash([half], usd8(-70_00000000n), MARKET.spot)).toBe(-130_00000000n);
    // The premium less the fee.
    const sold: PositionRow = { ...half, side: 'seller' };
    expect(openingCash([sold], usd8(0n), MARKET.spot)).toBe(59_00000000n);
  });

  it('the money that opening brings is unknown without a quote for the rest, or a cost of the part', () => {
    expect(openingCash([half], undefined, MARKET.spot)).toBeUndefined();
    expect(openingCash([{ ...half, isReceived: true }], usd8(0n), MARKET.spot)).toBeUndefined();
  });
});

describe('a roll', () => {
  const sold: PositionRow = { ...HELD, state: 'closed', isClosedByOffer: true };
  const next = deskPosition('PUT', [2800], { days: 60, entry: { at: NOW + 5, txHash: '0x5' } });
  const step = (position: PositionRow | undefined, rows: readonly PositionRow[] = []) =>
    rollStep(ROLL, { position, request: undefined, rows });

  it('closes first, then opens, and is done when the new position is there', () => {
    expect(step(HELD)).toBe('closing');
    expect(step(sold)).toBe('opening');
    expect(step(sold, [next])).toBe('opened');
  });

  it('doesn’t take an older or a received position for the new one, but one that has ended since', () => {
    expect(openedBy(ROLL, [{ ...next, state: 'settled' }])).toHaveLength(1);
    expect(openedBy(ROLL, [{ ...next, entry: { at: NOW - DAY, txHash: '0x1' } }])).toEqual([]);
    expect(openedBy(ROLL, [{ ...next, isReceived: true }])).toEqual([]);
    expect(openedBy({ ...ROLL, known: [next.address] }, [next])).toEqual([]);
  });

  it('says that the position is gone when it settled or was given away', () => {
    expect(step({ ...HELD, state: 'settled' })).toBe('gone');
    expect(step({ ...HELD, state: 'closed', givenTo: '0xother' })).toBe('gone');
    expect(step(undefined)).toBe('gone');
  });

  it('knows from the request that makers took the position over', () => {
    const request = asRequest({ stage: 'settled' });
    const left: PositionRow = { ...HELD, state: 'closed', givenTo: '0xmaker' };
    expect(rollStep(ROLL, { position: left, request, rows: [] })).toBe('opening');
    const other = asRequest({ stage: 'settled', isBuyer: true });
    expect(rollStep(ROLL, { position: left, request: other, rows: [] })).toBe('gone');
  });

  it('closes a side again that came back after an older request', () => {
    const request = asRequest({ stage: 'settled' });
    expect(rollStep(ROLL, { position: HELD, request, rows: [] })).toBe('closing');
  });

  it('knows what isn’t open again, from all fills together', () => {
    expect(leftToOpen(sold, [])).toBe(2_000_000n);
    const part = { ...next, contracts: '500000' };
    expect(leftToOpen(sold, [part])).toBe(1_500_000n);
    const wide = {
      ...next,
      contracts: `15${'0'.repeat(17)}`,
      token: { ...next.token, decimals: 18 },
    };
    expect(leftToOpen(sold, [part, wide])).toBe(0n);
    expect(leftToOpen(sold, [next, next])).toBe(0n);
  });

  it('isn’t ended by a position that the chain contradicts', () => {
    const forged = { ...next, verification: 'disagrees' } as const;
    expect(openedBy(ROLL, [forged])).toEqual([]);
    expect(openedBy(ROLL, [next])).toEqual([next]);
  });
});

describe('a fill of what a roll opens', () => {
  const OPTION = `0x${'ab'.repeat(20)}`;
  const fill = fillView({ ...ROLL.to, account: '0xME' });
  const proof = { option: OPTION } as FillView['proof'] & object;
  const isFilling = (change: Partial<FillView>, listed?: string) =>
    isBeingFilled(ROLL, [{ ...fill, ...change }], (option) => option === listed);

  it.each<[string, Partial<FillView>, string?]>([
    ['it is checked', {}],
    ['it is asked for', { stage: 'fill asked' }],
    ['it is sent', { stage: 'fill sent' }],
    ['its position isn’t listed', { stage: 'mined', proof }, '0xother'],
    ['no node returns its receipt', { stage: 'unproved' }],
    ['the user decides about another order', { stage: 'replaced' }],
  ])('a fill of what a roll opens is under way while %s', (_, change, listed) => {
    expect(isFilling(change, listed)).toBe(true);
  });

  it.each<[string, Partial<FillView>, string?]>([
    ['its position is listed', { stage: 'mined', proof }, OPTION],
    ['the indexer has it', { stage: 'indexed', proof }],
    ['the indexer is behind', { stage: 'not indexed', proof }],
    ['it has failed', { stage: 'failed' }],
    ['it is another account’s', { account: '0xother' }],
    ['it opens other strikes', { strikes: ['270000000000'] }],
    ['it opens the other side', { side: 'sell' }],
  ])('isn’t under way when %s', (_, change, listed) => {
    expect(isFilling(change, listed)).toBe(false);
  });
});
