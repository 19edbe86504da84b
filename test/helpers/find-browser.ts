import { execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const run = promisify(execFile);

/**
 * Chromium comes before Chrome, because Chrome ignores `--load-extension` since version 137. Chrome
 * is the last resort, and only for pages.
 */
const ON_PATH = ['chromium', 'chromium-browser'];
const BRANDED_ON_PATH = ['google-chrome-stable', 'google-chrome', 'chrome'];
const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/lib/chromium/chromium'],
  darwin: ['/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: [`${process.env.LOCALAPPDATA ?? ''}\\Chromium\\Application\\chrome.exe`],
};
const BRANDED_PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  win32: [
    `${process.env.ProgramFiles ?? 'C:\\Program Files'}\\Google\\Chrome\\Application\\chrome.exe`,
    `${process.env.LOCALAPPDATA ?? ''}\\Google\\Chrome\\Application\\chrome.exe`,
  ],
};

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Returns true if a browser starts. On some distributions, the command exists but only prints how
 * to install the browser.
 */
async function starts(path: string): Promise<boolean> {
  if (!(await isExecutable(path))) return false;
  if (process.platform === 'win32') return true;
  return run(path, ['--version'], { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
}

export async function firstThatStarts(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if (await starts(path)) return path;
  return undefined;
}

/** Returns the paths that these executables could have in the folders of `PATH`. */
export function onPath(names: readonly string[]): string[] {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
}

/**
 * Returns the Chromium at `CHROME_PATH` if the variable is set. Otherwise returns the system's or
 * Playwright's Chromium.
 */
export async function findChromium(): Promise<string | undefined> {
  const chosen = process.env.CHROME_PATH;
  if (chosen !== undefined && chosen !== '') {
    if (await starts(chosen)) return chosen;
    throw new Error(`CHROME_PATH is "${chosen}", but no browser starts from there.`);
  }
  return firstThatStarts([
    ...onPath(ON_PATH),
    ...(PLACES[process.platform] ?? []),
    chromium.executablePath(),
  ]);
}

/** Returns Google Chrome, which can load pages but not extensions. */
export async function findBrandedChrome(): Promise<string | undefined> {
  return firstThatStarts([...onPath(BRANDED_ON_PATH), ...(BRANDED_PLACES[process.platform] ?? [])]);
}

async function runLoudly(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      // Progress is printed on stderr, because stdout is reserved for the calling command.
      stdio: ['ignore', 2, 2],
    });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

export async function installWithPlaywright(): Promise<void> {
  const cli = createRequire(import.meta.url)
    .resolve('playwright-core/package.json')
    .replace(/package\.json$/, 'cli.js');
  console.error('No Chromium found: downloading the one of Playwright.');
  await runLoudly(process.execPath, [cli, 'install', 'chromium']);
}
