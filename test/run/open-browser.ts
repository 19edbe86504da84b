import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../shared/is-record.ts';
import { parseJson } from '../../shared/parse.ts';
import { browserArgs, ensureBrowser } from '../helpers/browser.ts';
import { endWithParent } from './end-with-parent.ts';
import { type Passkeys, simulatedPasskeys } from './passkeys.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns true if a window can be shown. `OPEN_BROWSER=off` prevents windows. */
export function hasDisplay(
  environment: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (environment.OPEN_BROWSER === 'off') return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}

/** Milliseconds in which the extension usually loads. A second try is rarely needed. */
const FIRST_TRY_MS = 500;
const TRY_AGAIN_MS = 3000;

/**
 * Returns the address of a page that forwards to another page and retries while it is still open.
 * While an extension with `declarativeNetRequest` is loading, Chromium's first request sometimes
 * fails. A page whose content is in its address needs no request.
 */
export function pageBefore(url: string): string {
  const target = JSON.stringify(url).replaceAll('<', '\\u003c');
  const script = `const go = () => location.replace(${target}); setTimeout(go, ${FIRST_TRY_MS}); setInterval(go, ${TRY_AGAIN_MS});`;
  const html = `<!doctype html><meta charset=utf-8><title>Condor</title><script>${script}</script>`;
  return `data:text/html,${encodeURIComponent(html)}`;
}

/** Turns on developer mode in a profile. An extension that reloads itself needs this mode. */
async function allowReload(profile: string): Promise<void> {
  const folder = join(profile, 'Default');
  const file = join(folder, 'Preferences');
  const known = parseJson(await readFile(file, 'utf8').catch(() => '{}'));
  const preferences = isRecord(known) ? known : {};
  const extensions = isRecord(preferences.extensions) ? preferences.extensions : {};
  const ui = { ...(isRecord(extensions.ui) ? extensions.ui : {}), developer_mode: true };
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify({ ...preferences, extensions: { ...extensions, ui } }));
}

export interface BrowserOptions {
  readonly extension: string;
  /** Folder of the browser's profile. It isn't deleted. */
  readonly profile: string;
  readonly args?: readonly string[];
  readonly passkeys?: Passkeys;
}

export interface OpenBrowser {
  /** Resolves when the browser has ended. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Opens Chromium with the extension and a page, in a separate profile that keeps the wallet. */
export async function openBrowser(
  url: string,
  { extension, profile, args = [], passkeys = 'real' }: BrowserOptions,
): Promise<OpenBrowser> {
  const path = await ensureBrowser();
  await allowReload(profile);
  const extensions = [
    extension,
    ...(passkeys === 'simulated' ? [await simulatedPasskeys()] : []),
  ].join(',');
  const child = spawn(
    path,
    [
      ...browserArgs,
      `--user-data-dir=${profile}`,
      `--disable-extensions-except=${extensions}`,
      `--load-extension=${extensions}`,
      // Root can't use the sandbox.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...args,
      pageBefore(url),
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((done) => {
    child.once('error', () => done());
    child.once('exit', () => done());
  });
  const killNow = () => child.kill('SIGKILL');
  endWithParent(child);
  return {
    ended,
    async close() {
      child.kill('SIGTERM');
      const lateKill = setTimeout(killNow, 5000);
      await ended;
      clearTimeout(lateKill);
    },
  };
}
