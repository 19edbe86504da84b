import { Type } from 'typebox';
import { oneOf } from '../../one-of.ts';
import { AddressSchema } from '../types.ts';
import {
  AmountFactSchema,
  CoinFactSchema,
  TokenFactSchema,
  TradedFactSchema,
  UnitsSchema,
} from './amounts.ts';

const closed = { additionalProperties: false };
const Decimals = Type.Integer({ minimum: 0, maximum: 255 });

/** The order of a fill. Contracts in base units of the collateral. */
const order = {
  side: oneOf(['buy', 'sell']),
  contracts: UnitsSchema,
  decimals: Decimals,
  traded: TradedFactSchema,
} as const;

const spending = { spender: AddressSchema, amount: AmountFactSchema } as const;

/** The effect of one call, for the prompt and for the activity. */
export const CallFactsSchema = Type.Union([
  Type.Object({ kind: Type.Literal('fill'), ...order }, closed),
  Type.Object({ kind: Type.Literal('swap and fill'), ...order, paid: AmountFactSchema }, closed),
  Type.Object({ kind: Type.Literal('cancel orders'), count: Type.Integer({ minimum: 0 }) }, closed),
  /** Unix seconds. */
  Type.Object({ kind: Type.Literal('cancel before'), cutoff: Type.Integer() }, closed),
  Type.Object({ kind: Type.Literal('claim fees'), token: TokenFactSchema }, closed),
  Type.Object(
    {
      kind: oneOf([
        'payout',
        'exercise',
        'decline exercise',
        'close',
        'return excess collateral',
        'split',
        'deploy',
        /** Has no effect: it takes the nonce of a pending transaction. */
        'cancel transaction',
      ]),
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal('reclaim collateral'), owned: AddressSchema }, closed),
  Type.Object(
    { kind: Type.Literal('transfer option'), isBuyer: Type.Boolean(), target: AddressSchema },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('allow option transfer'),
      target: AddressSchema,
      isAllowed: Type.Boolean(),
    },
    closed,
  ),
  /** `isBook`: the spender is an order book that Condor knows or the user trusts. */
  Type.Object(
    { kind: Type.Literal('approve'), ...spending, isBook: Type.Optional(Type.Boolean()) },
    closed,
  ),
  Type.Object({ kind: Type.Literal('increase allowance'), ...spending }, closed),
  Type.Object({ kind: Type.Literal('permit'), owner: AddressSchema, ...spending }, closed),
  /** An allowance of exactly the amount that an own option takes at exercise. */
  Type.Object({ kind: Type.Literal('allow delivery'), amount: AmountFactSchema }, closed),
  Type.Object(
    { kind: Type.Literal('transfer'), to: AddressSchema, amount: AmountFactSchema },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('transfer from'),
      from: AddressSchema,
      to: AddressSchema,
      amount: AmountFactSchema,
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('allow item'),
      operator: AddressSchema,
      item: UnitsSchema,
      token: AddressSchema,
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('allow all'),
      operator: AddressSchema,
      token: AddressSchema,
      isAllowed: Type.Boolean(),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('transfer item'),
      item: UnitsSchema,
      token: AddressSchema,
      to: AddressSchema,
    },
    closed,
  ),
  /** Wei of the coin, and the same amount of its wrapped form. */
  Type.Object({ kind: oneOf(['wrap', 'unwrap']), wei: UnitsSchema }, closed),
  Type.Object({ kind: Type.Literal('send'), to: AddressSchema, amount: CoinFactSchema }, closed),
  Type.Object({ kind: Type.Literal('multicall'), count: Type.Integer({ minimum: 0 }) }, closed),
  /** `name`: the known function of the selector. */
  Type.Object(
    { kind: Type.Literal('unreadable'), name: Type.String({ maxLength: 64 }), to: AddressSchema },
    closed,
  ),
  Type.Object({ kind: Type.Literal('unknown'), to: AddressSchema }, closed),
]);
export type CallFacts = Type.Static<typeof CallFactsSchema>;
