import { verifyMessage, verifyTypedData } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf } from '../devnet/quoting.ts';
import { eventually } from '../helpers/eventually.ts';
import { type FirefoxInUse, startFirefoxInUse } from '../helpers/firefox/firefox-in-use.ts';
import type { FirefoxPage } from '../helpers/firefox/firefox-page.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';

const DOMAIN = { name: 'Letters', version: '1', chainId: 8453 };
const TYPES = { Letter: [{ name: 'words', type: 'string' }] };
const LETTER = { words: 'Greetings' };
const TYPED_DATA = {
  domain: DOMAIN,
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    ...TYPES,
  },
  primaryType: 'Letter',
  message: LETTER,
};

let used: FirefoxInUse;
let dapp: FirefoxPage;

beforeAll(async () => {
  used = await startFirefoxInUse();
  dapp = await used.firefox.open(used.world.dapp.url);
});

afterAll(() => used?.stop());

/** Sends a request without waiting for its answer. */
const ask = (method: string, params: readonly unknown[] = []) =>
  dapp.evaluate<void>(
    'window.asked = ethereum.request({ method: values[0], params: values[1] });',
    method,
    params,
  );
const answer = <Result>() => dapp.evaluate<Result>('return window.asked');

describe('the wallet in Firefox', () => {
  it('sends the vault server only the origin that the server’s tenant registered', () => {
    const { host } = new URL(used.server.url);
    expect([...used.server.origins]).toEqual([`https://${host}`]);
  });

  it('opens the toolbar’s popup as wide as in Chromium', async () => {
    await used.firefox.openPopup();
    await eventually(async () => expect(await used.firefox.popupWidth()).toBe(400));
    await used.firefox.closePopup();
  });

  it('connects a site', async () => {
    const { user, account } = used;
    await ask('eth_requestAccounts');
    await user.answer(await user.approval(), 'Connect');
    expect(await answer()).toEqual([account.address.toLowerCase()]);
  });

  it('signs a message and typed data', async () => {
    const { user, account } = used;
    const { address } = account;
    await ask('personal_sign', ['0x68656c6c6f', address]);
    await user.answer(await user.approval(), 'Sign');
    expect(verifyMessage('hello', await answer<string>())).toBe(address);

    await ask('eth_signTypedData_v4', [address, JSON.stringify(TYPED_DATA)]);
    const window = await user.approval();
    await window.check(text('signed.danger.otherContract'));
    await user.answer(window, 'Sign');
    expect(verifyTypedData(DOMAIN, TYPES, LETTER, await answer<string>())).toBe(address);
  });

  it('fills an order and shows the position', async () => {
    const { user, world, account } = used;
    const { page } = user;
    const before = await balanceOf(world.devnet, account.address);
    await user.open('orders');
    await page.fill(text('orders.searchLabel'), 'buy call spread');
    await page.pressElement(
      '[data-testid=orders] [data-row][aria-disabled=false]',
      /BuyETH Call spread/,
    );
    await page.fill(text('ticket.contracts'), '1');
    await page.press(textStart('ticket.reviewBuy'));
    await page.press(textStart('ticket.begin'));
    const allowance = await user.approval();
    await allowance.waitForText(text('approvals.stepOfFill', { index: 1, count: 2 }));
    await allowance.press(text('approvals.confirm'));
    await allowance.waitForText(text('approvals.stepOfFill', { index: 2, count: 2 }));
    await user.answer(allowance, 'Confirm');
    await page.waitForText(text('progress.asSigned'));
    await page.press(text('progress.positions'));
    await page.waitForText(textPattern('products.CALL_SPREAD'));
    expect(await balanceOf(world.devnet, account.address)).toBeLessThan(before);
  });

  it('notifies about an alert that was set on the desk', async () => {
    const { firefox, world } = used;
    const desk = await firefox.open(`${firefox.origin}/desk.html`);
    await desk.press('ETH');
    await desk.press(text('alerts.alertMePrice', { asset: 'ETH' }));
    await desk.fill(text('alerts.spotLevel', { asset: 'ETH' }), '2700');
    await desk.press(text('alerts.save'));
    await desk.press(textStart('alerts.title'));
    await desk.waitForElement('[data-alert=armed]');
    await world.devnet.setPrice('ETH', 2750_00000000n);
    // Without the stored time, the next worker checks immediately instead of after a minute.
    await desk.evaluate("await browser.storage.session.remove('alerts-checked-at');");
    await firefox.suspend();
    await desk.reload();
    await eventually(async () => {
      const notices = await desk.evaluate<string>(
        'return JSON.stringify(await browser.notifications.getAll());',
      );
      expect(notices).toContain('2,750');
    });
    await desk.press(textStart('alerts.title'));
    await desk.waitForElement('[data-alert=fired]');
    await desk.close();
  });

  it('asks for access to sites again after the user withdrew it, and works with the new access', async () => {
    const { user, firefox } = used;
    await user.open('home');
    await firefox.withdrawAccess();
    await user.page.waitForText(textPattern('sites.accessWithdrawn'));
    await dapp.reload();
    expect(await dapp.evaluate('return typeof window.ethereum')).toBe('undefined');
    await user.page.press(text('sites.allowAccess'));
    await eventually(async () =>
      expect(await user.page.countOfText(textPattern('sites.accessWithdrawn'))).toBe(0),
    );
    await dapp.reload();
    await ask('eth_accounts');
    expect(await answer()).toEqual([used.account.address.toLowerCase()]);
  });

  it('answers eth_accounts with the connected account while the wallet is locked', async () => {
    const { user, account } = used;
    await user.open('home');
    await user.lock();
    await ask('eth_accounts');
    expect(await answer()).toEqual([account.address.toLowerCase()]);
    await user.unlock();
  });
});

describe('a recovery phrase', () => {
  it('the wallet in Firefox imports a recovery phrase', async () => {
    const { page, open } = used.user;
    await open('home');
    await page.press(text('home.addWallet'));
    await page.press(textPattern('addWallet.import'));
    await page.fill(textPattern('addWallet.secret'), `${'test '.repeat(11)}junk`);
    await page.press(text('addWallet.importNow'));
    await page.press(textPattern('importAccounts.import'));
    // The devnet's first account, which is derived from the phrase.
    const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    await page.waitForElement(`[data-testid=address][title="${first}"]`);
  });
});
