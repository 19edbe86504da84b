import { AddressSchema } from '../../../shared/approvals/types.ts';
import { MAX_READ_ACCOUNTS } from '../../../shared/positions/position-view.ts';
import * as Type from '../../../shared/schema.ts';

const closed = { additionalProperties: false };
const Hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' });
const Block = Type.Integer({ minimum: 0 });

/** Maximum number of stored transactions per account. A node can invent logs. */
export const MAX_HISTORY_TRANSACTIONS = 5_000;

/** Fills of one account on one chain, in the blocks that were read. Times are Unix seconds. */
export const HistoryRecordSchema = Type.Object(
  {
    chainId: Type.Integer(),
    account: AddressSchema,
    /** Books whose logs were read, in lower case. */
    books: Type.Array(AddressSchema),
    /** First and last block that were read. No block was read if `from` is above `to`. */
    from: Block,
    to: Block,
    /** Hash of block `to`. If the chain now has another hash, the newest blocks are read again. */
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
          /** Hosts of nodes that returned the transaction. Two are enough. */
          by: Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, maxItems: 2 }),
        },
        closed,
      ),
    ),
    /** True when nodes returned more transactions than are stored. */
    isCut: Type.Optional(Type.Boolean()),
    /** Blocks for which only one node answered. Another node is asked when available. */
    single: Type.Array(Type.Object({ from: Block, to: Block, host: Type.String() }, closed)),
    /**
     * Last block up to which each changed option was searched for the event that explains its
     * state.
     */
    searched: Type.Array(Type.Object({ option: AddressSchema, to: Block }, closed)),
  },
  closed,
);

export type HistoryRecord = Type.Static<typeof HistoryRecordSchema>;
export type FoundTransaction = HistoryRecord['transactions'][number];

export const HistoryRecordsSchema = Type.Array(HistoryRecordSchema, {
  maxItems: MAX_READ_ACCOUNTS,
});
