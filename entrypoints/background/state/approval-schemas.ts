import {
  Unknown as Anything,
  Boolean as Bool,
  Integer,
  Array as List,
  Literal,
  Optional,
  Object as Shape,
  String as Text,
  Union,
} from 'typebox';
import {
  AddressSchema,
  FeeChoiceSchema,
  TransactionDraftSchema,
} from '../../../shared/approvals/types.ts';

const closed = { additionalProperties: false };

/** The answer to a page's request, by the request's key. */
export const LedgerRowSchema = Shape(
  {
    key: Text(),
    origin: Text(),
    at: Integer(),
    answer: Optional(Anything()),
    /** The error that the page got instead of a result. */
    error: Optional(
      Shape({ code: Integer(), message: Text(), data: Optional(Anything()) }, closed),
    ),
  },
  closed,
);

/** An account's gains and losses in a simulation, in base units. */
const MovementsSchema = List(
  Shape(
    {
      token: Text(),
      amount: Text({ pattern: '^-?[0-9]{1,80}$' }),
      isCollectible: Bool(),
      item: Optional(Text({ pattern: '^[0-9]{1,78}$' })),
    },
    closed,
  ),
);

/**
 * Bundles of calls (EIP-5792) with what the user agreed to, so that a new worker continues them.
 */
export const BundlesSchema = List(
  Shape(
    {
      id: Text(),
      origin: Text(),
      chainId: Integer(),
      account: AddressSchema,
      at: Integer(),
      calls: List(TransactionDraftSchema),
      fee: FeeChoiceSchema,
      requestKey: Text(),
      /** Hashes of sent calls, in their order. */
      hashes: List(Text()),
      /** A call failed or was rejected: the rest is never sent. */
      stopped: Bool(),
      /** True after its site opened a tab for its status. */
      hasTab: Optional(Bool()),
      /**
       * Movements that the review showed of each call; missing when the node couldn't simulate
       * them.
       */
      shown: Optional(List(MovementsSchema)),
    },
    closed,
  ),
);

/** Simulations that approval windows have shown, compared again when the user confirms. */
export const ShownSimulationsSchema = List(
  Shape(
    {
      id: Text(),
      mark: Text(),
      at: Integer(),
      outcome: Union([Literal('succeeds'), Literal('fails'), Literal('unknown')]),
      movements: Optional(MovementsSchema),
      /** The same for each call of the request. */
      byCall: Optional(List(MovementsSchema)),
    },
    closed,
  ),
);
