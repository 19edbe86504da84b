import type { Network } from '../../shared/chain/network.ts';
import type { Approvals } from './approvals/approvals.ts';
import type { RequestReader } from './approvals/request-reader.ts';
import type { Genesis } from './chain/genesis.ts';
import type { Rpc } from './chain/rpc.ts';
import type { TokenNames } from './chain/token-names.ts';
import type { Platform } from './platform/platform.ts';
import type { Transactions } from './sending/transactions.ts';
import type { Signer } from './signer/signer.ts';
import type { ActivityLog } from './state/activity.ts';
import type { AwaitedAccess } from './state/awaited-access.ts';
import type { BlockedSites } from './state/blocked-sites.ts';
import type { Collectibles } from './state/collectibles.ts';
import type { DefaultWallet } from './state/default-wallet.ts';
import type { ForgetOwner } from './state/forget-owner.ts';
import type { Networks } from './state/networks.ts';
import type { Outgoing } from './state/outgoing.ts';
import type { Settings } from './state/settings.ts';
import type { SiteChains } from './state/site-chains.ts';
import type { Sites } from './state/sites.ts';
import type { Startup } from './state/startup.ts';
import type { Areas } from './state/stored.ts';
import type { StoredRecovery } from './state/stored-recovery.ts';
import type { WatchedTokens } from './state/watched-tokens.ts';
import type { createVaultParts } from './vault/parts.ts';

/** The parts of the worker that answer a site's first requests, as the features use them. */
export interface Core extends ReturnType<typeof createVaultParts> {
  readonly platform: Omit<Platform, 'areas'>;
  readonly areas: Areas;
  /** Resolves when stored data is loaded. */
  readonly ready: Promise<void>;
  readonly storedRecovery: StoredRecovery;
  readonly forgetOwner: ForgetOwner;
  readonly startup: Startup;
  readonly isUnreadable: () => boolean;
  readonly settings: Settings;
  readonly defaultWallet: DefaultWallet;
  readonly awaitedAccess: AwaitedAccess;
  readonly activity: ActivityLog;
  readonly genesis: Genesis;
  readonly networks: Networks;
  readonly watchedTokens: WatchedTokens;
  readonly tokenNames: TokenNames;
  readonly collectibles: Collectibles;
  readonly outgoing: Outgoing;
  readonly blockedSites: BlockedSites;
  readonly sites: Sites;
  readonly siteChains: SiteChains;
  readonly signer: Signer;
  readonly approvals: Approvals;
  readonly requestReader: RequestReader;
  readonly transactions: Transactions;
  readonly rpcOf: (chainId: number) => Rpc;
  /** Base's node. */
  readonly client: Rpc;
  readonly isKnownChain: (chainId: number) => boolean;
  readonly checkEndpoints: (network: Network) => Promise<string[]>;
  /** The account that the user chose; undefined while locked. */
  readonly selected: () => string | undefined;
  /** Called when the user chose another account. */
  readonly onSelected: () => void;
  /** Called when a fill of the wallet took a step. */
  readonly onFillsChanged: () => void;
  /** Called when the stored data of the features is loaded too. */
  readonly onLoaded: () => void;
}
