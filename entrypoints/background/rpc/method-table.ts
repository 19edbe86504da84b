import type { Address } from 'viem';
import type { Network } from '../../../shared/chain/network.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Approvals } from '../approvals/approvals.ts';
import { readToken } from '../chain/read-token.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Bundles } from '../procedures/bundles.ts';
import type { Batching } from '../sending/batching.ts';
import type { Signatures } from '../sending/signatures.ts';
import type { Transactions } from '../sending/transactions.ts';
import type { ActivityLog } from '../state/activity.ts';
import type { Networks } from '../state/networks.ts';
import type { SiteChains } from '../state/site-chains.ts';
import type { Sites } from '../state/sites.ts';
import type { WatchedTokens } from '../state/watched-tokens.ts';
import type { Method } from './method.ts';
import { accountMethods } from './methods/accounts.ts';
import { callBundleMethods } from './methods/call-bundles.ts';
import { chainMethods } from './methods/chain.ts';
import { digestMethods } from './methods/digests.ts';
import { eth_sendTransaction } from './methods/eth_sendTransaction.ts';
import { typedDataMethods } from './methods/eth_signTypedData.ts';
import { subscriptionMethods } from './methods/eth_subscribe.ts';
import { filterMethods } from './methods/filters.ts';
import { permissionMethods } from './methods/permissions.ts';
import { personal_sign } from './methods/personal_sign.ts';
import { wallet_addEthereumChain } from './methods/wallet_addEthereumChain.ts';
import { wallet_sendCalls } from './methods/wallet_sendCalls.ts';
import { wallet_switchEthereumChain } from './methods/wallet_switchEthereumChain.ts';
import { wallet_watchAsset } from './methods/wallet_watchAsset.ts';
import type { NodeFilters } from './node-filters.ts';
import { passthroughMethods } from './passthrough.ts';
import type { ReadQueue } from './read-queue.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface MethodDeps {
  readonly approvals: Approvals;
  readonly signatures: Signatures;
  readonly transactions: Transactions;
  readonly bundles: Bundles;
  readonly batching: Batching;
  readonly subscriptions: Subscriptions;
  readonly nodeFilters: NodeFilters;
  readonly reads: ReadQueue;
  readonly sites: Sites;
  readonly activity: Pick<ActivityLog, 'add'>;
  readonly clock: Clock;
  readonly siteChains: SiteChains;
  readonly networks: Networks;
  readonly watchedTokens: WatchedTokens;
  readonly rpcOf: (chainId: number) => Rpc;
  readonly canSign: (account: Address) => boolean;
  readonly isLocked: () => boolean;
  readonly checkEndpoints: (network: Network) => Promise<string[]>;
  readonly showActivity: (mayOpen: boolean) => Promise<void>;
  /** The wallet's version, such as `1.2.3`. */
  readonly version: string;
}

/** Returns every method that a page may call; the router rejects all others. */
export function methodTable(deps: MethodDeps): Method[] {
  return [
    ...accountMethods(deps),
    ...permissionMethods(deps),
    ...chainMethods(deps),
    ...digestMethods(),
    wallet_switchEthereumChain(deps),
    wallet_addEthereumChain(deps),
    wallet_watchAsset({
      ...deps,
      readToken: (chainId, address) => readToken(deps.rpcOf(chainId), address),
    }),
    personal_sign(deps),
    ...typedDataMethods(deps),
    eth_sendTransaction(deps),
    wallet_sendCalls(deps),
    ...callBundleMethods(deps),
    ...subscriptionMethods(deps),
    ...filterMethods(deps),
    ...passthroughMethods(deps.rpcOf, deps.reads),
  ];
}
