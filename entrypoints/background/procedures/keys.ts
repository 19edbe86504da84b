import {
  AddressSchema,
  FeeChoiceSchema,
  TransactionDraftSchema,
} from '../../../shared/approvals/types.ts';
import { oneOf } from '../../../shared/one-of.ts';
import * as Type from '../../../shared/schema.ts';
import { MovementsSchema } from '../approvals/keys.ts';
import { kept } from '../kernel/stored-key.ts';

const closed = { additionalProperties: false };

/**
 * Bundles of calls (EIP-5792) with what the user agreed to, so that a new worker continues them.
 */
const BundlesSchema = Type.Array(
  Type.Object(
    {
      id: Type.String(),
      origin: Type.String(),
      chainId: Type.Integer(),
      account: AddressSchema,
      at: Type.Integer(),
      calls: Type.Array(TransactionDraftSchema),
      fee: FeeChoiceSchema,
      requestKey: Type.String(),
      /** Hashes of sent calls, in their order. */
      hashes: Type.Array(Type.String()),
      /** Those that the activity gave up, and whose receipts show success. */
      proven: Type.Optional(Type.Array(Type.String())),
      /** A call failed or was rejected: the rest is never sent. */
      stopped: Type.Boolean(),
      /** Epoch milliseconds of the moment when nothing of the bundle was under way any more. */
      endedAt: Type.Optional(Type.Integer()),
      /**
       * Why it stopped; missing when the user stopped it. `superseded`: nobody knows how its last
       * call ended.
       */
      why: Type.Optional(oneOf(['locked', 'rejected', 'failed', 'superseded'])),
      /**
       * Number of times that the user has continued the bundle: each continuation gives a call a
       * new key.
       */
      round: Type.Optional(Type.Integer()),
      /** The user has dismissed the bundle, but its site can still ask for its status. */
      isHidden: Type.Optional(Type.Boolean()),
      /** True after its site opened a tab for its status. */
      hasTab: Type.Optional(Type.Boolean()),
      /**
       * Movements that the review showed of each call; missing when the node couldn't simulate
       * them.
       */
      shown: Type.Optional(Type.Array(MovementsSchema)),
    },
    closed,
  ),
);

export const bundlesKey = kept('bundles', BundlesSchema);

export type Bundles = Type.Static<typeof BundlesSchema>;
