import type { AlertFacts } from '../../../shared/desk/evaluate-alerts.ts';
import type { Alert, AlertRule, PositionRef } from '../../../shared/messages/alerts.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { epochMs, price8, tokenAmount, usd8 } from '../../../shared/units.ts';
import { deskPosition, type PositionTerms } from './desk-positions.ts';
import { NOW, SPOT } from './desk-rows.ts';

export const ACCOUNT = `0x${'a1'.repeat(20)}`;
export const OPTION = `0x${'0b'.repeat(20)}`;
export const MAKER = `0x${'ee'.repeat(20)}`;

export const eight = (dollars: number) => BigInt(Math.round(dollars * 1e8));

export function armed(rule: AlertRule, rest: Partial<Alert> = {}): Alert {
  return { id: 'id', rule, whileLocked: 'off', state: { status: 'armed' }, ...rest };
}

/** Returns facts at `NOW`. Everything outside of `read` is unread. */
export function facts(read: Partial<AlertFacts> = {}): AlertFacts {
  return {
    now: epochMs(NOW * 1000),
    spots: new Map(),
    quotes: new Map(),
    positions: new Map(),
    ...read,
  };
}

/** Returns facts with a price of ETH, read this long ago. */
export const atSpot = (dollars: number, age = 0): AlertFacts =>
  facts({
    spots: new Map([
      ['ETH', { price: price8(eight(dollars)), at: epochMs(NOW * 1000 - age) }] as const,
    ]),
  });

export const spotRule = (direction: 'above' | 'below', dollars: number) =>
  ({ kind: 'spot', asset: 'ETH', direction, price: eight(dollars).toString() }) as const;

export const POSITION: PositionRef = {
  account: ACCOUNT,
  option: OPTION,
  side: 'buyer',
  asset: 'ETH',
  product: 'PUT',
  strikes: [eight(2800).toString()],
  expiry: NOW + 30 * 86_400,
};

/** Returns facts with one position. The model's value is this many dollars. */
export function valued(dollars: number | undefined, terms: PositionTerms = {}): AlertFacts {
  const row: PositionRow = {
    ...deskPosition('PUT', [2800], {
      address: OPTION,
      spot: { price: price8(eight(SPOT)), source: 'chain', at: NOW * 1000 },
      ...terms,
    }),
    ...(dollars === undefined
      ? {}
      : { model: { value: tokenAmount(0n), valueUsd: usd8(eight(dollars)) } }),
  };
  return facts({ positions: new Map([[ACCOUNT, [row]]]) });
}
