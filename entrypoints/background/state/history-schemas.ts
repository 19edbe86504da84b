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

/** Number of accounts with a stored history; the least recently read one is dropped. */
export const MOST_ACCOUNTS = 16;
/** Number of stored transactions per account: a node can invent any number of logs. */
export const MOST_TRANSACTIONS = 5_000;

/** Fills of one account on one chain, as far as read. Times are Unix seconds. */
export const HistoryRecordSchema = Shape(
  {
    chainId: Integer(),
    account: AddressSchema,
    /** Lower-case addresses of the books that the blocks were read for. */
    books: List(AddressSchema),
    /** Blocks that were read, both ends included; empty while `from` is above `to`. */
    from: Block,
    to: Block,
    /** Hash of block `to`: when the chain has another one, the newest blocks are read again. */
    toHash: Hash,
    toAt: Integer(),
    /** The oldest block to read. */
    target: Block,
    targetAt: Integer(),
    /** Transactions that created or ended an option of the account. */
    transactions: List(
      Shape(
        {
          hash: Hash,
          block: Block,
          /** Hosts of the nodes that returned it. Two are enough. */
          by: List(Text({ maxLength: 255 }), { minItems: 1, maxItems: 2 }),
        },
        closed,
      ),
    ),
    /** Set when nodes returned more transactions than are stored. */
    isCut: Optional(Flag()),
    /** Blocks that only one node answered for; another node is asked when available. */
    single: List(Shape({ from: Block, to: Block, host: Text() }, closed)),
    /** How far each changed option was searched for the event that changed it. */
    searched: List(Shape({ option: AddressSchema, to: Block }, closed)),
  },
  closed,
);

export type HistoryRecord = Static<typeof HistoryRecordSchema>;
export type FoundTransaction = HistoryRecord['transactions'][number];

export const HistoryRecordsSchema = List(HistoryRecordSchema, { maxItems: MOST_ACCOUNTS });
