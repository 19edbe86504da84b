import { Literal, type Static, Union } from '../schema.ts';
import type { LanguageChoice } from '../texts.ts';
import type { WalletBackup } from '../vault/payload.ts';
import type { VaultSlot } from '../vault/slots.ts';
import type { AlertsView } from './alerts.ts';
import type { DeskChoices } from './desk-choices.ts';
import type { PlainSettings } from './plain-settings.ts';
import type { PortfolioView } from './portfolio.ts';
import type { ProcedureView } from './procedures.ts';
import type { Divergence, ForeignChange, SyncState } from './sync.ts';
import type { FillView } from './ticket.ts';

/** Where a click on Condor's icon opens the wallet. */
export const OpensSchema = Union([Literal('popup'), Literal('panel'), Literal('tab')]);
export type Opens = Static<typeof OpensSchema>;

export interface AccountView {
  readonly address: string;
  /** Includes the wallet's name if the wallet has several accounts. */
  readonly name: string;
  readonly ownName: string;
  readonly walletId: string;
  readonly kind: 'seed' | 'key' | 'watch';
}

export interface WalletView {
  readonly id: string;
  readonly name: string;
  readonly kind: 'seed' | 'key' | 'watch';
  /** Epoch milliseconds. */
  readonly addedAt: number;
  /** Accounts that aren't hidden. */
  readonly accounts: readonly AccountView[];
  readonly hidden: readonly AccountView[];
}

/** A field that two devices changed concurrently, and the value that was replaced. */
export interface ConflictView {
  readonly kind: 'wallet' | 'account' | 'passkey' | 'contact' | 'setting';
  readonly field: string;
  readonly lost: string;
  readonly kept: string;
  readonly at: number;
  /** Wallet id, address, credential id or setting. */
  readonly key: string;
  /** Not yet seen by the user of this device. */
  readonly isNew: boolean;
}

interface ContactView {
  readonly address: string;
  readonly name: string;
}

export interface PasskeyView {
  readonly credentialId: string;
  readonly name: string;
  readonly addedAt: number;
  /** The device that has the vault open. */
  readonly isInUse: boolean;
}

interface Known {
  /** Where the vault is kept: on a server, or on this device only. */
  readonly home: 'device' | 'server';
  /** A vault can live on this device without a server. */
  readonly canKeepHere: boolean;
  readonly tenantName: string;
  readonly server: string;
  readonly revision: number;
  readonly syncedAt: number;
  readonly tenantId: string;
  readonly rpId: string;
  /** First 40 bits of the snapshot's digest, to compare two devices by eye. */
  readonly checkCode: string;
}

/** A vault that is stored beside the present one. Its content is encrypted. */
export type OtherVaultView =
  | {
      /** The vault was moved to another home. */
      readonly kind: 'former';
      readonly id: VaultSlot;
      readonly home: 'device' | 'server';
      /** Name of its server; empty for a vault of this device. */
      readonly server: string;
      readonly revision: number;
      /** Tells vaults of one revision apart. */
      readonly checkCode: string;
      /** Epoch milliseconds. */
      readonly syncedAt: number;
      /**
       * The vault may have content of its own; otherwise it's deleted once the new home has opened.
       */
      readonly isKept: boolean;
    }
  | {
      /** No record names its text, as after damage to the storage. */
      readonly kind: 'found';
      readonly id: VaultSlot;
      /** Absent when the text isn't a vault. */
      readonly revision?: number;
      readonly checkCode?: string;
    };

/** A stored part that this version can't read. */
export interface UnreadableView {
  /** Name of its storage key. */
  readonly key: string;
  readonly reason: 'newer' | 'older' | 'damaged' | 'unavailable';
}

/** State of the vault on this device. */
export type VaultView =
  /** `canKeepHere`: a vault can live on this device without a server. */
  | { readonly status: 'empty'; readonly canKeepHere: boolean }
  /** Stored data that this version can't read; it isn't overwritten. */
  | { readonly status: 'unreadable'; readonly parts: readonly UnreadableView[] }
  | ({ readonly status: 'locked' } & Known)
  | ({
      readonly status: 'unlocked';
      /** Epoch milliseconds when the vault locks in any case. */
      readonly deadline: number;
      /** Size of the vault's content, in bytes. */
      readonly usedBytes: number;
      readonly wallets: readonly WalletView[];
      readonly passkeys: readonly PasskeyView[];
      readonly contacts: readonly ContactView[];
      readonly conflicts: readonly ConflictView[];
      /** How wallets can be restored without the vault. */
      readonly backups: readonly WalletBackup[];
      /** Passkeys and deletions of other devices that the user hasn't seen. */
      readonly foreignChanges: readonly ForeignChange[];
      readonly sync: SyncState;
      /** A server's vault that the user signed in to, to merge this device's vault into it. */
      readonly joining?: Divergence;
    } & Known);

/** A network that the wallet can use. */
export interface NetworkView {
  readonly chainId: number;
  readonly name: string;
  readonly symbol: string;
  readonly rpcUrls: readonly string[];
  readonly explorerUrl?: string;
  /** Built in: Base. */
  readonly isOwn: boolean;
}

/** A built-in network that the user can enable. */
export interface OfferedNetworkView {
  readonly chainId: number;
  readonly name: string;
  readonly isTest: boolean;
}

export interface WatchedTokenView {
  readonly chainId: number;
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** A problem of the wallet. */
export type WarningCode =
  /** The browser rejected the list of servers, so requests to others aren't blocked. */
  | 'outgoingUnblocked'
  /** The vault server rejects the wallet's own address. */
  | 'addressDenied'
  /** It isn't known whether the last save arrived. */
  | 'lastSaveUnknown'
  /** The last save isn't in the vault that was read after it. The other codes name its content. */
  | 'lastSaveMissing'
  | 'walletNotSaved'
  | 'walletsNotRestored'
  | 'accountNotSaved'
  | 'passkeyNotSaved'
  | 'passkeyNotRemoved'
  /** The facts about the vault's text were damaged, and were rebuilt from the text. */
  | 'vaultRecordRepaired';

/** A blocked site, with the end of its block (epoch milliseconds). */
export interface BlockedSiteView {
  readonly origin: string;
  readonly until: number;
}

/** A site whose prompts the user rejected or ignored too often within a minute. */
export interface SlowedSiteView {
  readonly origin: string;
  /** Epoch milliseconds; until then it can't open prompts. */
  readonly until: number;
}

/** The list of phishing sites in use. */
export interface PhishingListView {
  /** Epoch milliseconds of the last update; absent for the bundled list. */
  readonly refreshedAt?: number;
  /** Updated automatically once a week. */
  readonly isWeekly: boolean;
  /** Address of newer lists. */
  readonly source: string;
}

export interface SiteView {
  readonly origin: string;
  readonly chainId: number;
  readonly accounts: readonly string[];
  readonly connectedAt: number;
}

/** Whether the browser notifies about an option's expiry, and whether it names the option. */
export type ExpiryNotices = 'off' | 'plain' | 'named';

/** Addresses of all servers that the wallet uses; each is the user's choice. */
export interface Services {
  readonly vaultUrl: string;
  /** Order feeds, merged; market data is from the first one. */
  readonly ordersUrls: string[];
  readonly indexerUrl: string;
  /** Base address of positions and history; empty if they are the indexer's. */
  readonly positionsUrl: string;
  readonly rpcUrls: string[];
  readonly referrer: string;
}

/** Represents a list that pages read in parts: `version` changes with the list. */
export interface ListMark {
  readonly version: string;
  readonly count: number;
}

export interface ActivityMark extends ListMark {
  /** Number of transactions that were signed or sent, but neither mined nor given up. */
  readonly pending: number;
  /** Id of the newest mined successful transaction, so that pages reload the data it changed. */
  readonly newestMined?: string;
}

export interface WalletSnapshot extends PlainSettings {
  readonly vault: VaultView;
  readonly otherVaults: readonly OtherVaultView[];
  readonly selected?: string;
  readonly approvalIds: readonly string[];
  /** The browser opens no window for the requests, so every page of the wallet shows them. */
  readonly hasNoWindow: boolean;
  /** Origins of the sites whose requests are pending, in order. */
  readonly waitingSites: readonly string[];
  readonly ceremony: 'none' | 'running';
  readonly activity: ActivityMark;
  /** Fills of the wallet's own, newest first. */
  readonly fills: readonly FillView[];
  /** Procedures of all kinds but fills, newest first. Absent while the wallet is locked. */
  readonly procedures?: readonly ProcedureView[];
  readonly portfolio?: PortfolioView;
  readonly sites: ListMark;
  readonly networks: readonly NetworkView[];
  readonly offeredNetworks: readonly OfferedNetworkView[];
  readonly watchedTokens: readonly WatchedTokenView[];
  readonly blockedSites: readonly BlockedSiteView[];
  readonly slowedSites: readonly SlowedSiteView[];
  readonly phishingList: PhishingListView;
  readonly services: Services;
  readonly deskChoices: DeskChoices;
  /** Absent while the wallet is locked: alerts can name accounts. */
  readonly alerts?: AlertsView;
  readonly opens: Opens;
  readonly isDefaultWallet: boolean;
  readonly expiryNotices: ExpiryNotices;
  readonly language: LanguageChoice;
  /** Counted from the last use of the wallet's own pages. */
  readonly autoLockMinutes: number;
  /** Unknown code was recently removed from the selected account. */
  readonly lostForeignCode?: true;
  /** Shown until resolved. */
  readonly warnings: readonly WarningCode[];
}
