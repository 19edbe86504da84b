import { Type } from 'typebox';
import { CollectibleSchema, WatchedTokenSchema } from '../../../shared/approvals/types.ts';
import { BUILT_IN_NETWORKS } from '../../../shared/chain/built-in-networks.ts';
import { NetworkSchema } from '../../../shared/chain/network.ts';
import { recordOf } from '../../../shared/wire/record-of.ts';
import { isSameJson } from './is-same-json.ts';

const closed = { additionalProperties: false };

/** Version 1 stored built-in networks in full. */
export function withoutBuiltIn(networks: unknown): unknown {
  if (!Array.isArray(networks)) return networks;
  return networks.map((network: unknown) => {
    const chainId: unknown = Reflect.get(Object(network), 'chainId');
    const known = BUILT_IN_NETWORKS.find((one) => one.chainId === chainId);
    const rpcUrls: unknown = Reflect.get(Object(network), 'rpcUrls');
    return isSameJson(rpcUrls, known?.rpcUrls) ? { chainId } : network;
  });
}

/**
 * Networks in use besides Base. A built-in one is stored by its id alone, so an update of the
 * extension also updates its endpoints. A changed one is stored in full.
 */
export const NetworksSchema = Type.Array(
  Type.Union([NetworkSchema, Type.Object({ chainId: Type.Integer({ minimum: 1 }) }, closed)]),
);

export const WatchedTokensSchema = Type.Array(WatchedTokenSchema);

export const CollectiblesSchema = Type.Array(CollectibleSchema);

/** Chain of each site that isn't on Base. */
export const SiteChainsSchema = recordOf(Type.Integer({ minimum: 1 }));
