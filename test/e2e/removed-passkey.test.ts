import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { VaultPayload } from '../../shared/vault/payload.ts';
import { axeFindings } from '../helpers/axe.ts';
import { type ExportedPasskey, exportedPasskeys } from '../helpers/exported-passkeys.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { startVaultInUse, type VaultInUse } from '../helpers/vault-in-use.ts';
import { vaultMoves } from '../helpers/vault-moves.ts';
import { createVaultThief } from '../helpers/vault-thief.ts';

const PLANTED = `0x${'e'.repeat(40)}`;
const FAR = 9_000_000_000_000;
const LOST = 'Lost phone';

let vault: VaultInUse;
let world: VaultInUse['world'];
let browser: VaultInUse['browser'];
let wallet: VaultInUse['wallet'];
let page: Page;
let thief: ReturnType<typeof createVaultThief>;
let read: VaultPayload;

beforeAll(async () => {
  vault = await startVaultInUse('server');
  ({ world, browser, wallet, page } = vault);
  await wallet.importWallet('Savings', `0x${'11'.repeat(32)}`);
  await addPasskey(LOST);
  thief = createVaultThief(world, await takeNewestPasskey());
  read = thief.read();
  await removePasskey(LOST);
  thief.register();
});
afterAll(() => vault?.stop());

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const card = () => page.getByTestId('divergence');
const mergeButton = () => card().getByRole('button', { name: text('sync.merge') });

async function openPasskeys(): Promise<void> {
  await wallet.open('Home');
  await press(text('home.settings'));
  await page.getByRole('button', { name: text('settings.recovery') }).click();
}

async function addPasskey(name: string): Promise<void> {
  await openPasskeys();
  await browser.setAuthenticator({ isAnother: true });
  await page.getByLabel(text('recovery.newPasskeyName')).fill(name);
  await press(text('recovery.addPasskey'));
  await page.getByLabel(text('recovery.passkeyName', { name })).waitFor();
  await browser.setAuthenticator({ isAnother: false });
}

/** Removes the newest passkey from the user's provider, and returns it. */
async function takeNewestPasskey(): Promise<ExportedPasskey> {
  const all = await browser.exportPasskeys();
  if (!Array.isArray(all)) throw new Error('no passkeys');
  const lost = exportedPasskeys(all).at(-1);
  if (lost === undefined) throw new Error('no passkey was added');
  await browser.importPasskeys(all.slice(0, -1));
  return lost;
}

async function removePasskey(name: string): Promise<void> {
  await openPasskeys();
  await press(text('recovery.removePasskey', { name }));
  await press(text('recovery.removeNow'));
  await page.getByLabel(text('recovery.passkeyName', { name })).waitFor({ state: 'detached' });
}

async function relock(): Promise<void> {
  await wallet.open('Home');
  await wallet.lock();
  await wallet.unlock();
}

it('the wallet lists the additions and removals of a vault that a removed passkey signed, and keeps the account', async () => {
  const [entry] = read.keyring;
  if (entry === undefined) throw new Error('a vault has a passkey');
  const own = { ...entry, credentialId: 'A'.repeat(22), name: 'Nice phone' };
  thief.plant({
    ...read,
    contacts: [{ address: PLANTED, name: 'Friend', updatedAt: FAR }],
    wallets: [],
    keyring: [...read.keyring, own],
    tombstones: read.wallets.map(({ id }) => ({ kind: 'wallet', key: id, deletedAt: FAR })),
  });
  await wallet.open('Home');
  const address = await wallet.address();
  await relock();
  await page.getByText(text('sync.unverifiedTitle')).waitFor();
  expect(await wallet.address()).toBe(address);
  await press(text('sync.review'));
  const lists = card().getByRole('listitem');
  await lists.first().waitFor();
  expect(await lists.allInnerTexts()).toEqual([
    text('sync.passkey', { name: 'Nice phone' }),
    expect.stringContaining(text('sync.contact', { name: 'Friend' })),
    expect.stringContaining(text('sync.keyWallet', { name: 'Savings' })),
    text('sync.passkey', { name: LOST }),
  ]);
  expect(await axeFindings(page)).toEqual([]);
  expect(await mergeButton().isEnabled()).toBe(false);
  await page
    .getByRole('checkbox', { name: text('sync.knowPasskeysAgree', { names: 'Nice phone' }) })
    .check();
  expect(await mergeButton().isEnabled()).toBe(true);
});

it('the wallet stops a merge when the server keeps a removed passkey, until the user consents to that passkey', async () => {
  thief.plant({ ...read, contacts: [{ address: PLANTED, name: 'Friend', updatedAt: FAR }] });
  world.intercept = ({ path }, response) =>
    path === '/ext/v1/passkeys/removal/options'
      ? Promise.resolve(
          void response
            .writeHead(404, { 'content-type': 'application/json' })
            .end('{"error":"NOT_FOUND"}'),
        )
      : undefined;
  await relock();
  await press(text('sync.review'));
  await mergeButton().click();
  const stays = text('sync.removedPasskeysStay', { names: LOST });
  await card().getByText(stays).waitFor();
  expect(await mergeButton().isEnabled()).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('checkbox', { name: text('sync.readmitAgree', { names: LOST }) }).check();
  await mergeButton().click();
  await card().waitFor({ state: 'detached' });
  world.intercept = undefined;
  await openPasskeys();
  await page.getByLabel(text('recovery.passkeyName', { name: LOST })).waitFor();
  await removePasskey(LOST);
  expect(() => thief.read()).toThrow('NO_WRAP');
});

it('the wallet asks again about the forged vault when the user leaves the server and signs in again', async () => {
  thief.register();
  const keyring = read.keyring.map((entry) =>
    entry.name === LOST ? { ...entry, name: 'Phone', addedAt: FAR } : entry,
  );
  thief.plant({ ...read, keyring });
  await relock();
  await page.getByText(text('sync.unverifiedTitle')).waitFor();
  const address = await wallet.address();
  const moves = vaultMoves(browser, wallet);
  await moves.openSync();
  await press(text('connectServer.leaveOrChange'));
  await press(text('connectServer.leave'));
  await press(text('connectServer.leaveWithCopy'));
  await moves.connectCard.waitFor();
  await moves.expectOpens(address);
  await moves.openSync();
  await moves.chooseServer(world.url);
  await press(text('connectServer.signIn'));
  const join = page.getByTestId('join');
  await join.getByText(text('sync.unverifiedTitle')).waitFor();
  const [own] = read.keyring;
  const names = own?.name ?? '';
  expect(await join.getByRole('listitem').allInnerTexts()).toEqual([
    text('sync.passkey', { name: names }),
    expect.stringContaining(text('sync.contact', { name: 'Friend' })),
    text('sync.passkey', { name: 'Phone' }),
  ]);
  const merge = join.getByRole('button', { name: text('connectServer.joinNow') });
  expect(await merge.isEnabled()).toBe(false);
  await join.getByRole('checkbox', { name: text('sync.knowPasskeysAgree', { names }) }).check();
  await merge.click();
  await join.waitFor({ state: 'detached' });
  expect(() => thief.read()).toThrow('NO_WRAP');
  await moves.expectOpens(address);
});

it('the wallet shows a notice about a passkey that another device added, until the user has seen the notice', async () => {
  await addPasskey('Second');
  const other = createVaultThief(world, await takeNewestPasskey());
  const content = other.read();
  const [entry] = content.keyring;
  if (entry === undefined) throw new Error('a vault has a passkey');
  const added = { ...entry, credentialId: 'A'.repeat(22), name: 'Laptop' };
  other.plant({ ...content, contacts: [], keyring: [...content.keyring, added] });
  await relock();
  const notice = page.getByTestId('foreign-changes');
  await notice.getByText(text('foreignChanges.passkeyAdded', { name: 'Laptop' })).waitFor();
  const deleted = text('foreignChanges.deleted', {
    item: text('sync.contact', { name: 'Friend' }),
  });
  await notice.getByText(deleted).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(text('foreignChanges.seen'));
  await notice.waitFor({ state: 'detached' });
  await relock();
  // Waits for the sync, because a running sync could adopt the next vault, and a lock would then
  // forget that vault's deletions.
  await page.getByText(textPattern('home.synced')).waitFor();
  expect(await notice.count()).toBe(0);
  const { wallets, tombstones, ...rest } = other.read();
  const gone = wallets.map(({ id: key }) => ({ kind: 'wallet' as const, key, deletedAt: FAR }));
  other.plant({ ...rest, wallets: [], tombstones: [...tombstones, ...gone] });
  await relock();
  await page.getByText(text('home.emptyTitle')).waitFor();
  const savings = text('sync.keyWallet', { name: 'Savings' });
  await notice.getByText(text('foreignChanges.deleted', { item: savings })).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});
