import { oneOf } from '../../one-of.ts';
import * as Type from '../../schema.ts';
import { factsSchemaOf } from '../known-calls/descriptor.ts';
import { lending } from '../known-calls/lending.ts';
import { AddressSchema } from '../types.ts';
import {
  AmountFactSchema,
  CoinFactSchema,
  TokenFactSchema,
  TradedFactSchema,
  UnitsSchema,
} from './amounts.ts';

const closed = { additionalProperties: false };
const Count = Type.Integer({ minimum: 0 });

function call<Kind extends string, Members extends Type.TProperties>(kind: Kind, members: Members) {
  return Type.Object({ kind: Type.Literal(kind), ...members }, closed);
}

/** The order of a fill. Contracts in base units of the collateral. */
const order = {
  side: oneOf(['buy', 'sell']),
  contracts: UnitsSchema,
  decimals: Type.Integer({ minimum: 0, maximum: 255 }),
  traded: TradedFactSchema,
} as const;

const spending = { spender: AddressSchema, amount: AmountFactSchema } as const;

/** The effect of one call, for the prompt and for the activity. */
export const CallFactsSchema = Type.Union([
  call('fill', order),
  call('swap and fill', { ...order, paid: AmountFactSchema }),
  call('cancel orders', { count: Count }),
  /** Unix seconds. */
  call('cancel before', { cutoff: Type.Integer() }),
  call('claim fees', { token: TokenFactSchema }),
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
        /** A transaction without effect that takes the nonce of a pending one. */
        'cancel transaction',
      ]),
    },
    closed,
  ),
  call('reclaim collateral', { owned: AddressSchema }),
  call('transfer option', { isBuyer: Type.Boolean(), target: AddressSchema }),
  /** `side`: absent in older rows. */
  call('allow option transfer', {
    target: AddressSchema,
    isAllowed: Type.Boolean(),
    side: Type.Optional(Type.Object({ option: AddressSchema, isBuyer: Type.Boolean() }, closed)),
  }),
  /** A request to makers; `existing`: the option whose side the account sells or buys back. */
  call('request quotation', {
    isBuyer: Type.Boolean(),
    existing: Type.Optional(AddressSchema),
    contracts: UnitsSchema,
    decimals: Type.Integer({ minimum: 0, maximum: 255 }),
    traded: TradedFactSchema,
    limit: AmountFactSchema,
  }),
  /** `id`: of the request. */
  Type.Object(
    {
      kind: oneOf([
        'accept offer',
        'accept order',
        'reveal offer',
        'settle quotation',
        'cancel quotation',
        'make offer',
        'cancel offer',
      ]),
      id: UnitsSchema,
    },
    closed,
  ),
  Type.Object({ kind: oneOf(['claim escrow', 'withdraw fees']), token: TokenFactSchema }, closed),
  /** Without a token the coin is wrapped; its amount is sent along. */
  call('swap and call', { paid: Type.Optional(AmountFactSchema) }),
  call('register referral', {}),
  /** The spender is a known order book, the lending pool, or the pinned factory. */
  call('approve', {
    ...spending,
    isBook: Type.Optional(Type.Boolean()),
    isPool: Type.Optional(Type.Boolean()),
    isFactory: Type.Optional(Type.Boolean()),
  }),
  call('increase allowance', spending),
  /** Unix seconds. */
  call('allow through permit2', { ...spending, until: Type.Integer({ minimum: 0 }) }),
  call('permit', { owner: AddressSchema, ...spending }),
  /** An allowance of exactly the amount that an own option takes at exercise. */
  call('allow delivery', { amount: AmountFactSchema }),
  call('transfer', { to: AddressSchema, amount: AmountFactSchema }),
  call('transfer from', { from: AddressSchema, to: AddressSchema, amount: AmountFactSchema }),
  call('allow item', { operator: AddressSchema, item: UnitsSchema, token: AddressSchema }),
  call('allow all', { operator: AddressSchema, token: AddressSchema, isAllowed: Type.Boolean() }),
  call('transfer item', { item: UnitsSchema, token: AddressSchema, to: AddressSchema }),
  /** Wei of the coin, and the same amount of its wrapped form. */
  Type.Object({ kind: oneOf(['wrap', 'unwrap']), wei: UnitsSchema }, closed),
  factsSchemaOf(lending),
  call('send', { to: AddressSchema, amount: CoinFactSchema }),
  call('multicall', { count: Count }),
  /** All or nothing. */
  call('batch', { count: Count }),
  /** `former`: the contract whose code the account had. */
  call('set code', { account: AddressSchema }),
  call('remove code', { account: AddressSchema, former: Type.Optional(AddressSchema) }),
  /** `name`: the known function of the selector. */
  call('unreadable', { name: Type.String({ maxLength: 64 }), to: AddressSchema }),
  call('unknown', { to: AddressSchema }),
]);
export type CallFacts = Type.Static<typeof CallFactsSchema>;
