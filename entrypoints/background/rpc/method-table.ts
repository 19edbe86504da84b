import type { Address } from 'viem';
import type { Network } from '../../../shared/chain/network.ts';
import type { Clock } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { Batching } from '../approvals/sending/batching.ts';
import type { Signatures } from '../approvals/sending/signatures.ts';
import type { Transactions } from '../approvals/sending/transactions.ts';
import { readToken } from '../chain/read-token.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { ActivityLog } from '../kernel/activity.ts';
import type { Networks } from '../kernel/networks.ts';
import type { SiteChains } from '../kernel/site-chains.ts';
import type { Sites } from '../kernel/sites.ts';
import type { WatchedTokens } from '../kernel/watched-tokens.ts';
import type { Bundles } from '../procedures/bundles.ts';
import { type Method, method } from './method.ts';
import { eth_accounts } from './methods/eth_accounts.ts';
import { eth_chainId } from './methods/eth_chainId.ts';
import { eth_coinbase } from './methods/eth_coinbase.ts';
import { eth_getFilterChanges } from './methods/eth_getFilterChanges.ts';
import { eth_getFilterLogs } from './methods/eth_getFilterLogs.ts';
import { eth_newBlockFilter } from './methods/eth_newBlockFilter.ts';
import { eth_newFilter } from './methods/eth_newFilter.ts';
import { eth_newPendingTransactionFilter } from './methods/eth_newPendingTransactionFilter.ts';
import { eth_requestAccounts } from './methods/eth_requestAccounts.ts';
import { eth_sendTransaction } from './methods/eth_sendTransaction.ts';
import { eth_signTypedData } from './methods/eth_signTypedData.ts';
import { eth_signTypedData_v3 } from './methods/eth_signTypedData_v3.ts';
import { eth_signTypedData_v4 } from './methods/eth_signTypedData_v4.ts';
import { eth_subscribe } from './methods/eth_subscribe.ts';
import { eth_uninstallFilter } from './methods/eth_uninstallFilter.ts';
import { eth_unsubscribe } from './methods/eth_unsubscribe.ts';
import { net_version } from './methods/net_version.ts';
import { personal_ecRecover } from './methods/personal_ecRecover.ts';
import { personal_sign } from './methods/personal_sign.ts';
import { wallet_addEthereumChain } from './methods/wallet_addEthereumChain.ts';
import { wallet_getCallsStatus } from './methods/wallet_getCallsStatus.ts';
import { wallet_getCapabilities } from './methods/wallet_getCapabilities.ts';
import { wallet_getPermissions } from './methods/wallet_getPermissions.ts';
import { wallet_requestPermissions } from './methods/wallet_requestPermissions.ts';
import { wallet_revokePermissions } from './methods/wallet_revokePermissions.ts';
import { type SmartAccountSetting, wallet_sendCalls } from './methods/wallet_sendCalls.ts';
import { wallet_showCallsStatus } from './methods/wallet_showCallsStatus.ts';
import { wallet_switchEthereumChain } from './methods/wallet_switchEthereumChain.ts';
import { wallet_watchAsset } from './methods/wallet_watchAsset.ts';
import { web3_clientVersion } from './methods/web3_clientVersion.ts';
import { web3_sha3 } from './methods/web3_sha3.ts';
import type { NodeFilters } from './node-filters.ts';
import { passthroughMethods } from './passthrough.ts';
import type { ReadQueue } from './read-queue.ts';
import type { Subscriptions } from './subscriptions.ts';

interface SilentDeps {
  readonly bundles: Pick<Bundles, 'find' | 'hashes' | 'atomicStatus' | 'claimTab'>;
  readonly batching: Batching;
  readonly subscriptions: Subscriptions;
  readonly nodeFilters: NodeFilters;
  readonly reads: ReadQueue;
  readonly sites: Sites;
  readonly clock: Clock;
  readonly siteChains: SiteChains;
  readonly networks: Networks;
  readonly rpcOf: (chainId: number) => Rpc;
  readonly showActivity: (mayOpen: boolean) => Promise<void>;
  readonly version: string;
}

export interface MethodDeps extends SilentDeps {
  readonly settings: SmartAccountSetting;
  readonly approvals: Approvals;
  readonly signatures: Signatures;
  readonly transactions: Transactions;
  readonly bundles: Bundles;
  readonly activity: Pick<ActivityLog, 'add'>;
  readonly watchedTokens: WatchedTokens;
  readonly canSign: (account: Address) => boolean;
  readonly isLocked: () => boolean;
  readonly checkEndpoints: (network: Network) => Promise<string[]>;
}

/** Returns every method that a page may call. The router rejects all other methods. */
export const methodTable = (deps: MethodDeps): Method[] => [
  ...silentMethods(deps),
  ...askingMethods(deps),
];

const silentMethods = (deps: SilentDeps): Method[] => [
  eth_accounts(),
  eth_coinbase(),
  wallet_getPermissions(deps),
  wallet_revokePermissions(deps),
  eth_chainId(),
  net_version(),
  web3_clientVersion(deps),
  web3_sha3(),
  personal_ecRecover(),
  wallet_getCapabilities(deps),
  wallet_getCallsStatus(deps),
  wallet_showCallsStatus(deps),
  eth_subscribe(deps),
  eth_unsubscribe(deps),
  eth_newFilter(deps),
  eth_newBlockFilter(deps),
  eth_newPendingTransactionFilter(deps),
  eth_getFilterChanges(deps),
  eth_getFilterLogs(deps),
  eth_uninstallFilter(deps),
  ...passthroughMethods(deps.rpcOf, deps.reads),
  ...refusedMethods(),
];

const askingMethods = (deps: MethodDeps): Method[] => [
  eth_requestAccounts(deps),
  wallet_requestPermissions(deps),
  wallet_switchEthereumChain(deps),
  wallet_addEthereumChain(deps),
  wallet_watchAsset({
    ...deps,
    readToken: (chainId, address) => readToken(deps.rpcOf(chainId), address),
  }),
  personal_sign(deps),
  eth_signTypedData(deps),
  eth_signTypedData_v3(deps),
  eth_signTypedData_v4(deps),
  eth_sendTransaction(deps),
  wallet_sendCalls(deps),
];

/** Methods that sign or decrypt data which the user can't read. */
const REFUSED = [
  'eth_sign',
  'eth_signTransaction',
  'eth_decrypt',
  'eth_getEncryptionPublicKey',
  // These methods would let foreign code run as the account (EIP-7702).
  'eth_signAuthorization',
  'wallet_signAuthorization',
] as const;

/** Returns the methods that always reject with 4200. */
export function refusedMethods(): Method[] {
  const refuse = () => {
    throw new RpcError('unsupported');
  };
  return REFUSED.map((name) =>
    method({
      name,
      waitsFor: 'sites',
      asks: 'nobody',
      refuses: 'everybody',
      once: false,
      parse: refuse,
      handle: refuse,
    }),
  );
}
