import {
  Boolean as Bool,
  Integer,
  Literal,
  Optional,
  Object as Shape,
  type Static,
  String as Text,
  Union,
} from 'typebox';
import { CallFactsSchema } from '../approvals/facts/call-facts.ts';
import { oneOf } from '../one-of.ts';

const closed = { additionalProperties: false };

/** Characters of foreign texts that a row keeps: hundreds of rows stay small. */
export const MAX_TEXT = 400;
/** Cut with `foreignText`, which adds an ellipsis. */
const Foreign = Text({ maxLength: MAX_TEXT + 1 });

/** A sentence of an older version, in the language of then. */
export const SentenceSchema = Shape({ kind: Literal('sentence'), text: Foreign }, closed);

/** What was signed besides transactions; names are the site's. */
export const SignedSchema = Union([
  Shape({ kind: Literal('message') }, closed),
  Shape({ kind: Literal('typed data'), type: Optional(Foreign), name: Optional(Foreign) }, closed),
  SentenceSchema,
]);

/** How many accounts a site may see. */
export const ConnectedSchema = Union([
  Shape({ kind: Literal('accounts'), count: Integer({ minimum: 1 }) }, closed),
  SentenceSchema,
]);

/** Why a transaction came to nothing. The node's words are quoted. */
export const TransactionFailureSchema = Union([
  Shape({ code: oneOf(['reverted', 'nonce taken']) }, closed),
  Shape({ code: Literal('node refused'), text: Foreign }, closed),
  Shape({ code: Literal('sentence'), text: Foreign }, closed),
]);
export type TransactionFailure = Static<typeof TransactionFailureSchema>;

const common = {
  id: Text(),
  /** Epoch milliseconds. */
  at: Integer(),
  /** Full origin, or empty for the wallet's own actions. */
  origin: Text(),
  account: Text(),
  chainId: Integer(),
} as const;

const transaction = {
  kind: Literal('transaction'),
  ...common,
  what: Union([CallFactsSchema, SentenceSchema]),
  hash: Text(),
  nonce: Optional(Integer()),
  /** The request that it answers: one that comes again after worker death finds this hash. */
  requestKey: Optional(Text()),
  /** It only took another one's nonce, and does nothing itself. */
  isCancel: Optional(Bool()),
  /** An allowance that it granted, to be listed and revoked. */
  allowance: Optional(Shape({ token: Text(), spender: Text(), amount: Text() }, closed)),
  /** Receiver of the coin or the tokens that it sent. */
  receiver: Optional(Text()),
} as const;

/** Signed bytes, kept until the transaction is final so that the same ones can be sent again. */
const raw = Text();
/** Number of the block that holds it; it may leave it again by a reorg. */
const block = Optional(Text());

export const TransactionRecordSchema = Union([
  Shape({ status: oneOf(['signed', 'sent']), ...transaction, raw }, closed),
  Shape({ status: Literal('confirmed'), ...transaction, block, raw: Optional(raw) }, closed),
  Shape(
    {
      status: Literal('failed'),
      ...transaction,
      failure: Optional(TransactionFailureSchema),
      block,
      raw: Optional(raw),
    },
    closed,
  ),
  Shape(
    {
      status: Literal('dropped'),
      ...transaction,
      failure: Optional(TransactionFailureSchema),
    },
    closed,
  ),
  /** `replacedBy`: id of the own transaction that took its nonce. */
  Shape({ status: Literal('replaced'), ...transaction, replacedBy: Optional(Text()) }, closed),
]);
export type TransactionRecord = Static<typeof TransactionRecordSchema>;
export type TransactionStatus = TransactionRecord['status'];

/** One thing that was signed, sent or connected: facts alone, worded when they are shown. */
export const ActivityRecordSchema = Union([
  TransactionRecordSchema,
  Shape({ kind: Literal('signature'), ...common, what: SignedSchema }, closed),
  Shape({ kind: Literal('connection'), ...common, what: ConnectedSchema }, closed),
]);
export type ActivityRecord = Static<typeof ActivityRecordSchema>;

type Shown<Row> = Row extends unknown ? Omit<Row, 'raw' | 'nonce' | 'requestKey'> : never;

/** A row as the wallet's pages see it: signed bytes and requests stay in the worker. */
export type ActivityEntry = Shown<ActivityRecord>;
export type TransactionEntry = Shown<TransactionRecord>;
