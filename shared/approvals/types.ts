import {
  Boolean as Bool,
  Integer,
  Array as List,
  Literal,
  Optional,
  Object as Shape,
  type Static,
  String as Text,
  Union,
} from 'typebox';

const closed = { additionalProperties: false };

export const AddressSchema = Text({ pattern: '^0x[0-9a-fA-F]{40}$' });
const HexSchema = Text({ pattern: '^0x(?:[0-9a-fA-F]{2})*$' });
const QuantitySchema = Text({ pattern: '^0x(?:0|[1-9a-f][0-9a-f]*)$' });

/** The requester, computed once from the port's sender; `own` marks the wallet's own pages. */
export const RequesterSchema = Shape(
  {
    origin: Text({ maxLength: 512 }),
    topOrigin: Optional(Text({ maxLength: 512 })),
    tabId: Optional(Integer()),
    documentId: Optional(Text({ maxLength: 64 })),
    own: Bool(),
  },
  closed,
);
export type Requester = Static<typeof RequesterSchema>;

/** Prices in wei per gas that a site suggests. Missing ones are the wallet's. */
export const SiteFeeSchema = Shape(
  { maxFeePerGas: Optional(QuantitySchema), maxPriorityFeePerGas: Optional(QuantitySchema) },
  closed,
);
export type SiteFee = Static<typeof SiteFeeSchema>;

/** A requested transaction. The user chooses the fee; `siteFee` is a suggestion. */
export const TransactionDraftSchema = Shape(
  {
    to: Optional(AddressSchema),
    value: QuantitySchema,
    data: HexSchema,
    gas: Optional(QuantitySchema),
    siteFee: Optional(SiteFeeSchema),
  },
  closed,
);
export type TransactionDraft = Static<typeof TransactionDraftSchema>;

/** An EVM network offered by a site (EIP-3085), strictly parsed. */
export const NetworkSchema = Shape(
  {
    chainId: Integer({ minimum: 1 }),
    name: Text({ minLength: 1, maxLength: 64 }),
    symbol: Text({ minLength: 1, maxLength: 16 }),
    rpcUrls: List(Text({ maxLength: 512 }), { minItems: 1, maxItems: 8 }),
    explorerUrl: Optional(Text({ maxLength: 512 })),
  },
  closed,
);
export type Network = Static<typeof NetworkSchema>;

/** A token that a site asks to watch (EIP-747). */
export const WatchedTokenSchema = Shape(
  {
    chainId: Integer({ minimum: 1 }),
    address: AddressSchema,
    symbol: Text({ minLength: 1, maxLength: 16 }),
    decimals: Integer({ minimum: 0, maximum: 36 }),
  },
  closed,
);
export type WatchedToken = Static<typeof WatchedTokenSchema>;

/** An item of a collection that a site asks to watch (EIP-747 for ERC-721 and ERC-1155). */
export const CollectibleSchema = Shape(
  {
    chainId: Integer({ minimum: 1 }),
    address: AddressSchema,
    standard: Union([Literal('ERC721'), Literal('ERC1155')]),
    /** Decimal. */
    tokenId: Text({ pattern: '^(?:0|[1-9][0-9]{0,77})$' }),
    /** The collection's own name, if it is usable. */
    name: Optional(Text({ minLength: 1, maxLength: 64 })),
  },
  closed,
);
export type Collectible = Static<typeof CollectibleSchema>;

const StepSchema = Shape(
  { index: Integer({ minimum: 1 }), count: Integer({ minimum: 1, maximum: 9 }) },
  closed,
);

export const ApprovalRequestSchema = Union([
  /** `only`: the accounts that the site asks for with a caveat (EIP-2255). */
  Shape({ kind: Literal('connect'), only: Optional(List(AddressSchema)) }, closed),
  /** A connected site sent a request while the wallet is locked. */
  Shape({ kind: Literal('unlock') }, closed),
  Shape({ kind: Literal('personal_sign'), account: AddressSchema, message: HexSchema }, closed),
  Shape(
    {
      kind: Literal('typed_data'),
      account: AddressSchema,
      version: Union([Literal('V1'), Literal('V3'), Literal('V4')]),
      /** JSON text of the checked typed data. The digest is computed from this text only. */
      json: Text({ maxLength: 1_000_000 }),
    },
    closed,
  ),
  Shape(
    {
      kind: Literal('transaction'),
      account: AddressSchema,
      transaction: TransactionDraftSchema,
      /** Id of the pending transaction whose nonce this one takes: speed up or cancel. */
      replaces: Optional(HexSchema),
      /** Sent by the wallet itself to cancel the replaced transaction. */
      isCancel: Optional(Bool()),
      /** Its number among several transactions of one wallet operation, from 1. */
      step: Optional(StepSchema),
    },
    closed,
  ),
  /** Several transactions that are reviewed together and sent one by one (EIP-5792). */
  Shape(
    {
      kind: Literal('calls'),
      account: AddressSchema,
      calls: List(TransactionDraftSchema, { minItems: 1, maxItems: 20 }),
    },
    closed,
  ),
  Shape({ kind: Literal('switch_chain'), to: Integer({ minimum: 1 }) }, closed),
  Shape({ kind: Literal('add_chain'), network: NetworkSchema }, closed),
  Shape({ kind: Literal('watch_asset'), token: WatchedTokenSchema }, closed),
  Shape({ kind: Literal('watch_collectible'), item: CollectibleSchema }, closed),
]);
export type ApprovalRequest = Static<typeof ApprovalRequestSchema>;
export type ApprovalKind = ApprovalRequest['kind'];

/** The maximum fee that the user accepts, in wei per gas and in gas, as shown in the window. */
export const FeeChoiceSchema = Shape(
  {
    /** One gas limit per transaction of the request, in order. */
    gas: List(QuantitySchema, { minItems: 1, maxItems: 20 }),
    maxFeePerGas: QuantitySchema,
    maxPriorityFeePerGas: QuantitySchema,
    /**
     * Maximum that the network may charge for posting the data of all transactions, in wei.
     * Signatures can't cap it, so it is compared with the network at the click. Absent: nothing.
     */
    dataFee: Optional(QuantitySchema),
    /** The chain has no base fee; `maxFeePerGas` is the gas price. */
    isLegacy: Bool(),
    /** Chosen by the user under "more"; by default the wallet's next nonce. */
    nonce: Optional(Integer({ minimum: 0 })),
  },
  closed,
);
export type FeeChoice = Static<typeof FeeChoiceSchema>;

/** The user's decision: an id and choices, never data to sign. */
export const ChoiceSchema = Union([
  Shape({ kind: Literal('reject') }, closed),
  Shape({ kind: Literal('connect'), accounts: List(AddressSchema) }, closed),
  /** For requests without choices: sign, switch, add, watch; also the response to "unlock". */
  Shape({ kind: Literal('agree') }, closed),
  Shape({ kind: Literal('send'), fee: FeeChoiceSchema }, closed),
]);
export type Choice = Static<typeof ChoiceSchema>;
/** `site`: prices suggested by the requesting site. */
export type FeePreset = 'slow' | 'normal' | 'fast' | 'site';

/** A request as stored before a window opens. Exactly this is signed. */
/** All ways in which an approval ends without an approving choice. */
const ApprovalEndSchema = Union([
  Literal('rejected'),
  Literal('window closed'),
  Literal('wallet locked'),
  Literal('page gone'),
  Literal('account or chain changed'),
  Literal('site blocked'),
  Literal('expired'),
]);

export const ApprovalDraftSchema = Shape(
  {
    id: Text({ minLength: 1, maxLength: 64 }),
    /** Identifies the request, so that a repeated one finds its own draft. */
    requestKey: Text({ maxLength: 256 }),
    requester: RequesterSchema,
    request: ApprovalRequestSchema,
    chainId: Integer(),
    createdAt: Integer(),
    /** The site's original request, if the user edited `request` in the window. */
    asked: Optional(ApprovalRequestSchema),
    /** Set when the user decided before the page returned for the response. */
    decided: Optional(ChoiceSchema),
    /** How else it ended while its page was away; the page learns it when it returns. */
    ended: Optional(ApprovalEndSchema),
  },
  closed,
);
export type ApprovalDraft = Static<typeof ApprovalDraftSchema>;

export type ApprovalEnd = Static<typeof ApprovalEndSchema>;
