import { Type } from 'typebox';
import {
  type ActivityRecord,
  ActivityRecordSchema,
  MAX_TEXT,
  type TransactionFailure,
  type TransactionRecord,
} from '../../../shared/activity/record.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { parseAs } from '../../../shared/parse.ts';

const closed = { additionalProperties: false };

export const ActivitySchema = Type.Array(ActivityRecordSchema);

/** Rows of version 1 contain a sentence in the language of that time. */
const WordedRowSchema = Type.Object(
  {
    id: Type.String(),
    kind: Type.Union([
      Type.Literal('transaction'),
      Type.Literal('signature'),
      Type.Literal('connection'),
    ]),
    at: Type.Integer(),
    origin: Type.String(),
    account: Type.String(),
    words: Type.String(),
    hash: Type.Optional(Type.String()),
    status: Type.Optional(
      Type.Union([
        Type.Literal('signed'),
        Type.Literal('sent'),
        Type.Literal('confirmed'),
        Type.Literal('failed'),
        Type.Literal('dropped'),
        Type.Literal('replaced'),
      ]),
    ),
    /** Missing on rows from before other networks: Base. */
    chainId: Type.Optional(Type.Integer()),
    requestKey: Type.Optional(Type.String()),
    block: Type.Optional(Type.String()),
    replacedBy: Type.Optional(Type.String()),
    isCancel: Type.Optional(Type.Boolean()),
    allowance: Type.Optional(
      Type.Object({ token: Type.String(), spender: Type.String(), amount: Type.String() }, closed),
    ),
    receiver: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
    raw: Type.Optional(Type.String()),
    nonce: Type.Optional(Type.Integer()),
  },
  closed,
);
type WordedRow = Type.Static<typeof WordedRowSchema>;

/** Converts rows of version 1 into facts and keeps their sentence. Throws for any other form. */
export function withFacts(value: unknown): ActivityRecord[] {
  const rows = parseAs(Type.Array(WordedRowSchema), value);
  if (rows === undefined) throw new TypeError('The rows have another form.');
  return rows.map(recordOf);
}

function recordOf(row: WordedRow): ActivityRecord {
  const { id, kind, at, origin, account, chainId = CHAIN_ID } = row;
  const what = { kind: 'sentence', text: cut(row.words) } as const;
  const common = { id, at, origin, account, chainId, what };
  return kind === 'transaction' ? transactionOf(row, common) : { ...common, kind };
}

type Common = Pick<TransactionRecord, 'id' | 'at' | 'origin' | 'account' | 'chainId' | 'what'>;

function transactionOf(row: WordedRow, common: Common): TransactionRecord {
  const { status = 'dropped', hash = row.id, raw, block, replacedBy } = row;
  const { nonce, requestKey, isCancel, allowance, receiver } = row;
  const base = {
    ...common,
    kind: 'transaction',
    hash,
    ...(nonce === undefined ? {} : { nonce }),
    ...(requestKey === undefined || requestKey === '' ? {} : { requestKey }),
    ...(isCancel === undefined ? {} : { isCancel }),
    ...(allowance === undefined ? {} : { allowance }),
    ...(receiver === undefined ? {} : { receiver }),
  } as const;
  const mined = {
    ...(block === undefined ? {} : { block }),
    ...(raw === undefined || raw === '' ? {} : { raw }),
  };
  switch (status) {
    case 'signed':
    case 'sent':
      return { ...base, status, raw: raw ?? '' };
    case 'confirmed':
      return { ...base, status, ...mined };
    case 'failed':
      return { ...base, status, ...mined, ...failureOf(row) };
    case 'dropped':
      return { ...base, status, ...failureOf(row) };
    case 'replaced':
      return { ...base, status, ...(replacedBy === undefined ? {} : { replacedBy }) };
  }
}

function failureOf({ reason }: WordedRow): { failure?: TransactionFailure } {
  return reason === undefined ? {} : { failure: { code: 'sentence', text: cut(reason) } };
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
