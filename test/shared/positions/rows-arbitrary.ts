import fc from 'fast-check';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { contracts, price8, tokenAmount, usd8 } from '../../../shared/units.ts';

const address = fc.stringMatching(/^0x[0-9a-f]{40}$/);
const hash = fc.stringMatching(/^0x[0-9a-f]{64}$/);
const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
const signed = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const seconds = fc.integer({ min: 1, max: 4_000_000_000 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const TOKENS = [
  { address: '0xaa', symbol: 'USDC', decimals: 6 },
  { address: '0xbb', symbol: 'WETH', decimals: 18 },
  { address: '0xcc', decimals: 0 },
] as const;

/** Generates rows that a worker could send, with arbitrary text from foreign sources. */
export const anyRow: fc.Arbitrary<PositionRow> = fc
  .record({
    address,
    asset: maybe(fc.string()),
    side: fc.constantFrom('buyer' as const, 'seller' as const),
    token: fc.constantFrom(...TOKENS),
    symbol: fc.string({ unit: 'grapheme' }),
    amounts: fc.array(units, { minLength: 4, maxLength: 4 }),
    worth: maybe(fc.tuple(signed, signed, maybe(fc.tuple(signed, signed, units)))),
    strikes: fc.array(units, { minLength: 1, maxLength: 4 }),
    expiry: fc.oneof(seconds, fc.maxSafeNat()),
    hash,
    end: maybe(seconds),
  })
  .map(({ token, worth, amounts, end, ...row }) => ({
    key: `${row.address}:${row.side}`,
    address: row.address,
    state: 'open',
    ...(row.asset === undefined ? {} : { asset: row.asset }),
    product: 'PUT',
    isPhysical: false,
    side: row.side,
    strikes: row.strikes.map(price8),
    expiry: row.expiry,
    token: 'symbol' in token ? { ...token, symbol: row.symbol } : token,
    contracts: contracts(amounts[0] ?? 0n),
    premium: tokenAmount(amounts[1] ?? 0n),
    fee: tokenAmount((amounts[1] ?? 0n) / 8n),
    collateral: tokenAmount(amounts[2] ?? 0n),
    ...(worth === undefined ? {} : { worth: worthOf(worth) }),
    settlementPrice: price8(amounts[3] ?? 0n),
    entry: { at: 1_790_000_000, txHash: row.hash },
    ...(end === undefined ? {} : { end: { at: end, txHash: row.hash } }),
    buyer: row.address,
    seller: row.address,
    referrer: row.address,
    verification: 'verified',
    compared: [],
    disagreements: [],
    isUnproven: false,
    isMoneyProven: false,
    isPayoffEstimate: false,
    isReceived: false,
    isFresh: false,
    hasFailedSettlement: false,
    actions: [],
  }));

function worthOf([value, profit, usd]: [bigint, bigint, [bigint, bigint, bigint] | undefined]) {
  return {
    value: tokenAmount(value),
    profit: tokenAmount(profit),
    ...(usd === undefined
      ? {}
      : { valueUsd: usd8(usd[0]), profitUsd: usd8(usd[1]), stakeUsd: usd8(usd[2]) }),
  };
}
