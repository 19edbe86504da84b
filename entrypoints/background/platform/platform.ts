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
  readonly nextTask: (run: () => void) => void;
  readonly deviceName: () => string;
  readonly version: string;
  readonly defaultServices: Services;
  /**
   * The rpId of the extension's own passkeys; undefined if the browser doesn't support passkeys for
   * extensions.
   */
  readonly ownRpId: string | undefined;
  readonly keepAlive: () => void;
  readonly setVaultOrigin: (rule: { vaultUrl: string; origin: string }) => Promise<void>;
  /** Sets the allowed origins. The browser blocks the extension's requests to other origins. */
  readonly setOutgoing: (origins: readonly string[]) => Promise<void>;
  readonly setBadge: (text: string) => void;
  readonly wakePages: () => Promise<void>;
  readonly showActivity: (mayOpen: boolean) => Promise<void>;
  readonly openWelcome: () => Promise<void>;
  readonly setDefaultWallet: (isOn: boolean) => Promise<boolean>;
  readonly setLanguage: (choice: LanguageChoice) => Promise<void>;
  readonly notify: (title: string, text: string, id?: string) => Promise<void>;
  readonly openPage: (path: string) => Promise<void>;
  readonly setOpens: (opens: Opens) => Promise<void>;
  readonly loadWords: () => Promise<string>;
  readonly loadPhishingList: () => Promise<unknown>;
}
