import { AddressSchema } from '../../../shared/approvals/types.ts';
import { AllowanceRefSchema } from '../../../shared/messages/allowances.ts';
import * as Type from '../../../shared/schema.ts';
import { disposable } from '../kernel/stored-key.ts';

const closed = { additionalProperties: false };
const Block = Type.Integer({ minimum: 0 });

/** Maximum number of networks with stored progress. The least recently read network is dropped. */
export const MAX_NETWORKS = 16;

/** An allowance that a log names; the chain may no longer have it. Addresses are lower-case. */
export const FoundAllowanceSchema = Type.Object(
  {
    ...AllowanceRefSchema.properties,
    /** True when the account itself sent the log's transaction. */
    isOwn: Type.Optional(Type.Boolean()),
    /** Transaction of the log. Only stored for an unknown token whose sender isn't known yet. */
    tx: Type.Optional(Type.String({ pattern: '^0x[0-9a-f]{64}$' })),
  },
  closed,
);
export type FoundAllowance = Type.Static<typeof FoundAllowanceSchema>;

/** Allowances of all accounts on one network, found in the blocks that were read. */
export const AllowanceRecordSchema = Type.Object(
  {
    chainId: Type.Integer({ minimum: 1 }),
    /** Lower-case accounts that the blocks were read for. */
    accounts: Type.Array(AddressSchema),
    /** First and last block that were read. No block was read if `from` is above `to`. */
    from: Block,
    to: Block,
    /** Hash of block `to`. If the chain now has another hash, the newest blocks are read again. */
    toHash: Type.String({ pattern: '^0x[0-9a-f]{64}$' }),
    found: Type.Array(FoundAllowanceSchema),
    /** True when nodes answered only for known tokens in some blocks. */
    isNarrow: Type.Optional(Type.Boolean()),
    /** True when only one node answered for some blocks. */
    isSingle: Type.Optional(Type.Boolean()),
    /** True when nodes named more allowances than are kept. */
    isCut: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type AllowanceRecord = Type.Static<typeof AllowanceRecordSchema>;

const AllowanceRecordsSchema = Type.Array(AllowanceRecordSchema, {
  maxItems: MAX_NETWORKS,
});

export const allowancesKey = {
  ...disposable('local', 'allowance-logs', AllowanceRecordsSchema),
  isReadLater: true,
};
