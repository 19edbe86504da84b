import { type Static, Type } from 'typebox';

const closed = { additionalProperties: false };

export const AddressSchema = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
export const HexSchema = Type.String({ pattern: '^0x(?:[0-9a-fA-F]{2})*$' });
const QuantitySchema = Type.String({ pattern: '^0x(?:0|[1-9a-f][0-9a-f]*)$' });

/** Who asks, computed once from the port's sender; `own` marks what the wallet's own pages ask. */
export const RequesterSchema = Type.Object(
  {
    origin: Type.String({ maxLength: 512 }),
    topOrigin: Type.Optional(Type.String({ maxLength: 512 })),
    tabId: Type.Optional(Type.Integer()),
    documentId: Type.Optional(Type.String({ maxLength: 64 })),
    own: Type.Boolean(),
  },
  closed,
);
export type Requester = Static<typeof RequesterSchema>;

/** A transaction as asked for: everything that is not nonce or fee, which the wallet chooses. */
export const TransactionDraftSchema = Type.Object(
  {
    to: Type.Optional(AddressSchema),
    value: QuantitySchema,
    data: HexSchema,
    gas: Type.Optional(QuantitySchema),
  },
  closed,
);
export type TransactionDraft = Static<typeof TransactionDraftSchema>;

export const ApprovalRequestSchema = Type.Union([
  Type.Object({ kind: Type.Literal('connect') }, closed),
  Type.Object(
    { kind: Type.Literal('personal_sign'), account: AddressSchema, message: HexSchema },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('transaction'),
      account: AddressSchema,
      transaction: TransactionDraftSchema,
    },
    closed,
  ),
]);
export type ApprovalRequest = Static<typeof ApprovalRequestSchema>;

/** What the user decided: an id and choices only, never anything that gets signed. */
export const ChoiceSchema = Type.Union([
  Type.Object({ kind: Type.Literal('reject') }, closed),
  Type.Object({ kind: Type.Literal('connect'), accounts: Type.Array(AddressSchema) }, closed),
  Type.Object({ kind: Type.Literal('sign') }, closed),
  Type.Object(
    {
      kind: Type.Literal('send'),
      fee: Type.Union([Type.Literal('slow'), Type.Literal('normal'), Type.Literal('fast')]),
    },
    closed,
  ),
]);
export type Choice = Static<typeof ChoiceSchema>;
export type FeePreset = Extract<Choice, { kind: 'send' }>['fee'];

/** A request as stored before any window opens. What gets signed is this, byte for byte. */
export const ApprovalDraftSchema = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 64 }),
    /** Identifies the asking request, so that one sent again meets its own draft. */
    requestKey: Type.String({ maxLength: 256 }),
    requester: RequesterSchema,
    request: ApprovalRequestSchema,
    chainId: Type.Integer(),
    createdAt: Type.Integer(),
    /** Set once the user decided and nobody had come back for the answer yet. */
    decided: Type.Optional(ChoiceSchema),
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
