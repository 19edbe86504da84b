import { WatchedTokenSchema } from '../../../shared/approvals/types.ts';
import { NetworkSchema } from '../../../shared/chain/network.ts';
import * as Type from '../../../shared/schema.ts';
import { recordOf } from '../../../shared/wire/record-of.ts';

const closed = { additionalProperties: false };

/**
 * Networks in use besides Base. A built-in one is stored by its id alone, so an update of the
 * extension also updates its endpoints. A changed one is stored in full.
 */
export const NetworksSchema = Type.Array(
  Type.Union([NetworkSchema, Type.Object({ chainId: Type.Integer({ minimum: 1 }) }, closed)]),
);

export const WatchedTokensSchema = Type.Array(WatchedTokenSchema);

/** Chain of each site that isn't on Base. */
export const SiteChainsSchema = recordOf(Type.Integer({ minimum: 1 }));
