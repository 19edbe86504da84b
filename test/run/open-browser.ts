import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { browserArgs, ensureBrowser } from '../helpers/browser.ts';
import { EXTENSION_PATH } from './extension.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a window could be seen here; `OPEN_BROWSER=off` says that none is wanted. */
export function hasDisplay(
  environment: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (environment.OPEN_BROWSER === 'off') return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}

/**
 * Opens Chromium with the extension and a page, on a profile of its own that is kept: a wallet made
 * today is there tomorrow. Answers how to close it.
 */
export async function openBrowser(url: string): Promise<() => Promise<void>> {
  const path = await ensureBrowser();
  const child = spawn(
    path,
    [
      ...browserArgs,
      `--user-data-dir=${resolve('data/chromium')}`,
      `--disable-extensions-except=${EXTENSION_PATH}`,
      `--load-extension=${EXTENSION_PATH}`,
      // Root may not use the sandbox.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      url,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((done) => {
    child.once('error', () => done());
    child.once('exit', () => done());
  });
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  return async () => {
    child.kill('SIGTERM');
    const lateKill = setTimeout(killNow, 5000);
    await ended;
    clearTimeout(lateKill);
    process.removeListener('exit', killNow);
  };
}
