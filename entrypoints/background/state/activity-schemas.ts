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

export const ActivitySchema = List(ActivityRecordSchema);

/** Rows of version 1 contain a sentence in the language of that time. */
const WordedRowSchema = Shape(
  {
    id: Text(),
    kind: Union([Literal('transaction'), Literal('signature'), Literal('connection')]),
    at: Integer(),
    origin: Text(),
    account: Text(),
    words: Text(),
    hash: Optional(Text()),
    status: Optional(
      Union([
        Literal('signed'),
        Literal('sent'),
        Literal('confirmed'),
        Literal('failed'),
        Literal('dropped'),
        Literal('replaced'),
      ]),
    ),
    /** Missing on rows from before other networks: Base. */
    chainId: Optional(Integer()),
    requestKey: Optional(Text()),
    block: Optional(Text()),
    replacedBy: Optional(Text()),
    isCancel: Optional(Bool()),
    allowance: Optional(Shape({ token: Text(), spender: Text(), amount: Text() }, closed)),
    receiver: Optional(Text()),
    reason: Optional(Text()),
    raw: Optional(Text()),
    nonce: Optional(Integer()),
  },
  closed,
);
type WordedRow = Static<typeof WordedRowSchema>;

/** Converts rows of version 1 into facts and keeps their sentence. Throws for any other form. */
export function withFacts(value: unknown): ActivityRecord[] {
  const rows = parseAs(List(WordedRowSchema), value);
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
