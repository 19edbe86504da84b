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
      /** Hashes that the activity gave up, but whose receipts show success. */
      proven: Type.Optional(Type.Array(Type.String())),
      /** A call failed or was rejected: the rest is never sent. */
      stopped: Type.Boolean(),
      /** Epoch milliseconds at which the bundle stopped or its last call ended. */
      endedAt: Type.Optional(Type.Integer()),
      /**
       * Reason why the bundle stopped; missing when the user stopped it. `superseded`: the end of
       * its last call is unknown.
       */
      why: Type.Optional(oneOf(['locked', 'rejected', 'failed', 'superseded'])),
      /**
       * Number of times that the user has continued the bundle. Each time, the remaining calls get
       * new keys.
       */
      round: Type.Optional(Type.Integer()),
      /** True after the user dismissed the bundle. Its site can still ask for its status. */
      isHidden: Type.Optional(Type.Boolean()),
      /** True after its site opened a tab for its status. */
      hasTab: Type.Optional(Type.Boolean()),
      /**
       * Movements of each call that the review showed; missing when the node couldn't simulate
       * them.
       */
      shown: Type.Optional(Type.Array(MovementsSchema)),
    },
    closed,
  ),
);

export const bundlesKey = kept('bundles', BundlesSchema);

export type Bundles = Type.Static<typeof BundlesSchema>;
