import type { Opens } from '../../../shared/messages/snapshot.ts';
import type { BulkStorage, Clock, Fetch, Random } from '../../../shared/ports.ts';
import type { LanguageChoice } from '../../../shared/texts.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import type { Alarms } from './alarms.ts';
import type { Windows } from './windows.ts';

/** What the worker needs of the browser it runs in. */
export interface Platform {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly aead: Aead;
  readonly areas: { readonly local: BulkStorage; readonly session: BulkStorage };
  readonly windows: Windows;
  readonly alarms: Alarms;
  /** Runs a function in a task of its own. */
  readonly nextTask: (run: () => void) => void;
  readonly deviceName: () => string;
  /** The rpId of the extension's own passkeys; absent where the browser has none. */
  readonly ownRpId: string | undefined;
  readonly keepAlive: () => void;
  readonly setVaultOrigin: (rule: { vaultUrl: string; origin: string }) => Promise<void>;
  /** The browser blocks requests of the extension to any other origin. */
  readonly setOutgoing: (origins: readonly string[]) => Promise<void>;
  readonly setBadge: (text: string) => void;
  /** Has bridges whose worker died connect again, to hear what has changed. */
  readonly wakePages: () => Promise<void>;
  /** Brings the tab with the wallet's activity list to the front; opens one only if it may. */
  readonly showActivity: (mayOpen: boolean) => Promise<void>;
  /** Opens the page that a new user sees first. */
  readonly openWelcome: () => Promise<void>;
  /** Our provider in place of another wallet's, in every page. Returns whether the browser allows it. */
  readonly setDefaultWallet: (isOn: boolean) => Promise<boolean>;
  /** The language of the worker's own sentences. */
  readonly setLanguage: (choice: LanguageChoice) => Promise<void>;
  /** A notification of the browser; nothing where the user has not allowed them. */
  readonly notify: (title: string, text: string) => Promise<void>;
  /** Where a click on the icon leads: popup, side panel or tab. */
  readonly setOpens: (opens: Opens) => Promise<void>;
  /** The English words of BIP-39, one a line. */
  readonly loadWords: () => Promise<string>;
  /** The bundled list of phishing sites, unparsed. */
  readonly loadPhishingList: () => Promise<unknown>;
}
