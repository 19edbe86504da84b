import {
  Boolean as Bool,
  Integer,
  Literal,
  Optional,
  Object as Shape,
  type Static,
  String as Text,
  Union,
} from 'typebox';
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
const Decimals = Integer({ minimum: 0, maximum: 255 });

/** The order of a fill. Contracts in base units of the collateral. */
const order = {
  side: oneOf(['buy', 'sell']),
  contracts: UnitsSchema,
  decimals: Decimals,
  traded: TradedFactSchema,
} as const;

const spending = { spender: AddressSchema, amount: AmountFactSchema } as const;

/** The effect of one call, for the prompt and for the activity. */
export const CallFactsSchema = Union([
  Shape({ kind: Literal('fill'), ...order }, closed),
  Shape({ kind: Literal('swap and fill'), ...order, paid: AmountFactSchema }, closed),
  Shape({ kind: Literal('cancel orders'), count: Integer({ minimum: 0 }) }, closed),
  /** Unix seconds. */
  Shape({ kind: Literal('cancel before'), cutoff: Integer() }, closed),
  Shape({ kind: Literal('claim fees'), token: TokenFactSchema }, closed),
  Shape(
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
  Shape({ kind: Literal('reclaim collateral'), owned: AddressSchema }, closed),
  Shape({ kind: Literal('transfer option'), isBuyer: Bool(), target: AddressSchema }, closed),
  Shape(
    { kind: Literal('allow option transfer'), target: AddressSchema, isAllowed: Bool() },
    closed,
  ),
  /** `isBook`: the spender is an order book that Condor knows or the user trusts. */
  Shape({ kind: Literal('approve'), ...spending, isBook: Optional(Bool()) }, closed),
  Shape({ kind: Literal('increase allowance'), ...spending }, closed),
  /** An allowance of exactly the amount that an own option takes at exercise. */
  Shape({ kind: Literal('allow delivery'), amount: AmountFactSchema }, closed),
  Shape({ kind: Literal('transfer'), to: AddressSchema, amount: AmountFactSchema }, closed),
  Shape(
    {
      kind: Literal('transfer from'),
      from: AddressSchema,
      to: AddressSchema,
      amount: AmountFactSchema,
    },
    closed,
  ),
  Shape(
    {
      kind: Literal('allow item'),
      operator: AddressSchema,
      item: UnitsSchema,
      token: AddressSchema,
    },
    closed,
  ),
  Shape(
    {
      kind: Literal('allow all'),
      operator: AddressSchema,
      token: AddressSchema,
      isAllowed: Bool(),
    },
    closed,
  ),
  Shape(
    { kind: Literal('transfer item'), item: UnitsSchema, token: AddressSchema, to: AddressSchema },
    closed,
  ),
  /** Wei of the coin, and the same amount of its wrapped form. */
  Shape({ kind: oneOf(['wrap', 'unwrap']), wei: UnitsSchema }, closed),
  Shape({ kind: Literal('send'), to: AddressSchema, amount: CoinFactSchema }, closed),
  Shape({ kind: Literal('multicall'), count: Integer({ minimum: 0 }) }, closed),
  /** `name`: the known function of the selector. */
  Shape({ kind: Literal('unreadable'), name: Text({ maxLength: 64 }), to: AddressSchema }, closed),
  Shape({ kind: Literal('unknown'), to: AddressSchema }, closed),
]);
export type CallFacts = Static<typeof CallFactsSchema>;
