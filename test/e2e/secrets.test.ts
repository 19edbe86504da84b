import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { text } from '../helpers/screen-texts.ts';
import { blankWelcome, launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';
import { startWorld, type World } from '../helpers/world.ts';

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
/** The phrase's BIP-39 entropy, 16 bytes of 7f, as the vault's payload contains it. */
const ENTROPY = Buffer.alloc(16, 0x7f).toString('base64url');
const KEY = '5c'.repeat(32);

const SECRETS = [
  'sausage worth',
  'winner thank',
  ENTROPY,
  KEY,
  Buffer.from(KEY, 'hex').toString('base64url'),
];

let world: World;
let profileDir: string;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world?.stop());
beforeEach(async () => {
  profileDir = await mkdtemp(join(tmpdir(), 'condor-secrets-'));
});
afterEach(async () => rm(profileDir, { recursive: true, force: true }));

/** Returns the secrets found in some bytes, as UTF-8 or UTF-16 (browsers store both). */
function leaksIn(bytes: Buffer): string[] {
  return SECRETS.filter(
    (secret) => bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'utf16le')),
  );
}

async function expectNoLeakOnDisk(): Promise<void> {
  const files = (await readdir(profileDir, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    expect({ path, leaks: leaksIn(await readFile(path)) }).toEqual({ path, leaks: [] });
  }
}

/** Starts a new vault with a phrase and a key that are imported by typing. */
async function importSecrets(browser: WalletBrowser): Promise<WalletUser> {
  // A new profile's welcome page would cover the wallet's page, which the browser then draws only
  // once a second.
  await blankWelcome(browser.context);
  const wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: world.devnet.rpcUrl });
  await wallet.createVault();
  await wallet.importWallet('Words', WORDS);
  await wallet.importWallet('Key', KEY);
  return wallet;
}

it('the wallet sends no secret over the network and writes no secret to the disk during set-up, import, export, backup and lock', async () => {
  const browser = await launchWallet({ profileDir });
  const sent: string[] = [];
  browser.context.on('request', (request) => {
    sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
  });
  const wallet = await importSecrets(browser);
  const { page } = wallet;
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  await press(text('home.settings'));
  await press(text('settings.wallets'));
  await page
    .getByRole('button', { name: text('wallets.exportOrRemove') })
    .first()
    .click();
  await press(text('wallets.showSecret'));
  await page.getByTestId('phrase').waitFor();
  await press(text('ui.back'));
  await press(text('settings.recovery'));
  await press(text('recovery.makeFile'));
  const code = (await page.getByTestId('recovery-code').textContent()) ?? '';
  await wallet.open('Home');
  await wallet.lock();
  await browser.close();

  const commits = sent.filter((line) => line.includes('/v1/mutations/commit'));
  expect(commits.length).toBeGreaterThanOrEqual(3);
  expect(commits.every((line) => line.includes('"clientExtensionResults":{}'))).toBe(true);
  const traffic = sent.join('\n');
  expect(leaksIn(Buffer.from(traffic))).toEqual([]);
  expect(traffic).not.toContain('"prf"');
  expect(traffic).not.toContain(code);

  await expectNoLeakOnDisk();
});

it('the wallet leaves no secret on the disk when the browser is killed while a secret is shown', async () => {
  const browser = await launchWallet({ profileDir });
  const { page } = await importSecrets(browser);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  await press(text('home.settings'));
  await press(text('settings.wallets'));
  await page
    .getByRole('button', { name: text('wallets.exportOrRemove') })
    .first()
    .click();
  await press(text('wallets.showSecret'));
  await page.getByTestId('phrase').waitFor();
  await killBrowserOf(profileDir);
  // The browser is closed already, so closing it at the end of the test has no effect.
  await browser.close().catch(() => undefined);
  await expectNoLeakOnDisk();
});

/** Kills all processes of the profile, as a power cut would. */
async function killBrowserOf(folder: string): Promise<void> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // A process may end while it is being read.
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(folder)) process.kill(Number(name), 'SIGKILL');
  }
}
