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

/** The target of a click on Condor's icon. */
export const OpensSchema = Union([Literal('popup'), Literal('panel'), Literal('tab')]);
export type Opens = Static<typeof OpensSchema>;

export interface AccountView {
  readonly address: string;
  /** Name of the account. Includes the wallet's name if the wallet has several accounts. */
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

/** A field that two devices changed concurrently, with the value that was replaced. */
export interface ConflictView {
  readonly kind: 'wallet' | 'account' | 'passkey' | 'contact' | 'setting';
  readonly field: string;
  readonly lost: string;
  readonly kept: string;
  readonly at: number;
  /** Wallet id, address, credential id or setting. */
  readonly key: string;
  /** True if the user of this device hasn't seen the conflict. */
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
  /** True for the passkey that opened the vault. */
  readonly isInUse: boolean;
}

interface Known {
  readonly home: 'device' | 'server';
  /** True if a vault can be on this device without a server. */
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

/** A vault that is stored in addition to the current vault. Its content is encrypted. */
export type OtherVaultView =
  | {
      /** A vault that was moved to another home. */
      readonly kind: 'former';
      readonly id: VaultSlot;
      readonly home: 'device' | 'server';
      /** Name of the vault's server; empty for a vault of this device. */
      readonly server: string;
      readonly revision: number;
      /** Distinguishes vaults with the same revision number. */
      readonly checkCode: string;
      /** Epoch milliseconds. */
      readonly syncedAt: number;
      /**
       * True if the current vault may lack content of this vault. Other former vaults are deleted
       * after the new home was opened once.
       */
      readonly isKept: boolean;
    }
  | {
      /** A text without a record, for example after damage to the storage. */
      readonly kind: 'found';
      readonly id: VaultSlot;
      /** Missing if the text isn't a vault. */
      readonly revision?: number;
      readonly checkCode?: string;
    };

/** A stored value that this version can't read. */
export interface UnreadableView {
  readonly key: string;
  readonly reason: 'newer' | 'older' | 'damaged' | 'unavailable';
}

/** State of the vault on this device. */
export type VaultView =
  | { readonly status: 'empty'; readonly canKeepHere: boolean }
  /** This version can't read the stored data, and doesn't overwrite it. */
  | { readonly status: 'unreadable'; readonly parts: readonly UnreadableView[] }
  | ({ readonly status: 'locked' } & Known)
  | ({
      readonly status: 'unlocked';
      /** Epoch milliseconds at which the vault locks. */
      readonly deadline: number;
      /** Size of the vault's content, in bytes. */
      readonly usedBytes: number;
      readonly wallets: readonly WalletView[];
      readonly passkeys: readonly PasskeyView[];
      readonly contacts: readonly ContactView[];
      readonly conflicts: readonly ConflictView[];
      readonly backups: readonly WalletBackup[];
      /**
       * Passkeys that other devices added, and items that other devices deleted, until the user has
       * seen them.
       */
      readonly foreignChanges: readonly ForeignChange[];
      readonly sync: SyncState;
      /** A server's vault that the user signed in to, for merging this device's vault into it. */
      readonly joining?: Divergence;
    } & Known);

export interface NetworkView {
  readonly chainId: number;
  readonly name: string;
  readonly symbol: string;
  readonly rpcUrls: readonly string[];
  readonly explorerUrl?: string;
  /** True only for Base. */
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

export type WarningCode =
  /** The browser rejected the list of servers, so requests to other servers aren't blocked. */
  | 'outgoingUnblocked'
  /** The vault server rejects the wallet's own address. */
  | 'addressDenied'
  | 'lastSaveUnknown'
  /** The last save isn't in the vault. The following codes name its content. */
  | 'lastSaveMissing'
  | 'walletNotSaved'
  | 'walletsNotRestored'
  | 'accountNotSaved'
  | 'passkeyNotSaved'
  | 'passkeyNotRemoved'
  /**
   * The stored facts about the vault's text were wrong, so the wallet rebuilt them from the text.
   */
  | 'vaultRecordRepaired';

/** A blocked site. `until`: end of the block in epoch milliseconds. */
export interface BlockedSiteView {
  readonly origin: string;
  readonly until: number;
}

/** A site whose prompts the user rejected or ignored too often. */
export interface SlowedSiteView {
  readonly origin: string;
  /** Epoch milliseconds until which the site can't open prompts. */
  readonly until: number;
}

/** The list of phishing sites in use. */
export interface PhishingListView {
  /** Epoch milliseconds of the last update; missing for the bundled list. */
  readonly refreshedAt?: number;
  readonly isWeekly: boolean;
  /** URL of newer lists. */
  readonly source: string;
}

export interface SiteView {
  readonly origin: string;
  readonly chainId: number;
  readonly accounts: readonly string[];
  readonly connectedAt: number;
}

/** Notifications about an option's expiry: none, without details, or with the option's name. */
export type ExpiryNotices = 'off' | 'plain' | 'named';

/** Addresses of all servers that the wallet uses, as the user chose them. */
export interface Services {
  readonly vaultUrl: string;
  /** Order feeds, which are merged. Market data is from the first feed. */
  readonly ordersUrls: string[];
  readonly indexerUrl: string;
  /** Base URL of positions and history; empty if the indexer has them. */
  readonly positionsUrl: string;
  readonly rpcUrls: string[];
  readonly referrer: string;
}

/** Mark of a list that pages read in parts. `version` changes with the list. */
export interface ListMark {
  readonly version: string;
  readonly count: number;
}

export interface ActivityMark extends ListMark {
  /** Number of transactions that were signed or sent and have no outcome yet. */
  readonly pending: number;
  /**
   * Id of the newest successful transaction. When it changes, pages reload data that the
   * transaction may have changed.
   */
  readonly newestMined?: string;
}

export interface WalletSnapshot extends PlainSettings {
  readonly vault: VaultView;
  readonly otherVaults: readonly OtherVaultView[];
  readonly selected?: string;
  readonly approvalIds: readonly string[];
  /**
   * True if the browser can't open a window for the requests. Every wallet page then shows the
   * requests.
   */
  readonly hasNoWindow: boolean;
  /** Origins of sites with pending requests, in order. */
  readonly waitingSites: readonly string[];
  readonly ceremony: 'none' | 'running';
  readonly activity: ActivityMark;
  /** The wallet's own fills, newest first. */
  readonly fills: readonly FillView[];
  /** Procedures of all kinds except fills, newest first; missing while the wallet is locked. */
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
  /** Missing while the wallet is locked, because alerts can name accounts. */
  readonly alerts?: AlertsView;
  readonly opens: Opens;
  readonly isDefaultWallet: boolean;
  readonly expiryNotices: ExpiryNotices;
  readonly language: LanguageChoice;
  /** Minutes without use of the wallet's own pages after which the wallet locks. */
  readonly autoLockMinutes: number;
  /** True if unknown code was recently removed from the selected account. */
  readonly lostForeignCode?: true;
  /** Warnings that are shown until they are resolved. */
  readonly warnings: readonly WarningCode[];
}
