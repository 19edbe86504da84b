import type { Page } from 'playwright-core';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GUARD_MS } from '../../components/approvals/click-guard.ts';
import { EXPIRY_ALARM, EXPIRY_MS } from '../../entrypoints/background/approvals/queue.ts';
import { UI_PORT } from '../../shared/messages/port-names.ts';
import { axeFindings } from '../helpers/axe.ts';
import { cutOff } from '../helpers/cut-off.ts';
import { eventually } from '../helpers/eventually.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { waitForGuard } from '../helpers/wait-for-guard.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const abi = parseAbi(['function approve(address,uint256)']);
const FRIEND = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

let used: WalletInUse;
let server: PageServer;
let page: Page;

beforeAll(async () => {
  const args = ['--host-resolver-rules=MAP *.example 127.0.0.1'];
  [used, server] = await Promise.all([startWalletInUse({ args }), startPageServer()]);
  await (await open(server.otherUrl)).close();
  page = await open(server.url);
});

afterAll(async () => {
  await used?.stop();
  await server?.stop();
});

beforeEach(() => page.bringToFront());

type Outcome = { readonly result?: unknown; readonly code?: number; readonly message?: string };

const ask = (site: Page, method: string, params: unknown = []) =>
  site.evaluate<Outcome>(`ethereum.request(${JSON.stringify({ method, params })}).then(
    (result) => ({ result }), ({ code, message }) => ({ code, message }))`);
const sign = (site: Page, text: string) => ask(site, 'personal_sign', [text, used.address]);
const windows = () =>
  used.browser.context.pages().filter((one) => one.url().includes('/approval.html'));
const tellWallet = (command: string, payload: unknown) =>
  used.wallet.page.evaluate(`new Promise((resolve, reject) => {
    const port = chrome.runtime.connect({ name: '${UI_PORT}' });
    port.onMessage.addListener(({ id, failure, result }) => {
      if (id !== 1) return;
      port.disconnect();
      if (failure === undefined) resolve(result);
      else reject(new Error(failure.message));
    });
    port.postMessage(${JSON.stringify({ id: 1, command, payload })});
  })`);
const noWindow = () => eventually(async () => expect(windows()).toHaveLength(0));

/**
 * Stores in the wallet's storage the time at which a window first shows Sign, the time of each
 * click, and the buttons that are enabled when Sign appears.
 */
const RECORDING = `
  const keep = (times) => localStorage.setItem('clicks', JSON.stringify(times));
  const shown = () => [...document.querySelectorAll('button')];
  const isShown = () =>
    shown().some(
      ({ textContent }) => textContent === ${JSON.stringify(text('approvals.sign'))},
    );
  const keepEnabled = () =>
    localStorage.setItem(
      'enabled',
      JSON.stringify(shown().flatMap((button) => (button.disabled ? [] : [button.textContent]))),
    );
  if (location.pathname === '/approval.html') {
    let times = [];
    new MutationObserver(() => {
      if (times.length > 0 || !isShown()) return;
      keepEnabled();
      keep((times = [performance.now()]));
    }).observe(document, { childList: true, subtree: true });
    addEventListener('pointerdown', () => keep((times = [...times, performance.now()])), true);
  }`;

/**
 * Clicks on Sign for three times the guard's length, or until the window closes. Returns the
 * longest pause between two clicks, or between the button's appearance and the first click.
 */
async function clickFast(window: Page): Promise<number> {
  const button = window.getByRole('button', { name: text('approvals.sign'), exact: true });
  await button.waitFor();
  const box = await button.boundingBox();
  if (box === null) throw new Error('the button has no place');
  const end = performance.now() + 3 * GUARD_MS;
  while (performance.now() < end && !window.isClosed())
    await window.mouse
      .click(box.x + box.width / 2, box.y + box.height / 2)
      .catch(() => expect(window.isClosed()).toBe(true));
  const kept = await used.wallet.page.evaluate<string>("localStorage.getItem('clicks')");
  const times: readonly number[] = JSON.parse(kept);
  expect(times.length).toBeGreaterThan(1);
  return Math.max(...times.slice(1).map((time, i) => time - (times[i] ?? 0)));
}

async function visit(origin: string): Promise<Page> {
  const site = await used.browser.context.newPage();
  await site.goto(`${origin}/site`);
  return site;
}

async function open(origin: string): Promise<Page> {
  const site = await visit(origin);
  await Promise.all([used.answer('Connect'), ask(site, 'eth_requestAccounts')]);
  return site;
}

describe('an approval', () => {
  it('rejects a request with 4001 when its window is closed, and opens a new window for the next request', async () => {
    const asked = sign(page, 'closed');
    await (await used.approval()).close();
    expect(await asked).toMatchObject({ code: 4001 });
    const [again] = await Promise.all([sign(page, 'again'), used.answer('Sign')]);
    expect(again.result).toMatch(/^0x/);
  });

  it('ignores fast clicks in a newly opened window', async () => {
    await used.browser.context.addInitScript(RECORDING);
    // On a busy machine, clicks may be too slow to count as fast. The test then tries again with
    // another prompt.
    for (let pause = GUARD_MS; pause >= GUARD_MS; ) {
      const asked = sign(page, 'clicked');
      const window = await used.approval();
      pause = await clickFast(window);
      if (window.isClosed()) {
        await asked;
        expect(pause).toBeGreaterThanOrEqual(GUARD_MS);
      } else {
        await used.answer('Reject');
        expect((await asked).code).toBe(4001);
      }
    }
  });

  it('enables Sign, Reject and “Block site” only after a moment', async () => {
    await used.browser.context.addInitScript(RECORDING);
    const asked = sign(page, 'guarded');
    const window = await used.approval();
    const keys = ['approvals.sign', 'approvals.reject', 'approvals.blockSite'] as const;
    const button = (key: (typeof keys)[number]) =>
      window.getByRole('button', { name: text(key), exact: true });
    for (const key of keys)
      await eventually(async () => expect(await button(key).isEnabled()).toBe(true));
    const enabled = await window.evaluate<string>("localStorage.getItem('enabled')");
    for (const key of keys) expect(JSON.parse(enabled)).not.toContain(text(key));
    await used.answer('Reject');
    expect((await asked).code).toBe(4001);
  });

  it('closes a request’s window when the requesting page navigates to a different address', async () => {
    const site = await visit(server.otherUrl);
    void sign(site, 'gone').catch(() => undefined);
    await used.approval();
    await site.goto(`${server.otherUrl}/elsewhere`);
    await noWindow();
    await site.close();
  });

  it('rejects a request with 4001 when the user locks the wallet, and asks for an unlock at the next request', async () => {
    const asked = sign(page, 'locked');
    await used.approval();
    await used.wallet.page.bringToFront();
    await used.wallet.lock();
    expect(await asked).toMatchObject({ code: 4001, message: expect.stringContaining('locked') });
    await noWindow();
    expect(await ask(page, 'eth_accounts')).toMatchObject({ result: [expect.any(String)] });
    const after = sign(page, 'unlocked');
    const window = await used.browser.waitForWindow('approval.html');
    await window.getByRole('button', { name: text('unlock.unlock'), exact: true }).click();
    await window.getByText('unlocked').waitFor();
    await used.answer('Sign');
    expect((await after).result).toMatch(/^0x/);
    await used.wallet.page.getByRole('navigation').waitFor();
  });

  it('rejects a request with 4001 when the user disconnects the site, and later requests with 4100', async () => {
    const site = await visit(server.otherUrl);
    const asked = sign(site, 'account');
    await used.approval();
    await tellWallet('sites.disconnect', { origin: server.otherUrl });
    expect(await asked).toMatchObject({ code: 4001, message: expect.stringContaining('account') });
    await noWindow();
    expect(await sign(site, 'after')).toMatchObject({ code: 4100 });
    await site.close();
    await (await open(server.otherUrl)).close();
  });

  it('rejects an expired request with 4001 and a reason, even after the worker died', async () => {
    const asked = sign(page, 'late');
    await used.approval();
    // Makes the stored request old. The next worker reads it, and the worker's alarm rings.
    await used.wallet.page.evaluate(`(async () => {
      const { drafts } = await chrome.storage.session.get('drafts');
      for (const draft of drafts.value) draft.createdAt -= ${EXPIRY_MS};
      await chrome.storage.session.set({ drafts });
    })()`);
    await used.browser.stopWorker();
    await used.wallet.page.evaluate(
      `chrome.alarms.create('${EXPIRY_ALARM}', { when: Date.now() })`,
    );
    expect(await asked).toMatchObject({ code: 4001, message: expect.stringContaining('in time') });
    await noWindow();
  });

  it('“Reject all” rejects all requests of a site, and “Block site” rejects further requests without opening a window', async () => {
    const site = await visit(server.otherUrl);
    const asked = ['one', 'two', 'three'].map((text) => sign(site, text));
    const window = await used.approval();
    await window.getByText(text('approvals.position', { index: 1, count: 3 })).waitFor();
    await window.getByRole('button', { name: text('approvals.rejectAll', { count: 3 }) }).click();
    for (const outcome of await Promise.all(asked)) expect(outcome.code).toBe(4001);
    await noWindow();
    const last = sign(site, 'four');
    await (await used.approval())
      .getByRole('button', { name: text('approvals.blockSite') })
      .click();
    expect((await last).code).toBe(4001);
    await noWindow();
    expect(await sign(site, 'five')).toMatchObject({
      code: 4001,
      message: expect.stringContaining('blocked'),
    });
    expect(windows()).toHaveLength(0);
    await site.close();
  });
});

describe('the approval window', () => {
  it('names the site of a frame and the site that embeds the frame', async () => {
    const [inner, outer] = ['frame', 'top'].map((name) => `http://${name}.example:${server.port}`);
    const asking = `<script>onload = () => ethereum.request({ method: 'eth_requestAccounts' }).catch(
      ({ code }) => parent.postMessage(code, '*'))</script>`;
    server.serve('/asking', asking);
    server.serve(
      '/framing',
      `<script>onmessage = ({ data }) => { globalThis.heard = data; }</script>
       <iframe src="${inner}/asking"></iframe>`,
    );
    const site = await used.browser.context.newPage();
    await site.goto(`${outer}/framing`);
    const window = await used.approval();
    expect(await window.getByTestId('origin').textContent()).toBe(inner);
    await window.getByText(text('approvals.embeddedIn', { topOrigin: outer ?? '' })).waitFor();
    await used.answer('Reject');
    await eventually(async () => expect(await site.evaluate('globalThis.heard')).toBe(4001));
    await site.close();
  });

  it('shows two open requests in one window, oldest first', async () => {
    const [first, second] = [sign(page, 'first'), sign(page, 'second')];
    const window = await used.approval();
    await window.getByText(text('approvals.position', { index: 1, count: 2 })).waitFor();
    expect(windows()).toHaveLength(1);
    await window.getByTestId('message').getByText('first', { exact: true }).waitFor();
    await window.getByRole('button', { name: text('approvals.sign'), exact: true }).click();
    await window.getByTestId('message').getByText('second', { exact: true }).waitFor();
    await window.getByRole('button', { name: text('approvals.reject'), exact: true }).click();
    expect((await first).result).toMatch(/^0x/);
    expect((await second).code).toBe(4001);
    await noWindow();
  });

  it('ignores an early Enter key, and then works with the keyboard alone', async () => {
    const asked = ask(page, 'eth_sendTransaction', [
      { from: used.address, to: FRIEND, value: '0x1' },
    ]);
    const window = await used.approval();
    const focused = () => window.evaluate<string>('document.activeElement?.textContent ?? ""');
    // Ignores an Enter key that was meant for the page.
    expect(await focused()).toBe(await window.getByRole('heading', { level: 1 }).textContent());
    await window.keyboard.press('Enter');
    await window.locator('button:enabled', { hasText: text('approvals.confirm') }).waitFor();
    for (
      let presses = 0;
      presses < 30 && (await focused()) !== text('approvals.confirm');
      presses += 1
    ) {
      await window.keyboard.press('Tab');
    }
    expect(await focused()).toBe(text('approvals.confirm'));
    await window.keyboard.press('Enter');
    expect((await asked).result).toMatch(/^0x[0-9a-f]{64}$/);
    await noWindow();
  });
});

describe('an approval with a fee that the site suggests', () => {
  it('offers the site’s fee beside the wallet’s fees, and signs the site’s fee only if the user chooses that fee', async () => {
    const asOf = await ask(page, 'eth_gasPrice');
    const price = BigInt(String(asOf.result)) * 3n;
    const send = () =>
      ask(page, 'eth_sendTransaction', [
        { from: used.address, to: FRIEND, value: '0x01', gasPrice: `0x0${price.toString(16)}` },
      ]);
    const signedPrice = async ({ result }: Outcome) => {
      const found = await ask(page, 'eth_getTransactionByHash', [result]);
      return BigInt((found.result as { maxFeePerGas: string }).maxFeePerGas);
    };
    const chosen = send();
    const window = await used.approval();
    await window.setViewportSize({ width: 400, height: 600 });
    await window.getByRole('radio', { name: text('approvals.fee.site') }).check({ force: true });
    expect(await cutOff(window)).toEqual([]);
    await used.answer('Confirm');
    expect(await signedPrice(await chosen)).toBe(price);
    const [ignored] = await Promise.all([send(), used.answer('Confirm')]);
    expect(await signedPrice(ignored)).not.toBe(price);
  });
});

describe('the dangers and warnings of an approval', () => {
  const size = { width: 400, height: 600 };

  it('a button at the top leads to a danger while the danger is below the visible part and isn’t acknowledged', async () => {
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [FRIEND, 5_000_000n] });
    const asked = ask(page, 'eth_sendTransaction', [{ from: used.address, to: USDC, data }]);
    const window = await used.approval();
    await window.setViewportSize(size);
    const danger = window.getByLabel(textStart('danger.spender.person'));
    const hint = window.getByRole('button', { name: text('approvals.warningsBelow', 1) });
    await hint.waitFor();
    expect(await danger.count()).toBe(1);
    await window.evaluate(`globalThis.problems = [];
      addEventListener('error', ({ message }) => globalThis.problems.push(message))`);
    // Without a scrollbar, there is no button that scrolls down.
    await window.setViewportSize({ ...size, height: 1_600 });
    await hint.waitFor({ state: 'detached' });
    await window.setViewportSize(size);
    await hint.waitFor();
    await window.mouse.move(200, 300);
    await window.mouse.wheel(0, 5_000);
    await hint.waitFor({ state: 'detached' });
    await window.mouse.wheel(0, -5_000);
    await hint.waitFor();
    await hint.focus();
    await window.keyboard.press('Enter');
    await hint.waitFor({ state: 'detached' });
    expect(await danger.evaluate((box) => document.activeElement === box)).toBe(true);
    await window.keyboard.press('Space');
    await window.locator('button:enabled', { hasText: text('approvals.confirm') }).waitFor();
    // A ticked warning counts as read, even if it is out of view again.
    await window.mouse.wheel(0, -5_000);
    const scrolled = () =>
      window.evaluate<number>(`document.querySelector('h1').parentElement.scrollTop`);
    await eventually(async () => expect(await scrolled()).toBe(0));
    expect(await hint.count()).toBe(0);
    expect(await window.evaluate('globalThis.problems')).toEqual([]);
    await used.answer('Reject');
    expect((await asked).code).toBe(4001);
  });

  it('counts dangers and warnings together, and leads first to the warning without a checkbox', async () => {
    const asked = ask(page, 'wallet_addEthereumChain', [
      { chainId: '0x64', chainName: 'Gnosis', rpcUrls: ['http://127.0.0.1:9'] },
    ]);
    const window = await used.approval();
    await window.setViewportSize({ width: 360, height: 300 });
    await window.getByRole('button', { name: text('approvals.warningsBelow', 2) }).press('Enter');
    const focused = () =>
      window.evaluate<string>(`document.activeElement.closest('[data-warning]')?.textContent`);
    expect(await focused()).toContain(text('approvals.networkNameUnverified'));
    // Visible warnings are no longer counted, and the keyboard continues from them.
    await window.getByRole('button', { name: text('approvals.warningsBelow', 1) }).waitFor();
    await window.keyboard.press('Tab');
    expect(await focused()).toMatch(textPattern('meaning.ownNetworkDanger'));
    await used.answer('Reject');
    expect((await asked).code).toBe(4001);
  });

  it('shows no danger when the request revokes an allowance', async () => {
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [FRIEND, 0n] });
    const asked = ask(page, 'eth_sendTransaction', [{ from: used.address, to: USDC, data }]);
    const said = await used.answer('Confirm');
    expect(said).not.toMatch(textPattern('danger.spender.person'));
    expect(said).not.toMatch(textPattern('approvals.warningsBelow'));
    expect((await asked).result).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it('warns of a call to an address without a contract', async () => {
    const asked = ask(page, 'eth_sendTransaction', [
      { from: used.address, to: FRIEND, data: '0xdeadbeef' },
    ]);
    const window = await used.approval();
    await window.getByText(text('check.contract.missing')).waitFor();
    await used.answer('Reject');
    expect((await asked).code).toBe(4001);
  });
});

describe('an approval of typed data that is longer than the window', () => {
  it('enables Sign after the user scrolls to the end by keyboard, and explains the disabled button until then', async () => {
    const types = { Letter: [{ name: 'lines', type: 'string[]' }] };
    const data = {
      types: { EIP712Domain: [{ name: 'name', type: 'string' }], ...types },
      domain: { name: 'Post' },
      primaryType: 'Letter',
      message: { lines: Array.from({ length: 100 }, (_, line) => `line ${line}`) },
    };
    const asked = ask(page, 'eth_signTypedData_v4', [used.address, JSON.stringify(data)]);
    const window = await used.approval();
    await window.setViewportSize({ width: 400, height: 600 });
    const hint = window.getByRole('status').getByText(text('approvals.readFirst'));
    const sign = window.getByRole('button', { name: text('approvals.sign'), exact: true });
    await hint.waitFor();
    expect(await axeFindings(window)).toEqual([]);
    for (const box of await window.getByRole('checkbox').all()) await box.dispatchEvent('click');
    await waitForGuard(window);
    expect(await sign.isDisabled()).toBe(true);
    await window.keyboard.press('PageDown');
    await hint.waitFor();
    await window.keyboard.press('End');
    await hint.waitFor({ state: 'detached' });
    // A text that was once read to its end counts as read.
    await window.keyboard.press('Home');
    await window.locator('button:enabled', { hasText: text('approvals.sign') }).waitFor();
    await used.answer('Sign');
    expect((await asked).result).toMatch(/^0x[0-9a-f]{130}$/);
  });
});
