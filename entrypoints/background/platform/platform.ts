import type { Opens, Services } from '../../../shared/messages/snapshot.ts';
import type { BulkStorage, Clock, Elapsed, Fetch, Random } from '../../../shared/ports.ts';
import type { LanguageChoice } from '../../../shared/texts.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import type { Alarms } from './alarms.ts';
import type { Windows } from './windows.ts';

/** Browsers stop a worker after 30 s without a call of an extension API. */
export const KEEP_ALIVE_MS = 20_000;

export interface Platform {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly elapsed: Elapsed;
  readonly random: Random;
  readonly aead: Aead;
  readonly areas: { readonly local: BulkStorage; readonly session: BulkStorage };
  readonly windows: Windows;
  readonly alarms: Alarms;
  /** Runs a function in a separate task. */
  readonly nextTask: (run: () => void) => void;
  readonly deviceName: () => string;
  /** The wallet's version, such as `1.2.3`. */
  readonly version: string;
  readonly defaultServices: Services;
  /** The rpId of the extension's own passkeys; undefined if the browser has none. */
  readonly ownRpId: string | undefined;
  readonly keepAlive: () => void;
  readonly setVaultOrigin: (rule: { vaultUrl: string; origin: string }) => Promise<void>;
  /** Sets the allowed origins. The browser blocks the extension's requests to others. */
  readonly setOutgoing: (origins: readonly string[]) => Promise<void>;
  readonly setBadge: (text: string) => void;
  /** Reconnects bridges whose worker died, so that pages receive events again. */
  readonly wakePages: () => Promise<void>;
  /** Brings the tab with the activity to the front. Opens a tab only if `mayOpen`. */
  readonly showActivity: (mayOpen: boolean) => Promise<void>;
  readonly openWelcome: () => Promise<void>;
  /** Replaces another wallet's provider with Condor's. Returns true if the browser allows it. */
  readonly setDefaultWallet: (isOn: boolean) => Promise<boolean>;
  readonly setLanguage: (choice: LanguageChoice) => Promise<void>;
  /** Shows a notification if the user has allowed them. Replaces one with the same id. */
  readonly notify: (title: string, text: string, id?: string) => Promise<void>;
  /** Brings a page of the extension to the front (path with hash). */
  readonly openPage: (path: string) => Promise<void>;
  /** Sets what a click on the icon opens: popup, side panel or tab. */
  readonly setOpens: (opens: Opens) => Promise<void>;
  /** Loads the English words of BIP-39, one per line. */
  readonly loadWords: () => Promise<string>;
  /** Loads the bundled list of phishing sites, unparsed. */
  readonly loadPhishingList: () => Promise<unknown>;
}
