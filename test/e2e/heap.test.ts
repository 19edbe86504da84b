import { mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passkeyKeyPair } from '../../shared/vault/prf.ts';
import { type ExportedPasskey, exportedPasskeys } from '../helpers/exported-passkeys.ts';
import { type Heap, heapOfPage, heapOfWorker, WHOLE_STRINGS } from '../helpers/heap.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { createVaultThief } from '../helpers/vault-thief.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const ENTROPY = Buffer.alloc(16, 0x7f);
/** A phrase with a wrong checksum, because its last word was replaced. */
const MISTYPED = WORDS.replace(/yellow$/, 'zebra');
const KEY = Buffer.alloc(32, 0x5c);

let world: VaultWorld;
let server: PageServer;
let browser: WalletBrowser;
beforeAll(async () => {
  [world, server] = await Promise.all([startVaultWorld(), startPageServer()]);
  browser = await launchWallet({ args: [WHOLE_STRINGS] });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await world?.stop();
});

const entropyOf = (phrase: string) => Buffer.from(mnemonicToEntropy(phrase, wordlist));
/** Reads the phrase from a list of numbered words. */
const phraseOf = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/^\d+\s*/, '').trim()).join(' ');

interface Secret {
  readonly name: string;
  readonly texts: readonly string[];
  readonly bytes: Buffer;
}

/** Returns a secret in every form in which a program may write its bytes. */
function secretOf(name: string, bytes: Buffer, ...texts: readonly string[]): Secret {
  return {
    name,
    bytes,
    texts: [
      ...texts,
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.join(','),
    ],
  };
}

/** Returns the PRF values and unlock keys of the test authenticator's passkeys. */
function passkeySecrets(passkeys: readonly ExportedPasskey[]): Secret[] {
  return passkeys.flatMap(({ id, rpId, userHandle, prf }) => {
    const binding = { rpId, accountId: Buffer.from(userHandle, 'base64url') };
    const credentialId = Buffer.from(id, 'base64url');
    const { secretKey } = passkeyKeyPair({ prf, binding, credentialId });
    return [secretOf('PRF value', prf), secretOf('unlock key', Buffer.from(secretKey))];
  });
}

/** Returns the secrets of the epochs of the vault on the server. */
function epochSecrets([passkey]: readonly ExportedPasskey[]): Secret[] {
  if (passkey === undefined) throw new Error('no passkey');
  return createVaultThief(world, passkey)
    .read()
    .continuity.map(({ secret }) => secretOf('epoch', Buffer.from(secret, 'base64url')));
}

/** Returns the secrets that a heap contains, each with its form. */
async function leaksIn(heap: Heap, secrets: readonly Secret[]): Promise<string[]> {
  const { buffers, phrases } = await heap.objects();
  const text = await heap.strings();
  return secrets.flatMap(({ name, texts, bytes }) => [
    ...texts.filter((form) => text.includes(form)).map((form) => `${name} as text ${form}`),
    ...(buffers.some((held) => held.includes(bytes.toString('hex'))) ? [`${name} as bytes`] : []),
    ...(phrases.some((phrase) => texts.includes(phrase)) ? [`${name} as a list`] : []),
  ]);
}

it('no secret stays in the heap of the worker or of a page after the wallet locks', async () => {
  const wallet = await walletUser(browser);
  const { page } = wallet;
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  await wallet.chooseServer({ url: world.url, rpcUrl: world.url });
  await wallet.createVault();
  const created = await wallet.createWallet();
  await press(text('home.addWallet'));
  await press(textPattern('addWallet.import'));
  await page.getByLabel(textPattern('addWallet.secret')).fill(MISTYPED);
  expect(await page.content()).not.toContain('sausage');
  await press(text('addWallet.importNow'));
  await page.getByText(text('failures.badPhrase')).waitFor();
  await press(text('ui.back'));
  await press(text('ui.cancel'));
  await wallet.importWallet('Words', WORDS);
  await wallet.importWallet('Key', KEY.toString('hex'));

  const site = await browser.context.newPage();
  await site.goto(server.url);
  for (const [button, call] of [
    [text('approvals.connect'), `method: 'eth_requestAccounts'`],
    [
      text('approvals.sign'),
      `method: 'personal_sign', params: ['hello', '${await wallet.address()}']`,
    ],
  ] as const) {
    const answered = site.evaluate(`ethereum.request({ ${call} })`);
    const window = await browser.waitForWindow('approval.html');
    const closed = window.waitForEvent('close');
    await window.getByRole('button', { name: button, exact: true }).click();
    await closed;
    await answered;
  }

  await page.bringToFront();
  await press(text('home.settings'));
  await press(text('settings.wallets'));
  await press(text('wallets.exportOrRemove'));
  await press(text('wallets.showSecret'));
  await page.getByTestId('phrase').waitFor();
  await press(text('ui.back'));
  await press(text('settings.recovery'));
  await press(text('recovery.makeFile'));
  const code = (await page.getByTestId('recovery-code').textContent()) ?? '';
  await wallet.open('Home');
  await press(text('home.addWallet'));
  await press(textPattern('addWallet.create'));
  await press(text('addWallet.showPhrase'));
  await page.getByTestId('phrase').waitFor();
  const shown = await page.getByTestId('phrase').getByRole('listitem').allInnerTexts();

  const passkeys = exportedPasskeys(await browser.exportPasskeys());
  const secrets = [
    secretOf('phrase', ENTROPY, WORDS, 'sausage worth'),
    secretOf('mistyped phrase', Buffer.from(MISTYPED), MISTYPED),
    secretOf('private key', KEY),
    secretOf('created phrase', entropyOf(created), created),
    secretOf('unsaved phrase', entropyOf(phraseOf(shown)), phraseOf(shown)),
    secretOf('recovery code', Buffer.from(code), code),
    ...passkeySecrets(passkeys),
    ...epochSecrets(passkeys),
  ];
  const [workerHeap, pageHeap] = [
    await heapOfWorker(browser.context, browser.extensionId),
    await heapOfPage(page),
  ];
  // An unlocked worker must hold these secrets, which proves that the search finds secrets.
  expect(await leaksIn(workerHeap, secrets)).toEqual(
    expect.arrayContaining([
      'phrase as bytes',
      'private key as bytes',
      'created phrase as bytes',
      'unsaved phrase as bytes',
      'unlock key as bytes',
      'epoch as bytes',
    ]),
  );

  expect(await leaksIn(pageHeap, secrets)).toContain('unsaved phrase as a list');

  const other = await browser.openWallet();
  await other.getByRole('button', { name: text('home.lock'), exact: true }).click();
  await page.getByRole('button', { name: text('unlock.unlock'), exact: true }).waitFor();
  expect(await leaksIn(workerHeap, secrets)).toEqual([]);
  expect(await leaksIn(pageHeap, secrets)).toEqual([]);

  await page.bringToFront();
  await wallet.unlock();
  await wallet.lock();
  expect(await leaksIn(workerHeap, secrets)).toEqual([]);
  expect(await leaksIn(pageHeap, secrets)).toEqual([]);
});
