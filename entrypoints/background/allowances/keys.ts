import { AddressSchema } from '../../../shared/approvals/types.ts';
import { AllowanceRefSchema } from '../../../shared/messages/allowances.ts';
import * as Type from '../../../shared/schema.ts';
import { disposable } from '../kernel/stored-key.ts';

const closed = { additionalProperties: false };
const Block = Type.Integer({ minimum: 0 });

/** Number of networks with stored progress; the least recently read one is dropped. */
export const MAX_NETWORKS = 16;

/** An allowance that a log names; only the chain's present value counts. Addresses in lower case. */
export const FoundAllowanceSchema = Type.Object(
  {
    ...AllowanceRefSchema.properties,
    /** The account itself sent the transaction of the log. */
    isOwn: Type.Optional(Type.Boolean()),
    /** Transaction of the log, of an unknown token, while its sender isn't known. */
    tx: Type.Optional(Type.String({ pattern: '^0x[0-9a-f]{64}$' })),
  },
  closed,
);
export type FoundAllowance = Type.Static<typeof FoundAllowanceSchema>;

/** Allowances of all accounts on one network, as far as its logs were read. */
export const AllowanceRecordSchema = Type.Object(
  {
    chainId: Type.Integer({ minimum: 1 }),
    /** Lower-case accounts that the blocks were read for. */
    accounts: Type.Array(AddressSchema),
    /** Blocks that were read, both ends included; empty while `from` is above `to`. */
    from: Block,
    to: Block,
    /** Hash of block `to`: when the chain has another one, the newest blocks are read again. */
    toHash: Type.String({ pattern: '^0x[0-9a-f]{64}$' }),
    found: Type.Array(FoundAllowanceSchema),
    /** For some blocks, the nodes answered for known tokens only. */
    isNarrow: Type.Optional(Type.Boolean()),
    /** One node alone answered for some blocks. */
    isSingle: Type.Optional(Type.Boolean()),
    /** Nodes named more allowances than are kept. */
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
