import { browser } from 'wxt/browser';
import { ALL_SITES } from '../../../shared/host-patterns.ts';

const ID = 'default-wallet';

/** Access that the browser has just granted: match patterns and permissions. */
export interface GrantedAccess {
  readonly origins: readonly string[];
  readonly permissions: readonly string[];
}

/**
 * Replaces another wallet's provider with Condor's on every page. Returns true if the replacement
 * is active. It needs access to all sites. Must be called again after an update of the extension,
 * which removes the script.
 */
export async function setDefaultWallet(isOn: boolean): Promise<boolean> {
  const isAllowed = isOn && (await browser.permissions.contains({ origins: [...ALL_SITES] }));
  const known = await browser.scripting.getRegisteredContentScripts({ ids: [ID] });
  if (known.length > 0 === isAllowed) return isAllowed;
  if (!isAllowed) {
    await browser.scripting.unregisterContentScripts({ ids: [ID] });
    return false;
  }
  await browser.scripting.registerContentScripts([
    {
      id: ID,
      js: ['default-wallet.js'],
      matches: [...ALL_SITES],
      runAt: 'document_start',
      world: 'MAIN',
      allFrames: true,
      // Frames without an address, such as `srcdoc`, belong to the page.
      matchOriginAsFallback: true,
    },
  ]);
  return true;
}

/** Calls back when the user grants access in the browser's prompt. */
export function onAccessGranted(listener: (access: GrantedAccess) => void): void {
  browser.permissions.onAdded.addListener(({ origins = [], permissions = [] }) =>
    listener({ origins, permissions }),
  );
}

/** Calls back when the user withdraws access in the browser's settings. */
export function onAccessWithdrawn(listener: () => void): void {
  browser.permissions.onRemoved.addListener(({ origins = [] }) => {
    if (origins.length > 0) listener();
  });
}
