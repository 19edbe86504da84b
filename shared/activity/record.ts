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

/** Maximum characters of foreign text in a row, to keep hundreds of rows small. */
export const MAX_TEXT = 400;
/** Cut by `foreignText`, which adds an ellipsis. */
const Foreign = Text({ maxLength: MAX_TEXT + 1 });

/** A sentence stored by an older version, in the language used then. */
export const SentenceSchema = Shape({ kind: Literal('sentence'), text: Foreign }, closed);

/** Signatures other than transactions; names are the site's. */
export const SignedSchema = Union([
  Shape({ kind: Literal('message') }, closed),
  Shape({ kind: Literal('typed data'), type: Optional(Foreign), name: Optional(Foreign) }, closed),
  SentenceSchema,
]);

/** Number of accounts that a site may see. */
export const ConnectedSchema = Union([
  Shape({ kind: Literal('accounts'), count: Integer({ minimum: 1 }) }, closed),
  SentenceSchema,
]);

/** Why a transaction failed. The node's words are quoted. */
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
  /** Full origin; empty for the wallet's own actions. */
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
  /** Hash of the answered request, to recognize one that is repeated after a worker restart. */
  requestKey: Optional(Text()),
  /** It only replaced another transaction and does nothing itself. */
  isCancel: Optional(Bool()),
  /** An allowance that it granted, to list and revoke. */
  allowance: Optional(Shape({ token: Text(), spender: Text(), amount: Text() }, closed)),
  /** Receiver of the coins or tokens. */
  receiver: Optional(Text()),
} as const;

/** Signed bytes, kept until the transaction is final so that they can be sent again. */
const raw = Text();
/** Number of its block; a reorganization may remove it again. */
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
  /** `replacedBy`: id of the own transaction with the same nonce. */
  Shape({ status: Literal('replaced'), ...transaction, replacedBy: Optional(Text()) }, closed),
]);
export type TransactionRecord = Static<typeof TransactionRecordSchema>;
export type TransactionStatus = TransactionRecord['status'];

/** One item that was signed, sent or connected, as facts; pages word them. */
export const ActivityRecordSchema = Union([
  TransactionRecordSchema,
  Shape({ kind: Literal('signature'), ...common, what: SignedSchema }, closed),
  Shape({ kind: Literal('connection'), ...common, what: ConnectedSchema }, closed),
]);
export type ActivityRecord = Static<typeof ActivityRecordSchema>;

type Shown<Row> = Row extends unknown ? Omit<Row, 'raw' | 'nonce' | 'requestKey'> : never;

/** A row for the wallet's pages, without signed bytes and request keys. */
export type ActivityEntry = Shown<ActivityRecord>;
export type TransactionEntry = Shown<TransactionRecord>;
