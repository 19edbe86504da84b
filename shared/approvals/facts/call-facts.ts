import { oneOf } from '../../one-of.ts';
import * as Type from '../../schema.ts';
import {
  type CallDescriptor,
  type FactsSchemaOf,
  factsSchemaOf,
} from '../known-calls/descriptor.ts';
import { CALL_DESCRIPTORS, type DescribedKind } from '../known-calls/descriptors.ts';
import { AddressSchema } from '../types.ts';
import { AmountFactSchema } from './amounts.ts';

const closed = { additionalProperties: false };

/** A transaction without effect that uses a pending transaction's nonce. */
const Cancelling = Type.Object({ kind: Type.Literal('cancel transaction') }, closed);
/** Without a paid token, the call wraps the sent coin. */
const Swapping = Type.Object(
  { kind: Type.Literal('swap and call'), paid: Type.Optional(AmountFactSchema) },
  closed,
);
/** An allowance of exactly the amount that exercising one of the user's options takes. */
const Delivery = Type.Object(
  { kind: Type.Literal('allow delivery'), amount: AmountFactSchema },
  closed,
);
/** Several calls. A batch makes all of them or none. */
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

/**
 * Schemas of facts that have no descriptor. The key is the kind that precedes them in the order of
 * the stored samples.
 */
const AFTER: Readonly<Record<string, readonly Type.TSchema[]>> = {
  deploy: [Cancelling],
  'withdraw fees': [Swapping],
  permit: [Delivery],
  send: [Several, SettingCode, RemovingCode],
};

export const CallFactsSchema = Type.Unsafe<CallFacts>(
  Type.Union(
    CALL_DESCRIPTORS.flatMap((descriptor: CallDescriptor): Type.TSchema[] => [
      factsSchemaOf(descriptor),
      ...Object.keys(descriptor.functions).flatMap((kind) => AFTER[kind] ?? []),
    ]),
  ),
);
