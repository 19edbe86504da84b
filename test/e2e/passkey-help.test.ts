import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { DEVELOPMENT_EXTENSION_ID } from '../../shared/extension-id.ts';
import { headlessArgs, launchWithExtension } from '../helpers/browser.ts';
import { freePort } from '../helpers/free-port.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { openServerStep } from '../helpers/server-step.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { blankWelcome } from '../helpers/wallet-browser.ts';
import { buildExtension, EXTENSION_PATH } from '../run/extension.ts';
import { openBrowser } from '../run/open-browser.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const isCeremony = (page: Page) => page.url().includes('/ceremony.html');

/** Presses a button of the wallet, and answers the passkey window that opens. */
async function ceremonyBy(context: BrowserContext, page: Page, button: string): Promise<Page> {
  const [window] = await Promise.all([
    context.waitForEvent('page', { predicate: isCeremony }),
    page.getByRole('button', { name: button }).click(),
  ]);
  return window;
}

async function vaultWorld(): Promise<VaultWorld> {
  const world = await startVaultWorld();
  stops.push(world.stop);
  return world;
}

async function openPasskeyStep(context: BrowserContext, world: VaultWorld): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${DEVELOPMENT_EXTENSION_ID}/popup.html#full`);
  await openServerStep(page);
  await page.getByLabel(text('onboarding.serverAddress')).fill(world.url);
  await page.getByRole('button', { name: text('onboarding.continue'), exact: true }).click();
  await page.getByRole('button', { name: text('onboarding.createVault') }).waitFor();
  return page;
}

it('the passkey window explains the alternatives to this computer’s passkeys before the browser prompts', async () => {
  const browser = await launchWithExtension({ extensionPath: EXTENSION_PATH, viewport: null });
  stops.push(browser.close);
  await blankWelcome(browser.context);
  const page = await openPasskeyStep(browser.context, await vaultWorld());
  const window = await ceremonyBy(browser.context, page, text('onboarding.createVault'));
  await window.getByText(text('passkeys.beforeThePrompt')).waitFor();
  for (const what of [
    text('passkeys.on.linux'),
    text('passkeys.phone'),
    text('passkeys.securityKey'),
    text('passkeys.passwordManager'),
  ]) {
    await window.getByTestId('passkey-help').getByText(what).waitFor();
  }
  expect(await window.getByText(text('passkeys.simulated')).count()).toBe(0);
  await window
    .getByRole('button', { name: text('onboarding.continue'), exact: true })
    .press('Enter');
  await window.getByText(textPattern('prompt.follow')).waitFor();
});

it('npm start’s browser simulates passkeys, labels them as simulated, and keeps them across a restart', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'condor-simulated-'));
  stops.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const extension = await buildExtension('simulated-passkeys');
  const start = async () => {
    const port = await freePort();
    const browser = await openBrowser('about:blank', {
      extension,
      profile,
      passkeys: 'simulated',
      args: ['--headless=new', `--remote-debugging-port=${port}`, ...headlessArgs],
    });
    const client = await connect(port);
    const [context] = client.contexts();
    if (context === undefined) throw new Error('the browser has no context');
    stops.push(browser.close);
    return { context, close: browser.close };
  };
  const first = await start();
  const world = await vaultWorld();
  const page = await openPasskeyStep(first.context, world);
  // The simulated authenticator answers immediately. The server's delayed response keeps the window
  // open until the test has seen its text.
  let goOn: () => void = () => undefined;
  const isSeen = new Promise<void>((done) => {
    goOn = done;
  });
  world.intercept = async (_seen, response, forward) => {
    if (first.context.pages().some(isCeremony)) await isSeen;
    const { status, body } = await forward();
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
  const creating = ceremonyBy(first.context, page, text('onboarding.createVault'));
  await (await creating).getByText(text('passkeys.simulated')).waitFor();
  goOn();
  await page.getByRole('button', { name: text('home.addWallet') }).waitFor();
  await first.close();

  const second = await start();
  const again = await second.context.newPage();
  await again.goto(`chrome-extension://${DEVELOPMENT_EXTENSION_ID}/popup.html#full`);
  await again.getByRole('button', { name: text('unlock.unlock'), exact: true }).click();
  await again.getByRole('button', { name: text('home.addWallet') }).waitFor();
});

async function connect(port: number) {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      return await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
