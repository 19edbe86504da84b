import type { Network } from '../../shared/chain/network.ts';
import type { ChainParts } from './compose-chain.ts';
import type { RequestParts } from './compose-requests.ts';
import type { StorageParts } from './compose-storage.ts';
import type { Platform } from './platform/platform.ts';
import type { Sites } from './state/sites.ts';
import type { Startup } from './state/startup.ts';
import type { Areas } from './state/stored.ts';
import type { VaultParts } from './vault/parts.ts';

/** The parts of the worker that answer a site's first requests, as the features use them. */
export interface Core extends StorageParts, VaultParts, ChainParts, RequestParts {
  readonly platform: Omit<Platform, 'areas'>;
  readonly areas: Areas;
  /** Resolves when stored data is loaded. */
  readonly ready: Promise<void>;
  readonly startup: Startup;
  readonly isUnreadable: () => boolean;
  readonly sites: Sites;
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
