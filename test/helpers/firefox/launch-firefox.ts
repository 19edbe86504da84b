import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { WAIT_MS } from '../wait.ts';
import { ensureFirefox } from './find-firefox.ts';
import { FirefoxPage, type InWindow } from './firefox-page.ts';
import { Marionette } from './marionette.ts';
import { runScript } from './run-script.ts';

export type Preferences = Readonly<Record<string, boolean | number | string>>;

/** Preferences of every test browser: a free port, and no requests of the browser itself. */
const PREFERENCES: Preferences = {
  'marionette.port': 0,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
};

export interface Firefox {
  open(url: string): Promise<FirefoxPage>;
  /** Waits for a tab or window whose address contains `address`, and returns it. */
  page(address: string): Promise<FirefoxPage>;
  /** Returns the number of tabs and windows whose address contains `address`. */
  pageCount(address: string): Promise<number>;
  /** Runs the body of an async function with the browser's own rights. */
  asBrowser<Result>(body: string, ...values: readonly unknown[]): Promise<Result>;
  send: Marionette['send'];
  close(): Promise<void>;
}

/** Starts Firefox without a screen, with an empty profile. */
export async function launchFirefox(preferences: Preferences = {}): Promise<Firefox> {
  const executable = await ensureFirefox();
  const profile = await mkdtemp(join(tmpdir(), 'condor-firefox-'));
  const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(
    executable,
    [
      '--headless',
      '--marionette',
      '--remote-allow-system-access',
      '--no-remote',
      '--profile',
      profile,
    ],
    { stdio: 'ignore' },
  );
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const close = async () => {
    await ended(child);
    process.off('exit', killAtExit);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const marionette = await connected(child, profile);
    return firefoxOf(marionette, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Firefox writes the port into its profile once it listens. */
async function connected(child: ChildProcess, profile: string): Promise<Marionette> {
  const marionette = await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`Firefox ended with code ${child.exitCode}.`);
    const port = await readFile(join(profile, 'MarionetteActivePort'), 'utf8');
    return Marionette.connect(Number(port));
  });
  await marionette.send('WebDriver:NewSession', { acceptInsecureCerts: true });
  await marionette.send('WebDriver:SetTimeouts', { script: WAIT_MS, pageLoad: WAIT_MS });
  return marionette;
}

function firefoxOf(marionette: Marionette, close: () => Promise<void>): Firefox {
  let last: Promise<unknown> = Promise.resolve();
  /** Runs steps one after another, even if several pages are used at the same time. */
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const next = last.then(run);
    last = next.catch(() => undefined);
    return next;
  };
  let current: string | undefined;
  const inWindow: InWindow = (handle, run) =>
    inTurn(async () => {
      // Switches windows only if necessary. Switching moves the focus, and pages can detect this.
      if (current !== handle) {
        current = undefined;
        await marionette.send('WebDriver:SwitchToWindow', { handle, focus: true });
        current = handle;
      }
      return run();
    });
  const handlesOf = (address: string) =>
    inTurn(async () => {
      const found: string[] = [];
      current = undefined;
      for (const handle of await marionette.send<string[]>('WebDriver:GetWindowHandles')) {
        await marionette.send('WebDriver:SwitchToWindow', { handle, focus: false });
        const { value } = await marionette.send<{ value: string }>('WebDriver:GetCurrentURL');
        if (value.includes(address)) found.push(handle);
      }
      return found;
    });
  const pageOf = (handle: string) => new FirefoxPage(handle, marionette, inWindow);
  return {
    send: (name, parameters) => inTurn(() => marionette.send(name, parameters)),
    async open(url) {
      const { handle } = await inTurn(() =>
        marionette.send<{ handle: string }>('WebDriver:NewWindow', { type: 'tab', focus: true }),
      );
      const page = pageOf(handle);
      await page.goto(url);
      return page;
    },
    page: (address) =>
      eventually(async () => {
        const [handle] = await handlesOf(address);
        if (handle === undefined) throw new Error(`No page is open at ${address}.`);
        return pageOf(handle);
      }),
    pageCount: async (address) => (await handlesOf(address)).length,
    asBrowser: (body, ...values) =>
      inTurn(async () => {
        await marionette.send('Marionette:SetContext', { value: 'chrome' });
        try {
          return await runScript(marionette, { body, values });
        } finally {
          await marionette.send('Marionette:SetContext', { value: 'content' });
        }
      }),
    async close() {
      marionette.close();
      await close();
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}
