import { AddressSchema } from '../approvals/types.ts';
import { units, type ValueOf } from '../codec.ts';
import * as Type from '../schema.ts';
import type { Cents, TokenAmount } from '../units.ts';

const closed = { additionalProperties: false };

/** One coin or token of an account. */
const BalanceSchema = Type.Object(
  {
    chainId: Type.Integer(),
    network: Type.String(),
    /** The token's contract; missing for the network's coin. */
    token: Type.Optional(AddressSchema),
    symbol: Type.String(),
    name: Type.String(),
    decimals: Type.Integer(),
    amount: units<TokenAmount>(),
    /** Missing when the price is unknown. */
    usdCents: Type.Optional(units<Cents>()),
    /** For receipts of the lending pool: symbol of the asset, yearly interest in basis points. */
    lent: Type.Optional(
      Type.Object({ asset: Type.String(), rateBps: Type.Optional(Type.Integer()) }, closed),
    ),
  },
  closed,
);

/** Balances of one account, as the worker stores and sends them. */
export const PortfolioSchema = Type.Object(
  {
    account: AddressSchema,
    balances: Type.Array(BalanceSchema),
    /** Sum of all assets with a known price. */
    totalUsdCents: Type.Optional(units<Cents>()),
    /** Epoch milliseconds. */
    at: Type.Integer(),
    /** Number of the block on Base. */
    block: Type.String(),
    /**
     * Contract whose code the account runs on Base, unless it's the pinned delegator (EIP-7702).
     */
    delegatedTo: Type.Optional(AddressSchema),
  },
  closed,
);

export type BalanceView = ValueOf<typeof BalanceSchema>;
export type PortfolioView = ValueOf<typeof PortfolioSchema>;
