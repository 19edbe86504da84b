import {
  Boolean as Flag,
  Integer,
  Array as List,
  Optional,
  Object as Shape,
  type Static,
  String as Text,
} from 'typebox';
import { AddressSchema } from '../../../shared/approvals/types.ts';

const closed = { additionalProperties: false };
const Hash = Text({ pattern: '^0x[0-9a-f]{64}$' });
const Block = Integer({ minimum: 0 });

/** Accounts whose history is kept; the least recently read one makes room. */
export const MOST_ACCOUNTS = 16;
/** Transactions that are kept for an account: a node can invent any number of logs. */
export const MOST_TRANSACTIONS = 5_000;

/** One account's fills on one chain as far as they were read. Times are Unix seconds. */
export const HistoryRecordSchema = Shape(
  {
    chainId: Integer(),
    account: AddressSchema,
    /** Lower-case addresses of the books that the blocks were read for. */
    books: List(AddressSchema),
    /** Blocks that were read, both ends included; none while `from` is above `to`. */
    from: Block,
    to: Block,
    /** Hash of block `to`: when the chain has another one, the newest blocks are read again. */
    toHash: Hash,
    toAt: Integer(),
    /** The oldest block that is to be read. */
    target: Block,
    targetAt: Integer(),
    /** Transactions that made or ended an option of the account. */
    transactions: List(
      Shape(
        {
          hash: Hash,
          block: Block,
          /** Hosts of the nodes that named it. Two are enough. */
          by: List(Text({ maxLength: 255 }), { minItems: 1, maxItems: 2 }),
        },
        closed,
      ),
    ),
    /** Present when nodes named more transactions than are kept. */
    isCut: Optional(Flag()),
    /** Blocks that one node alone answered for: another node is asked when there is one. */
    single: List(Shape({ from: Block, to: Block, host: Text() }, closed)),
    /** How far each changed option was searched for the event that changed it. */
    searched: List(Shape({ option: AddressSchema, to: Block }, closed)),
  },
  closed,
);

export type HistoryRecord = Static<typeof HistoryRecordSchema>;
export type FoundTransaction = HistoryRecord['transactions'][number];

export const HistoryRecordsSchema = List(HistoryRecordSchema, { maxItems: MOST_ACCOUNTS });
