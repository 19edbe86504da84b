import { parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type FirefoxInUse, startFirefoxInUse } from '../helpers/firefox/firefox-in-use.ts';
import type { FirefoxPage } from '../helpers/firefox/firefox-page.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';

let used: FirefoxInUse;
let server: PageServer;
let dapp: FirefoxPage;

beforeAll(async () => {
  used = await startFirefoxInUse();
  server = await startPageServer();
  dapp = await used.firefox.open(`${server.url}/empty`);
  await ask('eth_requestAccounts');
  await used.user.answer(await used.user.approval(), 'Connect');
  await answer();
});

afterAll(async () => {
  await used?.stop();
  await server?.stop();
});

/** Sends a request without waiting for its answer, and counts the answers. */
const ask = (method: string, params: readonly unknown[] = []) =>
  dapp.evaluate<void>(
    `window.answers = 0;
     window.asked = ethereum.request({ method: values[0], params: values[1] });
     window.asked.finally(() => { window.answers += 1; });`,
    method,
    params,
  );
const answer = <Result>() => dapp.evaluate<Result>('return window.asked');

const expectRunning = (isRunning: boolean) =>
  eventually(async () => expect(await used.firefox.isRunning()).toBe(isRunning));

describe('an event page that Firefox suspends', () => {
  it('the wallet stays unlocked when Firefox suspends its event page', async () => {
    const { firefox, user } = used;
    await firefox.suspend();
    await user.page.reload();
    await user.page.waitForElement('[data-testid=address]');
  });

  it('the wallet stays locked when Firefox suspends its event page', async () => {
    const { firefox, user } = used;
    await user.lock();
    await firefox.suspend();
    await user.page.reload();
    await user.unlock();
  });

  it('a page’s request wakes a suspended event page', async () => {
    await used.firefox.suspend();
    await ask('eth_accounts');
    expect(await answer()).toEqual([used.account.address.toLowerCase()]);
    await expectRunning(true);
  });

  it('the wallet notifies a dApp of a disconnection, even after the idle timeout suspended the event page', async () => {
    const { firefox, user } = used;
    await dapp.evaluate(
      "window.heard = []; ethereum.on('accountsChanged', (accounts) => heard.push(accounts));",
    );
    // Leaves the wallet's page, because an open page refreshes its figures and so keeps the event
    // page running.
    await user.page.goto('about:blank');
    await firefox.asBrowser(
      "Services.prefs.setIntPref('extensions.background.idle.timeout', values[0]);",
      500,
    );
    // The preference takes effect at the next start.
    await firefox.suspend();
    await ask('eth_accounts');
    await answer();
    await expectRunning(false);
    await firefox.asBrowser("Services.prefs.clearUserPref('extensions.background.idle.timeout');");
    await user.page.goto(`${firefox.origin}/popup.html#full`);
    await user.page.press(text('home.settings'));
    await user.page.press(textPattern('settings.connectedSites'));
    const origin = String(await dapp.evaluate('return location.origin'));
    await user.page.press(text('sites.disconnectSite', { origin }));
    await eventually(async () => expect(await dapp.evaluate('return window.heard')).toEqual([[]]));
    await ask('eth_requestAccounts');
    await user.answer(await user.approval(), 'Connect');
    await answer();
  });

  it('the wallet keeps an open approval when Firefox suspends the event page, and sends the approved transaction once', async () => {
    const { firefox, user, world, account } = used;
    const { client } = world.devnet;
    const { address } = account;
    const sent = () => client.getTransactionCount({ address });
    const before = await sent();
    const [, receiver] = world.devnet.accounts.takers;
    await ask('eth_sendTransaction', [
      { from: address, to: receiver.address, value: `0x${parseEther('1').toString(16)}` },
    ]);
    const window = await user.approval();
    await firefox.suspend();
    await dapp.evaluate(
      "window.second = ethereum.request({ method: 'personal_sign', params: values });",
      '0x68656c6c6f',
      address,
    );
    // The restarted event page recognizes the window that is still open.
    await window.waitForText(text('approvals.position', { index: 1, count: 2 }));
    expect(await firefox.pageCount('approval.html')).toBe(1);
    await window.press(text('approvals.confirm'));
    await user.answer(window, 'Sign');
    expect(await dapp.evaluate('return window.second')).toMatch(/^0x[0-9a-f]{130}$/);
    expect(await answer()).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await dapp.evaluate('return window.answers')).toBe(1);
    await eventually(async () => expect(await sent()).toBe(before + 1));
    await firefox.suspend();
    await ask('eth_chainId');
    expect(await answer()).toBe('0x2105');
    expect(await firefox.pageCount('approval.html')).toBe(0);
    expect(await sent()).toBe(before + 1);
  });
});
