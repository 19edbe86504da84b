import { AddressSchema } from '../../../shared/approvals/types.ts';
import { MAX_READ_ACCOUNTS } from '../../../shared/positions/position-view.ts';
import * as Type from '../../../shared/schema.ts';

const closed = { additionalProperties: false };
const Hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' });
const Block = Type.Integer({ minimum: 0 });

/** Number of stored transactions per account: a node can invent any number of logs. */
export const MAX_HISTORY_TRANSACTIONS = 5_000;

/** Fills of one account on one chain, as far as read. Times are Unix seconds. */
export const HistoryRecordSchema = Type.Object(
  {
    chainId: Type.Integer(),
    account: AddressSchema,
    /** Lower-case addresses of the books that the blocks were read for. */
    books: Type.Array(AddressSchema),
    /** Blocks that were read, both ends included; empty while `from` is above `to`. */
    from: Block,
    to: Block,
    /** Hash of block `to`: when the chain has another one, the newest blocks are read again. */
    toHash: Hash,
    toAt: Type.Integer(),
    /** The oldest block to read. */
    target: Block,
    targetAt: Type.Integer(),
    /** Transactions that created or ended an option of the account. */
    transactions: Type.Array(
      Type.Object(
        {
          hash: Hash,
          block: Block,
          /** Hosts of the nodes that returned it. Two are enough. */
          by: Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, maxItems: 2 }),
        },
        closed,
      ),
    ),
    /** Set when nodes returned more transactions than are stored. */
    isCut: Type.Optional(Type.Boolean()),
    /** Blocks that only one node answered for; another node is asked when available. */
    single: Type.Array(Type.Object({ from: Block, to: Block, host: Type.String() }, closed)),
    /** How far each changed option was searched for the event that changed it. */
    searched: Type.Array(Type.Object({ option: AddressSchema, to: Block }, closed)),
  },
  closed,
);

export type HistoryRecord = Type.Static<typeof HistoryRecordSchema>;
export type FoundTransaction = HistoryRecord['transactions'][number];

/** The least recently read account is dropped. */
export const HistoryRecordsSchema = Type.Array(HistoryRecordSchema, {
  maxItems: MAX_READ_ACCOUNTS,
});
