import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { DEVNET_SERVICES } from '../../shared/messages/default-services.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { launchWallet } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';
import { buildExtension, extensionPath } from '../run/extension.ts';

beforeAll(async () => {
  await buildExtension();
  await buildExtension('devnet');
  await buildExtension('simulated-passkeys');
});

async function chunksOf(path: string): Promise<string> {
  const names = await readdir(join(path, 'chunks'));
  const texts = names.map((name) => readFile(join(path, 'chunks', name), 'utf8'));
  return (await Promise.all(texts)).join('');
}

it.each([
  ['published', false],
  ['devnet', false],
  ['simulated-passkeys', true],
] as const)(
  'only the build with simulated passkeys contains the notice about simulated passkeys (the %s build contains it: %s)',
  async (build, has) => {
    const chunks = await chunksOf(extensionPath(build));
    expect(chunks.includes('passkeys.simulated')).toBe(has);
  },
);

it.each([
  ['published', false],
  ['devnet', true],
  ['simulated-passkeys', true],
] as const)(
  'only the devnet’s builds contain the address of the devnet’s vault server in the worker (the %s build contains it: %s)',
  async (build, has) => {
    const worker = await readFile(join(extensionPath(build), 'background.js'), 'utf8');
    expect(worker.includes(new URL(DEVNET_SERVICES.vaultUrl).host)).toBe(has);
  },
);

it('the devnet build suggests the devnet’s address for every service', async () => {
  const browser = await launchWallet({ extensionPath: extensionPath('devnet') });
  try {
    const wallet = await walletUser(browser);
    await wallet.begin();
    const { page } = wallet;
    await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
    await page.getByRole('button', { name: textStart('settings.services') }).click();
    const shown = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
    expect(await shown(text('services.orders'))).toBe(DEVNET_SERVICES.ordersUrls[0]);
    expect(await shown(text('services.indexer'))).toBe(DEVNET_SERVICES.indexerUrl);
    const nodes = page.getByLabel(text('services.nodes'));
    expect(await nodes.inputValue()).toBe(DEVNET_SERVICES.rpcUrls[0]);
    await wallet.open('Home');
    await page.getByTestId('connect-card').click();
    const address = page.getByLabel(text('onboarding.serverAddress'));
    expect(await address.inputValue()).toBe(DEVNET_SERVICES.vaultUrl);
  } finally {
    await browser.close();
  }
});
