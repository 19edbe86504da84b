import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
  type Worker,
} from 'playwright-core';
import { installWithApt } from './debian.ts';
import { findBrandedChrome, findChromium, installWithPlaywright } from './find-browser.ts';
import { WAIT_MS } from './wait.ts';

/**
 * Returns the path of a Chromium that starts: `CHROME_PATH`, the system's, or Playwright's if it is
 * already downloaded. Otherwise installs a Chromium, as root with apt, else with Playwright. The
 * last resort is Chrome.
 * @throws Error with one sentence that says what to do
 */
export async function ensureBrowser(): Promise<string> {
  const present = await findChromium();
  if (present !== undefined) return present;
  for (const install of [() => installWithApt('chromium'), installWithPlaywright]) {
    await install();
    const installed = await findChromium();
    if (installed !== undefined) return installed;
  }
  const branded = await findBrandedChrome();
  if (branded !== undefined) return branded;
  throw new Error(
    'No Chromium was found or could be installed: install it (Debian: apt-get install chromium) or set CHROME_PATH to its executable.',
  );
}

/** Flags for every test browser. They prevent first-run pages and the browser's own requests. */
export const browserArgs = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--no-pings',
] as const;

/**
 * Flags for machines without a display or a graphics card, and for local hosts with self-signed
 * certificates. Animations are off, because they cost processor time.
 */
export const headlessArgs = [
  '--disable-gpu',
  '--in-process-gpu',
  '--force-prefers-reduced-motion',
  '--ignore-certificate-errors',
] as const;

export interface LaunchOptions {
  /** Folder of a built extension, such as `.output/chrome-mv3`. */
  readonly extensionPath: string;
  readonly headless?: boolean;
  /** The screen of a headed browser. Default: the desktop's. */
  readonly display?: string;
  /** Profile folder, kept after `close`. Default: a new folder, deleted afterwards. */
  readonly profileDir?: string;
  /** `null` keeps the windows' real size, so that approval windows have the size that users see. */
  readonly viewport?: { readonly width: number; readonly height: number } | null;
  readonly args?: readonly string[];
  readonly ignoreDefaultArgs?: readonly string[];
  /** Folders of further extensions to load. */
  readonly extraExtensions?: readonly string[];
  /** Preferences that are written to the profile before the first start. */
  readonly preferences?: Readonly<Record<string, unknown>>;
  /** Milliseconds to wait for the extension's service worker. Default: 20 s. */
  readonly timeout?: number;
}

export interface BrowserWithExtension {
  readonly context: BrowserContext;
  readonly serviceWorker: Worker;
  readonly extensionId: string;
  readonly profileDir: string;
  close(): Promise<void>;
}

/** Returns the id that Chromium derives from a manifest's `key`; undefined without a key. */
export async function extensionIdOf(extensionPath: string): Promise<string | undefined> {
  const manifest: unknown = JSON.parse(
    await readFile(join(extensionPath, 'manifest.json'), 'utf8'),
  );
  if (typeof manifest !== 'object' || manifest === null || !('key' in manifest)) return undefined;
  if (typeof manifest.key !== 'string') return undefined;
  const digest = createHash('sha256').update(Buffer.from(manifest.key, 'base64')).digest('hex');
  const letter = (digit: string) => String.fromCharCode(97 + Number.parseInt(digit, 16));
  return digest.slice(0, 32).replace(/./g, letter);
}

async function workerOf(
  context: BrowserContext,
  id: string | undefined,
  timeout: number,
): Promise<Worker> {
  const isOurs = (worker: Worker) =>
    worker.url().startsWith(id === undefined ? 'chrome-extension://' : `chrome-extension://${id}/`);
  return (
    context.serviceWorkers().find(isOurs) ??
    (await context
      .waitForEvent('serviceworker', { predicate: isOurs, timeout })
      .catch((cause: unknown) => {
        throw new Error(
          'The browser started without the extension: Google Chrome refuses --load-extension, use Chromium (CHROME_PATH).',
          { cause },
        );
      }))
  );
}

/** Starts Chromium with the extension loaded and waits for its service worker. */
export async function launchWithExtension(options: LaunchOptions): Promise<BrowserWithExtension> {
  // `SLOW_MO` slows actions down for people who watch; see CONTRIBUTING.md.
  const slowMo = Number(process.env.SLOW_MO ?? 0);
  const { headless = slowMo === 0, timeout = 90_000 } = options;
  const executablePath = await ensureBrowser();
  const profileDir = options.profileDir ?? (await mkdtemp(join(tmpdir(), 'condor-profile-')));
  if (options.preferences !== undefined) {
    await mkdir(join(profileDir, 'Default'), { recursive: true });
    await writeFile(
      join(profileDir, 'Default', 'Preferences'),
      JSON.stringify(options.preferences),
    );
  }
  const extensionPath = resolve(options.extensionPath);
  const paths = [extensionPath, ...(options.extraExtensions ?? []).map((path) => resolve(path))];
  const id = await extensionIdOf(extensionPath);
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath,
    headless,
    slowMo,
    ...(options.display === undefined ? {} : { env: { ...process.env, DISPLAY: options.display } }),
    ignoreHTTPSErrors: true,
    // Chromium's sandbox needs user namespaces, which containers lack, and root can't use it.
    chromiumSandbox: !headless && process.getuid?.() !== 0,
    ...(options.viewport === undefined ? {} : { viewport: options.viewport }),
    // Keeps the scrollbars, which take room from every screen on Linux and Windows.
    ignoreDefaultArgs: ['--hide-scrollbars', ...(options.ignoreDefaultArgs ?? [])],
    args: [
      ...browserArgs,
      ...(headless ? headlessArgs : []),
      `--disable-extensions-except=${paths.join(',')}`,
      `--load-extension=${paths.join(',')}`,
      ...(options.args ?? []),
    ],
  });
  context.setDefaultTimeout(WAIT_MS);
  const close = async () => {
    await context.close();
    if (options.profileDir === undefined) await rm(profileDir, { recursive: true, force: true });
  };
  try {
    const serviceWorker = await workerOf(context, id, timeout);
    return {
      context,
      serviceWorker,
      extensionId: new URL(serviceWorker.url()).host,
      profileDir,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface AuthenticatorOptions {
  /** True if the authenticator supports PRF. */
  readonly hasPrf?: boolean;
  readonly isUserVerified?: boolean;
  /** `false` leaves ceremonies open, as if the user didn't touch the key. */
  readonly automaticPresenceSimulation?: boolean;
  readonly transport?: 'internal' | 'usb' | 'nfc' | 'ble' | 'hybrid';
  readonly hasResidentKey?: boolean;
  readonly hasUserVerification?: boolean;
  readonly defaultBackupEligibility?: boolean;
  readonly defaultBackupState?: boolean;
}

export interface VirtualAuthenticator {
  readonly session: CDPSession;
  readonly authenticatorId: string;
}

/**
 * Adds a passkey authenticator with PRF to one tab or window. The authenticator survives
 * navigation, and has room for at most three resident credentials.
 */
export async function addVirtualAuthenticator(
  context: BrowserContext,
  page: Page,
  options: AuthenticatorOptions = {},
): Promise<VirtualAuthenticator> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
      automaticPresenceSimulation: true,
      ...options,
    },
  });
  return { session, authenticatorId };
}
