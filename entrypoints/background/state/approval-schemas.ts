import {
  AddressSchema,
  FeeChoiceSchema,
  TransactionDraftSchema,
} from '../../../shared/approvals/types.ts';
import { oneOf } from '../../../shared/one-of.ts';
import * as Type from '../../../shared/schema.ts';

const closed = { additionalProperties: false };

/** The answer to a page's request, by the request's key. */
export const LedgerRowSchema = Type.Object(
  {
    key: Type.String(),
    origin: Type.String(),
    at: Type.Integer(),
    answer: Type.Optional(Type.Unknown()),
    /** The error that the page got instead of a result. */
    error: Type.Optional(
      Type.Object(
        { code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) },
        closed,
      ),
    ),
  },
  closed,
);

/** An account's gains and losses in a simulation, in base units. */
const MovementsSchema = Type.Array(
  Type.Object(
    {
      token: Type.String(),
      amount: Type.String({ pattern: '^-?[0-9]{1,80}$' }),
      isCollectible: Type.Boolean(),
      item: Type.Optional(Type.String({ pattern: '^[0-9]{1,78}$' })),
    },
    closed,
  ),
);

/**
 * Bundles of calls (EIP-5792) with what the user agreed to, so that a new worker continues them.
 */
export const BundlesSchema = Type.Array(
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
      /** A call failed or was rejected: the rest is never sent. */
      stopped: Type.Boolean(),
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

/** Simulations that approval windows have shown, compared again when the user confirms. */
export const ShownSimulationsSchema = Type.Array(
  Type.Object(
    {
      id: Type.String(),
      mark: Type.String(),
      at: Type.Integer(),
      outcome: oneOf(['succeeds', 'fails', 'unknown']),
      movements: Type.Optional(MovementsSchema),
      /** One list of movements per call of the request. */
      byCall: Type.Optional(Type.Array(MovementsSchema)),
    },
    closed,
  ),
);
