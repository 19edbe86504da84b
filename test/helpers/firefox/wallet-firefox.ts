import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { GECKO_ID } from '../../../shared/extension-id.ts';
import type { VirtualPasskey } from './assertion-repair.ts';
import type { FirefoxPage } from './firefox-page.ts';
import { type Firefox, launchFirefox, type Preferences } from './launch-firefox.ts';

const EXTENSION = fileURLToPath(new URL('../../../.output/firefox-mv3', import.meta.url));

/** A platform authenticator that confirms everything by itself. */
const AUTHENTICATOR = {
  protocol: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserConsenting: true,
  isUserVerified: true,
};

export interface WalletFirefox extends Firefox {
  readonly origin: string;
  openWallet(): Promise<FirefoxPage>;
  /** Returns the passkeys that were created so far. */
  passkeys(): Promise<readonly VirtualPasskey[]>;
  /** Suspends the event page, as Firefox does after some time without events. */
  suspend(): Promise<void>;
  /** Withdraws the extension's access to all sites, as in Firefox's add-on settings. */
  withdrawAccess(): Promise<void>;
  /** Clicks the extension's icon. */
  openPopup(): Promise<void>;
  /** Returns the width of the open popup in CSS pixels; undefined without one. */
  popupWidth(): Promise<number | undefined>;
  closePopup(): Promise<void>;
  /** Returns whether the event page is running. */
  isRunning(): Promise<boolean>;
}

/**
 * Starts Firefox with the built extension and one authenticator with PRF that all windows share.
 */
export async function launchWalletFirefox(preferences: Preferences = {}): Promise<WalletFirefox> {
  const uuid = randomUUID();
  const firefox = await launchFirefox({
    // Fixes the id in the addresses of the extension's pages. Otherwise Firefox chooses an id at
    // the installation.
    'extensions.webextensions.uuids': JSON.stringify({ [GECKO_ID]: uuid }),
    // Uses the virtual authenticator instead of hardware.
    'security.webauth.webauthn_enable_softtoken': true,
    'security.webauth.webauthn_enable_usbtoken': false,
    // Grants requests for optional permissions, because a test can't answer the browser's prompt.
    'extensions.webextOptionalPermissionPrompts': false,
    // Firefox draws notifications itself. Without a notification service of the desktop,
    // notifications would close immediately.
    'alerts.useSystemBackend': false,
    ...preferences,
  });
  const origin = `moz-extension://${uuid}`;
  try {
    const { value: authenticatorId } = await firefox.send<{ value: string }>(
      'WebAuthn:AddVirtualAuthenticator',
      AUTHENTICATOR,
    );
    await firefox.send('Addon:Install', { path: EXTENSION, temporary: true });
    return {
      ...firefox,
      origin,
      openWallet: () => firefox.open(`${origin}/popup.html#full`),
      async passkeys() {
        const { value } = await firefox.send<{ value: VirtualPasskey[] }>(
          'WebAuthn:GetCredentials',
          { authenticatorId },
        );
        return value;
      },
      suspend: () =>
        firefox.asBrowser(
          `const { extension } = WebExtensionPolicy.getByID(values[0]);
           if (extension.backgroundState === 'running')
             await extension.terminateBackground({ disableResetIdleForTest: true });
           if (extension.backgroundState !== 'stopped') throw new Error(extension.backgroundState);`,
          GECKO_ID,
        ),
      withdrawAccess: () =>
        firefox.asBrowser(
          `const { ExtensionPermissions } = ChromeUtils.importESModule(
             'resource://gre/modules/ExtensionPermissions.sys.mjs');
           const { extension } = WebExtensionPolicy.getByID(values[0]);
           const origins = extension.allowedOrigins.patterns.map(({ pattern }) => pattern);
           await ExtensionPermissions.remove(values[0], { origins, permissions: [] }, extension);`,
          GECKO_ID,
        ),
      openPopup: () =>
        firefox.asBrowser(
          `const { apiManager } = ChromeUtils.importESModule(
             'resource://gre/modules/ExtensionParent.sys.mjs').ExtensionParent;
           const { extension } = WebExtensionPolicy.getByID(values[0]);
           await apiManager.global.browserActionFor(extension).triggerAction(
             Services.wm.getMostRecentWindow('navigator:browser'));`,
          GECKO_ID,
        ),
      popupWidth: () =>
        firefox.asBrowser(
          `const { document } = Services.wm.getMostRecentWindow('navigator:browser');
           return document.querySelector('panel[panelopen] browser[type=content]')?.clientWidth;`,
        ),
      closePopup: () =>
        firefox.asBrowser(
          `const { document } = Services.wm.getMostRecentWindow('navigator:browser');
           for (const panel of document.querySelectorAll('panel[panelopen]')) panel.hidePopup();`,
        ),
      isRunning: () =>
        firefox.asBrowser(
          `return WebExtensionPolicy.getByID(values[0]).extension.backgroundState === 'running';`,
          GECKO_ID,
        ),
    };
  } catch (error) {
    await firefox.close();
    throw error;
  }
}
