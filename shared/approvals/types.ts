import { NetworkSchema } from '../chain/network.ts';
import * as Type from '../schema.ts';

const closed = { additionalProperties: false };

export const AddressSchema = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
const HexSchema = Type.String({ pattern: '^0x(?:[0-9a-fA-F]{2})*$' });
const QuantitySchema = Type.String({ pattern: '^0x(?:0|[1-9a-f][0-9a-f]*)$' });

/** The requester, from the port's sender. `own` marks the wallet's own pages. */
const RequesterSchema = Type.Object(
  {
    origin: Type.String({ maxLength: 512 }),
    /** Origin of the top page, if a frame's own origin differs; "null" when unknown. */
    topOrigin: Type.Optional(Type.String({ maxLength: 512 })),
    tabId: Type.Optional(Type.Integer()),
    documentId: Type.Optional(Type.String({ maxLength: 64 })),
    own: Type.Boolean(),
  },
  closed,
);
export type Requester = Type.Static<typeof RequesterSchema>;

/** A site's suggested prices in wei per gas. The wallet adds missing prices. */
const SiteFeeSchema = Type.Object(
  {
    maxFeePerGas: Type.Optional(QuantitySchema),
    maxPriorityFeePerGas: Type.Optional(QuantitySchema),
  },
  closed,
);
export type SiteFee = Type.Static<typeof SiteFeeSchema>;

/** An account of the wallet that gets the delegator's code, or loses its code (EIP-7702). */
export const CodeChangeSchema = Type.Object(
  {
    account: AddressSchema,
    /** The contract with the new code; the zero address if the code is removed. */
    delegate: AddressSchema,
    /** Contract whose code the account had before, if any. */
    former: Type.Optional(AddressSchema),
  },
  closed,
);
export type CodeChange = Type.Static<typeof CodeChangeSchema>;

/** A requested transaction. The user chooses the fee; `siteFee` is a suggestion. */
export const TransactionDraftSchema = Type.Object(
  {
    to: Type.Optional(AddressSchema),
    value: QuantitySchema,
    data: HexSchema,
    gas: Type.Optional(QuantitySchema),
    siteFee: Type.Optional(SiteFeeSchema),
    /** Only the wallet itself can create this, not a site. */
    codeChange: Type.Optional(CodeChangeSchema),
  },
  closed,
);
export type TransactionDraft = Type.Static<typeof TransactionDraftSchema>;

/** A token that a site asks to watch (EIP-747). */
export const WatchedTokenSchema = Type.Object(
  {
    chainId: Type.Integer({ minimum: 1 }),
    address: AddressSchema,
    symbol: Type.String({ minLength: 1, maxLength: 32 }),
    decimals: Type.Integer({ minimum: 0, maximum: 36 }),
  },
  closed,
);
export type WatchedToken = Type.Static<typeof WatchedTokenSchema>;

/** An item of a collection that a site asks to watch (EIP-747 for ERC-721 and ERC-1155). */

const StepSchema = Type.Object(
  { index: Type.Integer({ minimum: 1 }), count: Type.Integer({ minimum: 1, maximum: 9 }) },
  closed,
);

const ApprovalRequestSchema = Type.Union([
  /** `only`: the accounts that the site requests by a caveat (EIP-2255). */
  Type.Object(
    { kind: Type.Literal('connect'), only: Type.Optional(Type.Array(AddressSchema)) },
    closed,
  ),
  /** A connected site sent a request while the wallet is locked. */
  Type.Object({ kind: Type.Literal('unlock') }, closed),
  Type.Object(
    { kind: Type.Literal('personal_sign'), account: AddressSchema, message: HexSchema },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('typed_data'),
      account: AddressSchema,
      version: Type.Union([Type.Literal('V1'), Type.Literal('V3'), Type.Literal('V4')]),
      /** JSON text of the checked typed data. The digest is computed from this text only. */
      json: Type.String({ maxLength: 1_000_000 }),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('transaction'),
      account: AddressSchema,
      transaction: TransactionDraftSchema,
      /**
       * Id of the pending transaction to speed up or cancel. The new transaction uses the same
       * nonce.
       */
      replaces: Type.Optional(HexSchema),
      /** True if the new transaction only cancels the replaced transaction. */
      isCancel: Type.Optional(Type.Boolean()),
      /** Position of the transaction in an action of the wallet that sends several. */
      step: Type.Optional(StepSchema),
      /**
       * Hashes of lost transactions to replace. The new transaction uses their nonce unless another
       * transaction has used it.
       */
      insteadOf: Type.Optional(Type.Array(Type.String())),
    },
    closed,
  ),
  /** Several transactions that are reviewed together and sent one by one (EIP-5792). */
  Type.Object(
    {
      kind: Type.Literal('calls'),
      account: AddressSchema,
      calls: Type.Array(TransactionDraftSchema, { minItems: 1, maxItems: 20 }),
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal('switch_chain'), to: Type.Integer({ minimum: 1 }) }, closed),
  Type.Object({ kind: Type.Literal('add_chain'), network: NetworkSchema }, closed),
  Type.Object({ kind: Type.Literal('watch_asset'), token: WatchedTokenSchema }, closed),
]);
export type ApprovalRequest = Type.Static<typeof ApprovalRequestSchema>;
export type ApprovalKind = ApprovalRequest['kind'];

/** The maximum fee that the user accepts, as the window shows it: wei per gas, and gas. */
export const FeeChoiceSchema = Type.Object(
  {
    /** One gas limit per transaction of the request, in order. */
    gas: Type.Array(QuantitySchema, { minItems: 1, maxItems: 20 }),
    maxFeePerGas: QuantitySchema,
    maxPriorityFeePerGas: QuantitySchema,
    /**
     * Maximum cost in wei of posting the data of all transactions. A signature can't limit this
     * cost, so it is compared with the network's price when the user confirms. Missing means zero.
     */
    dataFee: Type.Optional(QuantitySchema),
    /** True for a chain without a base fee. `maxFeePerGas` is then the gas price. */
    isLegacy: Type.Boolean(),
    /** Nonce that the user chose; by default the wallet's next nonce. */
    nonce: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
export type FeeChoice = Type.Static<typeof FeeChoiceSchema>;

/** The user's decision: an id and choices, never data to sign. */
export const ChoiceSchema = Type.Union([
  Type.Object({ kind: Type.Literal('reject') }, closed),
  Type.Object({ kind: Type.Literal('connect'), accounts: Type.Array(AddressSchema) }, closed),
  /** For requests without choices: sign, switch, add, watch; also the response to "unlock". */
  Type.Object({ kind: Type.Literal('agree') }, closed),
  Type.Object({ kind: Type.Literal('send'), fee: FeeChoiceSchema }, closed),
]);
export type Choice = Type.Static<typeof ChoiceSchema>;

/** `site`: prices suggested by the requesting site. */
export type FeePreset = 'slow' | 'normal' | 'fast' | 'site';

const ApprovalEndSchema = Type.Union([
  Type.Literal('rejected'),
  Type.Literal('window closed'),
  Type.Literal('wallet locked'),
  Type.Literal('page gone'),
  Type.Literal('account or chain changed'),
  Type.Literal('site blocked'),
  Type.Literal('expired'),
  /** The request is too large to be explained, or a worker stopped while reading it. */
  Type.Literal('unexplained'),
  /** The network didn't respond in time to explain the request. */
  Type.Literal('network silent'),
]);

/** A request as stored before a window opens. The signature covers exactly this content. */
export const ApprovalDraftSchema = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 64 }),
    /**
     * Key of the request. If the page repeats the request, the wallet finds the draft by this key.
     */
    requestKey: Type.String({ maxLength: 256 }),
    requester: RequesterSchema,
    request: ApprovalRequestSchema,
    chainId: Type.Integer(),
    createdAt: Type.Integer(),
    /** The site's original request, if the user edited `request` in the window. */
    asked: Type.Optional(ApprovalRequestSchema),
    /** Set when the user decided before the page reconnected to get the answer. */
    decided: Type.Optional(ChoiceSchema),
    /**
     * Outcome of a request that ended while its page was disconnected. Sent when the page
     * reconnects.
     */
    ended: Type.Optional(ApprovalEndSchema),
  },
  closed,
);
export type ApprovalDraft = Type.Static<typeof ApprovalDraftSchema>;

export type ApprovalEnd = Type.Static<typeof ApprovalEndSchema>;
