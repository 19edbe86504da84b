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
export const HexSchema = Text({ pattern: '^0x(?:[0-9a-fA-F]{2})*$' });
const QuantitySchema = Text({ pattern: '^0x(?:0|[1-9a-f][0-9a-f]*)$' });

/** Who asks, computed once from the port's sender; `own` marks what the wallet's own pages ask. */
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

/** A transaction as asked for: everything that is not nonce or fee, which the wallet chooses. */
export const TransactionDraftSchema = Shape(
  {
    to: Optional(AddressSchema),
    value: QuantitySchema,
    data: HexSchema,
    gas: Optional(QuantitySchema),
  },
  closed,
);
export type TransactionDraft = Static<typeof TransactionDraftSchema>;

export const ApprovalRequestSchema = Union([
  Shape({ kind: Literal('connect') }, closed),
  Shape({ kind: Literal('personal_sign'), account: AddressSchema, message: HexSchema }, closed),
  Shape(
    {
      kind: Literal('transaction'),
      account: AddressSchema,
      transaction: TransactionDraftSchema,
    },
    closed,
  ),
]);
export type ApprovalRequest = Static<typeof ApprovalRequestSchema>;

/** What the user decided: an id and choices only, never anything that gets signed. */
export const ChoiceSchema = Union([
  Shape({ kind: Literal('reject') }, closed),
  Shape({ kind: Literal('connect'), accounts: List(AddressSchema) }, closed),
  Shape({ kind: Literal('sign') }, closed),
  Shape(
    {
      kind: Literal('send'),
      fee: Union([Literal('slow'), Literal('normal'), Literal('fast')]),
    },
    closed,
  ),
]);
export type Choice = Static<typeof ChoiceSchema>;
export type FeePreset = Extract<Choice, { kind: 'send' }>['fee'];

/** A request as stored before any window opens. What gets signed is this, byte for byte. */
export const ApprovalDraftSchema = Shape(
  {
    id: Text({ minLength: 1, maxLength: 64 }),
    /** Identifies the asking request, so that one sent again meets its own draft. */
    requestKey: Text({ maxLength: 256 }),
    requester: RequesterSchema,
    request: ApprovalRequestSchema,
    chainId: Integer(),
    createdAt: Integer(),
    /** Set once the user decided and nobody had come back for the answer yet. */
    decided: Optional(ChoiceSchema),
  },
  closed,
);
export type ApprovalDraft = Static<typeof ApprovalDraftSchema>;

/** Every way in which an approval ends. */
export type ApprovalEnd =
  | 'approved'
  | 'rejected'
  | 'window closed'
  | 'wallet locked'
  | 'page gone'
  | 'account changed'
  | 'expired';
