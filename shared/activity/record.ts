import { CallFactsSchema } from '../approvals/facts/call-facts.ts';
import { AddressSchema } from '../approvals/types.ts';
import { oneOf } from '../one-of.ts';
import * as Type from '../schema.ts';

const closed = { additionalProperties: false };

/** Maximum characters of foreign text in a row, to keep hundreds of rows small. */
const MAX_TEXT = 400;
/** Text that `foreignText` may have cut. The ellipsis is one more character. */
const Foreign = Type.String({ maxLength: MAX_TEXT + 1 });

/** Signatures other than transactions. Names come from the site. */
const SignedSchema = Type.Union([
  Type.Object({ kind: Type.Literal('message') }, closed),
  Type.Object(
    {
      kind: Type.Literal('typed data'),
      type: Type.Optional(Foreign),
      name: Type.Optional(Foreign),
    },
    closed,
  ),
]);

const ConnectedSchema = Type.Object(
  { kind: Type.Literal('accounts'), count: Type.Integer({ minimum: 1 }) },
  closed,
);

/** Reasons why a transaction wasn't signed after the user confirmed it. */
const UNSIGNED_CAUSES = [
  'delegator-changed',
  'code-changed',
  'account-busy',
  'no-answer',
  'other',
] as const;
export type UnsignedCause = (typeof UNSIGNED_CAUSES)[number];

/** Reason why a transaction failed. Texts of nodes are quoted. */
const TransactionFailureSchema = Type.Union([
  /**
   * `code unchanged`: a block includes the transaction, but the account doesn't have the code that
   * the transaction sets or needs.
   */
  Type.Object({ code: oneOf(['reverted', 'nonce taken', 'code unchanged']) }, closed),
  Type.Object({ code: Type.Literal('node refused'), text: Foreign }, closed),
  Type.Object({ code: Type.Literal('not signed'), cause: oneOf(UNSIGNED_CAUSES) }, closed),
]);
export type TransactionFailure = Type.Static<typeof TransactionFailureSchema>;

const common = {
  id: Type.String(),
  /** Epoch milliseconds. */
  at: Type.Integer(),
  /** Full origin; empty for the wallet's own actions. */
  origin: Type.String(),
  account: Type.String(),
  chainId: Type.Integer(),
} as const;

const transaction = {
  kind: Type.Literal('transaction'),
  ...common,
  what: CallFactsSchema,
  /** Empty when the transaction wasn't signed. */
  hash: Type.String(),
  nonce: Type.Optional(Type.Integer()),
  /** Hash of the chain's block 0. Stored only for local nodes, whose chain can be replaced. */
  genesis: Type.Optional(Type.String()),
  /** Hash of the answered request, to recognize its repetition after a worker restart. */
  requestKey: Type.Optional(Type.String()),
  /** True when the transaction only replaces another transaction and has no effect of its own. */
  isCancel: Type.Optional(Type.Boolean()),
  /** Id of the wallet's transaction that this transaction repeats with a higher fee. */
  speedsUp: Type.Optional(Type.String()),
  allowance: Type.Optional(
    Type.Object({ token: Type.String(), spender: Type.String(), amount: Type.String() }, closed),
  ),
  receiver: Type.Optional(Type.String()),
  /**
   * Code that the transaction sets for an account, or that the account must already have
   * (EIP-7702).
   */
  code: Type.Optional(
    Type.Object(
      {
        account: AddressSchema,
        /** The contract with the code; the zero address when the code is removed. */
        delegate: AddressSchema,
        /** True when the transaction contains the account's authorization. */
        isChanged: Type.Boolean(),
      },
      closed,
    ),
  ),
} as const;

/** Signed bytes, kept until the transaction is final so that they can be sent again. */
const raw = Type.String();
/** Network fee in wei as a node reported it, including a rollup's data fee. */
const gasCost = Type.Optional(Type.String({ pattern: '^[0-9]{1,39}$' }));
/**
 * Number of the block that contains the transaction. A reorganization may still remove the block.
 */
const block = Type.Optional(Type.String());

export const TransactionRecordSchema = Type.Union([
  Type.Object({ status: oneOf(['signed', 'sent']), ...transaction, raw }, closed),
  Type.Object(
    {
      status: Type.Literal('confirmed'),
      ...transaction,
      block,
      gasCost,
      raw: Type.Optional(raw),
    },
    closed,
  ),
  Type.Object(
    {
      status: Type.Literal('failed'),
      ...transaction,
      failure: Type.Optional(TransactionFailureSchema),
      block,
      gasCost,
      raw: Type.Optional(raw),
    },
    closed,
  ),
  Type.Object(
    {
      status: Type.Literal('dropped'),
      ...transaction,
      failure: Type.Optional(TransactionFailureSchema),
    },
    closed,
  ),
  /** `replacedBy`: id of the wallet's transaction with the same nonce. */
  Type.Object(
    { status: Type.Literal('replaced'), ...transaction, replacedBy: Type.Optional(Type.String()) },
    closed,
  ),
]);
export type TransactionRecord = Type.Static<typeof TransactionRecordSchema>;
export type TransactionStatus = TransactionRecord['status'];

/** Facts of one signature, transaction or connection. Pages put the facts into words. */
export const ActivityRecordSchema = Type.Union([
  TransactionRecordSchema,
  Type.Object({ kind: Type.Literal('signature'), ...common, what: SignedSchema }, closed),
  Type.Object({ kind: Type.Literal('connection'), ...common, what: ConnectedSchema }, closed),
]);
export type ActivityRecord = Type.Static<typeof ActivityRecordSchema>;

type Shown<Row> = Row extends unknown
  ? Omit<Row, 'raw' | 'nonce' | 'genesis' | 'requestKey'> & {
      /** True for a transaction of a chain that the local node no longer has. */
      readonly isOfEarlierChain?: true;
    }
  : never;

/** A row for the wallet's pages, without signed bytes and without the worker's own members. */
export type ActivityEntry = Shown<ActivityRecord>;
export type TransactionEntry = Shown<TransactionRecord>;
