import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchWithExtension } from '../helpers/browser.ts';
import { text } from '../helpers/screen-texts.ts';
import { EXTENSION_PATH } from '../run/extension.ts';

let folder: string;
let extensionPath: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'condor-welcome-'));
  extensionPath = join(folder, 'extension');
  await cp(EXTENSION_PATH, extensionPath, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const launch = () =>
  launchWithExtension({ extensionPath, profileDir: join(folder, 'profile'), viewport: null });

/** Returns the URLs of the pages that the extension has opened by the time its worker answers. */
async function pagesAfterStart(): Promise<string[]> {
  const { context, extensionId, close } = await launch();
  try {
    const page = await context.newPage();
    await page.goto(`chrome-extension://${extensionId}/popup.html`);
    await page.getByRole('button', { name: text('onboarding.start') }).waitFor();
    return context
      .pages()
      .filter((other) => other !== page)
      .map((other) => other.url())
      .filter((url) => url.startsWith('chrome-extension://'));
  } finally {
    await close();
  }
}

it('after its installation, the extension opens one welcome page, which offers to create a wallet', async () => {
  const { context, close } = await launch();
  try {
    const isWelcome = (page: Page) => page.url().endsWith('/popup.html#full-welcome');
    const page =
      context.pages().find(isWelcome) ??
      (await context.waitForEvent('page', { predicate: isWelcome }));
    await page.getByRole('heading', { name: text('onboarding.title') }).waitFor();
    await page.getByRole('button', { name: text('firstRun.create') }).waitFor();
    expect(context.pages().filter(isWelcome)).toHaveLength(1);
  } finally {
    await close();
  }
});

it('the extension doesn’t open a welcome page when the browser starts again', async () => {
  expect(await pagesAfterStart()).toEqual([]);
});

it('the extension doesn’t open a welcome page after an update', async () => {
  const file = join(extensionPath, 'manifest.json');
  const manifest: object = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, version: '99.0.0' }));
  expect(await pagesAfterStart()).toEqual([]);
});
