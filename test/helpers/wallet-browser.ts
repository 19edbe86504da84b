import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page, Worker } from 'playwright-core';
import { type BrowserWithExtension, type LaunchOptions, launchWithExtension } from './browser.ts';

const EXTENSION = fileURLToPath(new URL('../../.output/chrome-mv3', import.meta.url));
const AUTHENTICATOR = fileURLToPath(new URL('./authenticator-extension', import.meta.url));

/** Settings of the test authenticator; see authenticator.js. */
interface AuthenticatorSettings {
  readonly mode: 'approve' | 'cancel' | 'hang';
  /** Number of prompts that are approved before the mode `hang` takes effect. */
  readonly answersFirst: number;
  readonly prf: boolean;
  readonly prfAtCreate: boolean;
  readonly prfDiffers: boolean;
  readonly uv: boolean;
  /** True to create new passkeys as if on a second authenticator. */
  readonly isAnother: boolean;
}

export interface WalletBrowser extends BrowserWithExtension {
  /** Opens the extension's main page in a tab. */
  openWallet(page?: Page): Promise<Page>;
  setAuthenticator(settings: Partial<AuthenticatorSettings>): Promise<void>;
  /** Number of passkey prompts so far, answered or not. */
  promptCount(): Promise<number>;
  /** Exports passkeys so that another browser can import them, as if a provider synced them. */
  exportPasskeys(): Promise<unknown>;
  importPasskeys(passkeys: unknown): Promise<void>;
  /** Waits for a window of the extension, for example `approval.html`. */
  waitForWindow(page: string): Promise<Page>;
  /** Kills the wallet's service worker, as the browser does when the worker is idle. */
  stopWorker(): Promise<void>;
  isWorkerRunning(): Promise<boolean>;
}

/** Starts Chromium with the built extension and an authenticator in every window. */
export async function launchWallet(
  options: Pick<
    LaunchOptions,
    'profileDir' | 'headless' | 'display' | 'args' | 'ignoreDefaultArgs' | 'preferences'
  > & {
    /** Folders of other extensions, for example a second wallet. */
    otherExtensions?: readonly string[];
    /** Build to use instead of that in `.output`. */
    extensionPath?: string;
  } = {},
): Promise<WalletBrowser> {
  const browser = await launchWithExtension({
    extensionPath: EXTENSION,
    extraExtensions: [AUTHENTICATOR, ...(options.otherExtensions ?? [])],
    viewport: null,
    ...options,
  });
  const { context, extensionId } = browser;
  if (options.profileDir === undefined) await blankWelcome(context);
  const authenticator = await authenticatorWorker(context, extensionId);
  return {
    ...browser,
    async openWallet(page) {
      const tab = page ?? (await context.newPage());
      await tab.goto(`chrome-extension://${extensionId}/popup.html#full`);
      return tab;
    },
    setAuthenticator: (settings) =>
      authenticator.evaluate(`Object.assign(authenticator.settings, ${JSON.stringify(settings)})`),
    promptCount: () => authenticator.evaluate<number>('authenticator.prompts.length'),
    exportPasskeys: () => authenticator.evaluate('authenticator.credentials'),
    importPasskeys: (passkeys) =>
      authenticator.evaluate(`authenticator.credentials = ${JSON.stringify(passkeys)}`),
    async waitForWindow(name) {
      const isIt = (page: Page) => page.url().includes(`/${name}`);
      for (;;) {
        const open = context.pages().find(isIt);
        const page = open ?? (await context.waitForEvent('page', { predicate: isIt }));
        // Waits for content instead of the load event, because Playwright can miss this event on a
        // busy machine.
        const content = page.locator('#root > :not(.splash)').first();
        try {
          await content.waitFor({ state: 'attached' });
          return page;
        } catch (error) {
          // The window of the last request was still closing.
          if (!page.isClosed()) throw error;
        }
      }
    },
    stopWorker: () => stopWorkerOf(context, extensionId),
    isWorkerRunning: async () => (await workerStatus(context, extensionId)) !== 'stopped',
  };
}

/**
 * Waits for the page that the wallet opens in a new profile, and navigates the page to
 * `about:blank`. If the page were closed, headless Chromium would sometimes stop rendering other
 * pages.
 */
export async function blankWelcome(context: BrowserContext): Promise<void> {
  const isWelcome = (page: Page) => page.url().endsWith('#full-welcome');
  const page =
    context.pages().find(isWelcome) ??
    (await context.waitForEvent('page', { predicate: isWelcome }));
  // Waits for the load, because Playwright misses the end of a navigation that begins earlier.
  await page.waitForLoadState();
  await page.goto('about:blank');
}

async function authenticatorWorker(context: BrowserContext, walletId: string): Promise<Worker> {
  // A worker that isn't the wallet's belongs to the authenticator. The second wallet has no worker.
  const isIt = (worker: Worker) => !worker.url().includes(walletId);
  const worker =
    context.serviceWorkers().find(isIt) ??
    (await context.waitForEvent('serviceworker', { predicate: isIt }));
  await worker.evaluate('attached');
  return worker;
}

/** Returns the running status of the wallet's worker, as DevTools reports it. */
async function workerStatus(context: BrowserContext, extensionId: string): Promise<string> {
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  const status = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const version = versions.find(({ scriptURL }) => scriptURL.includes(extensionId));
      if (version !== undefined) resolve(version.runningStatus);
    });
  });
  await session.send('ServiceWorker.enable');
  const found = await status;
  await session.detach();
  return found;
}

/** Stops the worker by its id, because `stopAllWorkers` would stop the authenticator too. */
export async function stopWorkerOf(context: BrowserContext, extensionId: string): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  const running = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const version = versions.find(
        ({ scriptURL, runningStatus }) =>
          scriptURL.includes(extensionId) && runningStatus === 'running',
      );
      if (version !== undefined) resolve(version.versionId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopWorker', { versionId: await running });
  await session.detach();
}
