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
 * Bundles of calls (EIP-5792) with what the user agreed to. A new worker continues these bundles.
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
      /** Hashes of sent calls, in the order of the calls. */
      hashes: Type.Array(Type.String()),
      /**
       * Hashes of transactions that the activity marked as dropped although their receipts show
       * success.
       */
      proven: Type.Optional(Type.Array(Type.String())),
      /** A call failed or was rejected, so the remaining calls are never sent. */
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
      /**
       * True after the user dismissed the bundle. The site can still ask for the bundle's status.
       */
      isHidden: Type.Optional(Type.Boolean()),
      /** True after the site opened a tab for the bundle's status. */
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
