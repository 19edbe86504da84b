import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { text } from '../helpers/screen-texts.ts';
import { openServerStep } from '../helpers/server-step.ts';
import { startVaultInUse, type VaultInUse } from '../helpers/vault-in-use.ts';
import type { Forward } from '../helpers/vault-world.ts';
import { launchWallet } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';

let vault: VaultInUse;
let world: VaultInUse['world'];
let browser: VaultInUse['browser'];
let wallet: VaultInUse['wallet'];
let page: Page;
/** The snapshot of revision 1, as the server once handed it out. */
let oldest: string;

beforeAll(async () => {
  vault = await startVaultInUse('server');
  ({ world, browser, wallet, page } = vault);
  world.intercept = ({ path }, response, forward) =>
    path === '/v1/vault' && oldest === undefined
      ? forward().then(({ body }) => {
          oldest = body;
          send(response, 200, body);
        })
      : undefined;
  await wallet.createWallet();
  await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
  await page.getByRole('button', { name: text('settings.sync') }).click();
});

afterAll(() => vault?.stop());

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

const KEPT = text('failures.walletsKept');
const FORM = text('failures.UNEXPECTED_ANSWER');

type Answer = (response: ServerResponse, forward: Forward) => Promise<void> | void;

const changed = (change: (envelope: Record<string, unknown>) => object): Answer => {
  return async (response, forward) => {
    const { envelope } = JSON.parse((await forward()).body);
    send(response, 200, JSON.stringify({ envelope: { ...envelope, ...change(envelope) } }));
  };
};

const ANSWERS: readonly [string, string, Answer][] = [
  ['an extra field', FORM, changed(() => ({ extra: true }))],
  [
    'a lower revision',
    `${text('failures.ROLLED_BACK')} ${KEPT}`,
    (response) => send(response, 200, oldest),
  ],
  [
    'a different account',
    `${text('failures.WRONG_ACCOUNT')} ${KEPT}`,
    changed(() => ({ accountId: 'A'.repeat(43) })),
  ],
  [
    'swapped wraps',
    `${text('failures.WRONG_KEY')} ${KEPT}`,
    changed(({ wraps }) => ({
      wraps: Array.isArray(wraps) ? wraps.map((wrap) => ({ ...wrap, salt: 'A'.repeat(43) })) : [],
    })),
  ],
  ['a redirect', FORM, (response) => send(response, 307, '', { location: '/v1/config' })],
  ['129 KiB', FORM, (response) => send(response, 200, `"${'x'.repeat(129 * 1024)}"`)],
  [
    '429',
    'Try again in 40 seconds.',
    (response) => send(response, 429, '{"error":"TRY_LATER"}', { 'retry-after': '40' }),
  ],
  [
    '503',
    text('failures.SERVICE_UNAVAILABLE'),
    (response) => send(response, 503, '{"error":"SERVICE_UNAVAILABLE"}'),
  ],
  ['a cut connection', text('failures.UNREACHABLE'), (response) => void response.destroy()],
  [
    'a slow drip of bytes',
    text('failures.UNREACHABLE'),
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(drip));
    },
  ],
];

describe('a sync with a faulty answer', () => {
  it.each(ANSWERS)(
    'the wallet reports a server that answers a sync with %s, and keeps the local copy',
    async (_, sentence, answer) => {
      world.intercept = ({ path }, response, forward) =>
        path === '/v1/vault' ? Promise.resolve(answer(response, forward)) : undefined;
      await page.getByRole('button', { name: text('sync.now') }).click();
      await page.getByRole('alert').getByText(sentence).waitFor();
      expect(
        await page
          .getByText(text('sync.revisionLabel'), { exact: true })
          .locator('xpath=..')
          .textContent(),
      ).toMatch(/2$/);
      world.intercept = undefined;
      await page.getByRole('button', { name: text('sync.now') }).click();
      await page.getByRole('alert').waitFor({ state: 'detached' });
    },
  );
});

describe('a server that returns an older vault at unlock', () => {
  it('the wallet detects that the server’s vault is older than the device’s vault, and opens the device’s vault', async () => {
    await wallet.open('Home');
    const address = await wallet.address();
    await wallet.lock();
    world.intercept = ({ path }, response, forward) =>
      path === '/v1/authentication/verify'
        ? forward().then(({ body }) => {
            const { envelope } = JSON.parse(oldest);
            send(response, 200, JSON.stringify({ ...JSON.parse(body), envelope }));
          })
        : undefined;
    await wallet.unlock();
    expect(await wallet.address()).toBe(address);
    await page.getByText(text('sync.olderTitle')).waitFor();
    world.intercept = undefined;
  });
});

describe('a server that takes no new accounts', () => {
  it('the wallet offers a sign-in but not a new vault on a server that takes no new accounts', async () => {
    const second = await launchWallet();
    try {
      world.intercept = ({ path }, response, forward) =>
        path === '/v1/config'
          ? forward().then(({ status, body }) =>
              send(
                response,
                status,
                body.replace('"enrollmentEnabled":true', '"enrollmentEnabled":false'),
              ),
            )
          : undefined;
      await second.importPasskeys(await browser.exportPasskeys());
      const other = await walletUser(second);
      const { page: screen } = other;
      await openServerStep(screen);
      await screen.getByLabel(text('onboarding.serverAddress')).fill(world.url);
      await screen.getByRole('button', { name: text('onboarding.continue') }).click();
      const signIn = screen.getByRole('button', { name: text('serverSignIn.signIn'), exact: true });
      await signIn.waitFor();
      const create = screen.getByRole('button', { name: text('onboarding.createVault') });
      expect(await create.count()).toBe(0);
      await signIn.click();
      await wallet.open('Home');
      expect(await other.address()).toBe(await wallet.address());
    } finally {
      world.intercept = undefined;
      await second.close();
    }
  });
});
