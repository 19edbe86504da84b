import { describe, expect, it } from 'vitest';
import {
  favouritesFirst,
  watchedRows,
  watchedStrike,
  watchedStructure,
} from '../../../shared/desk/watch.ts';
import { DeskChoicesSchema, MAX_WATCHED } from '../../../shared/messages/desk-choices.ts';
import { parseAs } from '../../../shared/parse.ts';
import { chainsOf } from './chains.ts';
import { DAY, deskRow, NOW, SPOT } from './desk-rows.ts';

const MARKET = { spot: { ETH: { price: SPOT, source: 'chain' as const } }, over: NOW };
const EXPIRY = NOW + 30 * DAY;
const { chains: CHAINS } = chainsOf(
  [
    deskRow('PUT', [2800], { usd: 40 }),
    deskRow('PUT', [2800], { usd: 35, side: 'sell', maker: '0xb' }),
    deskRow('PUT', [2900.5], { usd: 60 }),
    deskRow('CALL_SPREAD', [3000, 3200], { usd: 50 }),
    deskRow('CALL_SPREAD', [3000, 3200], { usd: 45, expiry: NOW + DAY }),
  ],
  MARKET,
);
const TERMS = { asset: 'ETH', expiry: EXPIRY };

describe('the watchlist', () => {
  it('finds the rows of the chain with their best prices', () => {
    const { strikes, structures } = watchedRows(
      [
        watchedStructure(TERMS, { product: 'CALL_SPREAD', strikes: [3000, 3200] }),
        watchedStrike(TERMS, 2900.5),
        watchedStrike(TERMS, 2800),
      ],
      CHAINS,
    );
    expect(strikes.map(({ quotes }) => quotes?.strike)).toEqual([2800, 2900.5]);
    expect(strikes[0]?.quotes?.puts.bids[0]?.priceUsd).toBe('3500000000');
    expect(structures.map(({ quotes }) => quotes?.asks[0]?.priceUsd)).toEqual(['5000000000']);
  });

  it('keeps rows that no maker quotes, sorted by asset, expiry and strikes', () => {
    const watched = [
      watchedStrike({ asset: 'ETH', expiry: EXPIRY }, 9000),
      watchedStrike({ asset: 'ETH', expiry: NOW + DAY }, 9000),
      watchedStrike({ asset: 'BTC', expiry: EXPIRY }, 90_000),
      watchedStrike({ asset: 'ETH', expiry: EXPIRY }, 2800),
    ];
    const { strikes } = watchedRows(watched, CHAINS);
    expect(strikes.map(({ asset, strike, quotes }) => [asset, strike, quotes?.strike])).toEqual([
      ['BTC', '9000000000000', undefined],
      ['ETH', '900000000000', undefined],
      ['ETH', '280000000000', 2800],
      ['ETH', '900000000000', undefined],
    ]);
  });

  it('has favourite expiries before the others', () => {
    const order = (favourites: number[]) =>
      favouritesFirst(CHAINS, favourites).map(({ expiry }) => expiry);
    expect(order([])).toEqual([NOW + DAY, EXPIRY]);
    expect(order([EXPIRY, 1])).toEqual([EXPIRY, NOW + DAY]);
  });

  it('parses what the desk stores, and rejects other values', () => {
    const choices = {
      watched: [
        watchedStrike(TERMS, 2900.5),
        watchedStructure(TERMS, { product: 'PUT_FLY', strikes: [1, 2, 3] }),
      ],
      size: { by: 'share', bps: 10_000 },
      expiries: [EXPIRY],
    };
    expect(parseAs(DeskChoicesSchema, choices)).toEqual(choices);
    const many = Array.from({ length: MAX_WATCHED + 1 }, (_, i) => watchedStrike(TERMS, i + 1));
    for (const wrong of [
      { ...choices, watched: many },
      { ...choices, watched: [{ ...watchedStrike(TERMS, 1), strike: '0' }] },
      { ...choices, size: { by: 'share', bps: 10_001 } },
      { ...choices, size: { by: 'loss', cents: '-1' } },
      { ...choices, expiries: [1.5] },
      { ...choices, more: 1 },
    ])
      expect(parseAs(DeskChoicesSchema, wrong)).toBeUndefined();
  });
});
