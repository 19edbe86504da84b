import { oneOf } from '../../one-of.ts';
import * as Type from '../../schema.ts';
import { BOOK_CALLS } from '../known-calls/book.ts';
import {
  type CallDescriptor,
  type FactsSchemaOf,
  factsSchemaOf,
} from '../known-calls/descriptor.ts';
import type { DescribedKind } from '../known-calls/descriptors.ts';
import { FACTORY_CALLS, REFERRAL_CALLS } from '../known-calls/factory.ts';
import { LENDING_CALLS } from '../known-calls/lending.ts';
import { OPTION_ACTIONS, OPTION_PARTIES } from '../known-calls/option.ts';
import { DEPLOYMENTS, SENDING, UNKNOWN_CALLS } from '../known-calls/plain.ts';
import { ALLOWANCE_CALLS, TRANSFER_CALLS, WRAPPING_CALLS } from '../known-calls/token.ts';
import { AddressSchema } from '../types.ts';
import { AmountFactSchema } from './amounts.ts';

const closed = { additionalProperties: false };

/** A transaction without effect that takes the nonce of a pending one. */
const Cancelling = Type.Object({ kind: Type.Literal('cancel transaction') }, closed);
/** Without a token the coin is wrapped; its amount is sent along. */
const Swapping = Type.Object(
  { kind: Type.Literal('swap and call'), paid: Type.Optional(AmountFactSchema) },
  closed,
);
/** An allowance of exactly the amount that an own option takes at exercise. */
const Delivery = Type.Object(
  { kind: Type.Literal('allow delivery'), amount: AmountFactSchema },
  closed,
);
/** All or nothing in a batch. */
const Several = Type.Object(
  { kind: oneOf(['multicall', 'batch']), count: Type.Integer({ minimum: 0 }) },
  closed,
);
const SettingCode = Type.Object({ kind: Type.Literal('set code'), account: AddressSchema }, closed);
/** `former`: the contract whose code the account had. */
const RemovingCode = Type.Object(
  {
    kind: Type.Literal('remove code'),
    account: AddressSchema,
    former: Type.Optional(AddressSchema),
  },
  closed,
);

type FormsOf<Of> = Of extends CallDescriptor ? Type.Static<FactsSchemaOf<Of>> : never;

/** The effect of one call, for the prompt and for the activity. */
export type CallFacts =
  | FormsOf<DescribedKind>
  | Type.Static<typeof Cancelling>
  | Type.Static<typeof Swapping>
  | Type.Static<typeof Delivery>
  | Type.Static<typeof Several>
  | Type.Static<typeof SettingCode>
  | Type.Static<typeof RemovingCode>;

const formsOf = (descriptors: readonly CallDescriptor[]) => descriptors.map(factsSchemaOf);

/** In the order of the stored samples. */
export const CallFactsSchema = Type.Unsafe<CallFacts>(
  Type.Union([
    ...formsOf([...BOOK_CALLS, ...OPTION_ACTIONS, ...DEPLOYMENTS]),
    Cancelling,
    ...formsOf([...OPTION_PARTIES, ...FACTORY_CALLS]),
    Swapping,
    ...formsOf([...REFERRAL_CALLS, ...ALLOWANCE_CALLS]),
    Delivery,
    ...formsOf([...TRANSFER_CALLS, ...WRAPPING_CALLS, ...LENDING_CALLS, ...SENDING]),
    Several,
    SettingCode,
    RemovingCode,
    ...formsOf(UNKNOWN_CALLS),
  ]),
);
