import { AddressSchema } from '../approvals/types.ts';
import { integer, list, optional, record, same, text, units, type ValueOf } from '../codec.ts';
import type { Cents, TokenAmount } from '../units.ts';

/** One coin or token of an account. */
const BALANCE = record({
  chainId: integer,
  /** The network's name. */
  network: text,
  /** The token's contract; absent for the network's coin. */
  token: optional(same(AddressSchema)),
  symbol: text,
  name: text,
  decimals: integer,
  amount: units<TokenAmount>(),
  /** Absent when the price is unknown. */
  usdCents: optional(units<Cents>()),
  /** Set for receipts of the lending pool: the asset's symbol, and yearly interest in basis points. */
  lent: optional(record({ asset: text, rateBps: optional(integer) })),
});

/** Balances of one account, as the worker stores and sends them. */
export const PORTFOLIO = record({
  account: same(AddressSchema),
  balances: list(BALANCE),
  /** Sum of all assets with a known price. */
  totalUsdCents: optional(units<Cents>()),
  /** Epoch milliseconds. */
  at: integer,
  /** Number of the block on Base. */
  block: text,
  /** Contract whose code the account runs on Base, unless it is the pinned one (EIP-7702). */
  delegatedTo: optional(same(AddressSchema)),
});

export type BalanceView = ValueOf<typeof BALANCE>;
export type PortfolioView = ValueOf<typeof PORTFOLIO>;
