import type { Page } from 'playwright-core';
import { encodeFunctionData, type Hex, maxUint256 } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import { encodeFill } from '../../shared/orders/calldata.ts';
import { type FeedEntry, parseFeed } from '../../shared/orders/parse-feed.ts';
import { contracts, price8 } from '../../shared/units.ts';
import { receiptOf } from '../devnet/receipt.ts';
import { type DappUser, dappUser } from '../helpers/dapp-user.ts';
import { anyOf, text, textPattern } from '../helpers/screen-texts.ts';
import { openServerStep } from '../helpers/server-step.ts';
import { waitForGuard } from '../helpers/wait-for-guard.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';
import { startWorld, type World } from '../helpers/world.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const ZERO = '0x0000000000000000000000000000000000000000';

let world: World;
let browser: WalletBrowser;
let wallet: WalletUser;
let site: DappUser;

beforeAll(async () => {
  world = await startWorld();
  browser = await launchWallet();
  wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: world.devnet.rpcUrl });
  await wallet.createVault();
  await wallet.importWallet('Test', PHRASE);
  site = await dappUser(browser, world.dapp.url);
  await site.answer(await site.connect(), 'Connect');
  await site.said(/Connected to Condor/);
});

// Closes a window that a failed case has left open. The window would disturb the next case.
afterEach(async () => {
  await browser.setAuthenticator({ mode: 'approve' });
  const windows = browser.context
    .pages()
    .filter((page) => /approval\.html|ceremony\.html/.test(page.url()));
  await Promise.all(windows.map((window) => window.close()));
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

/**
 * Sends a request to the wallet from the page's script. Returns the answer or the error as JSON.
 */
function ask(
  page: Page,
  method: string,
  params: unknown[],
): Promise<{ result?: unknown; code?: number; message?: string }> {
  const text = JSON.stringify({ method, params });
  return page.evaluate(
    `window.ethereum.request(${text}).then((result) => ({ result }), ({ code, message }) => ({ code, message }))`,
  );
}

async function liveEntry(): Promise<FeedEntry> {
  const answer = await fetch(`${world.url}/orders/`);
  const entry = parseFeed(await answer.json())?.orders.find(({ order }) => !order.isLong);
  if (entry === undefined) throw new Error('the feed is empty');
  return entry;
}

const transaction = (to: string, data: string) => [{ from: ACCOUNT, to, data }];

/** Returns the pixels by which the content of an approval window is scrolled. */
const scrolled = (window: Page) =>
  window.locator('main > section').evaluate((section) => section.scrollTop);

describe('the wallet with a hostile or faulty dApp', () => {
  it('answers a dApp with 4001 and sends nothing when the user rejects a transaction', async () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [BOOK_R12, 1n],
    });
    const sent = () => world.devnet.client.getTransactionCount({ address: ACCOUNT });
    const before = await sent();
    let answer: ReturnType<typeof ask> | undefined;
    const window = await site.approval(async () => {
      answer = ask(site.page, 'eth_sendTransaction', transaction(USDC, data));
    });
    await site.answer(window, 'Reject');
    expect(await answer).toEqual({ code: 4001, message: 'User denied transaction signature.' });
    expect(await sent()).toBe(before);
  });

  it('answers a dApp with 4001 when the user closes the approval window', async () => {
    let answer: ReturnType<typeof ask> | undefined;
    const window = await site.approval(async () => {
      answer = ask(site.page, 'personal_sign', ['0x68656c6c6f', ACCOUNT]);
    });
    await window.close();
    expect(await answer).toMatchObject({ code: 4001 });
  });

  it('shows no Confirm button for an order with an invalid signature', async () => {
    const { order, signature, optionBookAddress } = await liveEntry();
    const altered = { ...order, price: price8(order.price / 2n) };
    const numContracts = contracts(10_000n);
    const data = encodeFill({ order: altered, signature, referrer: ZERO, numContracts });
    let answer: ReturnType<typeof ask> | undefined;
    const window = await site.approval(async () => {
      answer = ask(site.page, 'eth_sendTransaction', transaction(optionBookAddress, data));
    });
    await window.getByText(text('fill.finding.signature')).first().waitFor();
    await window.getByText(textPattern('fill.refusal')).waitFor();
    expect(
      await window.getByRole('button', { name: text('approvals.confirm'), exact: true }).count(),
    ).toBe(0);
    await site.answer(window, 'Reject');
    expect(await answer).toMatchObject({ code: 4001 });
  });

  it('shows no Confirm button for a real order on a contract that isn’t an order book', async () => {
    const { order, signature } = await liveEntry();
    const data = encodeFill({ order, signature, referrer: ZERO, numContracts: contracts(10_000n) });
    let answer: ReturnType<typeof ask> | undefined;
    const window = await site.approval(async () => {
      answer = ask(site.page, 'eth_sendTransaction', transaction(USDC, data));
    });
    await window.getByText(text('check.fillBook.unknown')).first().waitFor();
    expect(
      await window.getByRole('button', { name: text('approvals.confirm'), exact: true }).count(),
    ).toBe(0);
    await site.answer(window, 'Reject');
    await answer;
  });

  it('enables Confirm for an unlimited allowance only after the user acknowledges the danger', async () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [BOOK_R12, maxUint256],
    });
    let answer: ReturnType<typeof ask> | undefined;
    const window = await site.approval(async () => {
      answer = ask(site.page, 'eth_sendTransaction', transaction(USDC, data));
    });
    const danger = window.getByLabel(
      text('danger.mayTakeAll', {
        who: text('meaning.theOrderBook'),
        what: text('meaning.allOf', { name: 'USDC' }),
      }),
    );
    await danger.waitFor();
    // The danger is below the visible part; a button at the top scrolls to the danger.
    await window.getByRole('button', { name: text('approvals.warningsBelow', 1) }).click();
    expect(await danger.evaluate((box) => document.activeElement === box)).toBe(true);
    // After the guard against stray clicks has ended, only the checkbox blocks.
    await waitForGuard(window);
    expect(
      await window
        .getByRole('button', { name: text('approvals.confirm'), exact: true })
        .isDisabled(),
    ).toBe(true);
    await danger.check();
    expect(
      await window
        .getByRole('button', { name: text('approvals.confirm'), exact: true })
        .isEnabled(),
    ).toBe(true);
    await site.answer(window, 'Reject');
    await answer;
  });

  it.each([
    ['a larger amount', 125_500_000n],
    ['an unlimited amount', maxUint256],
  ])(
    'grants only the amount that the user entered in the window, even if the dApp requested %s',
    async (_, amount) => {
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [BOOK_R12, amount],
      });
      let answer: ReturnType<typeof ask> | undefined;
      const window = await site.approval(async () => {
        answer = ask(site.page, 'eth_sendTransaction', transaction(USDC, data));
      });
      const confirm = window.getByRole('button', { name: text('approvals.confirm'), exact: true });
      await confirm.waitFor();
      if (amount === maxUint256) await window.getByRole('checkbox').check();
      else await window.getByRole('button', { name: text('approvals.changeAmount') }).click();
      // After the guard against stray clicks has ended, only the amount blocks.
      await confirm.click({ trial: true });
      const field = window.getByLabel(text('approvals.allowAtMost', { symbol: 'USDC' }));
      await field.fill('5');
      expect(await confirm.isDisabled()).toBe(true);
      await window.getByText(text('approvals.amountUnused')).waitFor();
      await field.press('Enter');
      await window
        .getByRole('heading', {
          name: text('actions.asked.approve', {
            who: text('meaning.theOrderBook'),
            what: '5 USDC',
          }),
        })
        .waitFor();
      await window.getByText(text('approvals.amountUnused')).waitFor({ state: 'hidden' });
      await site.answer(window, 'Confirm');
      const hash = (await answer)?.result as Hex;
      await receiptOf(world.devnet.client, hash);
      const args = [ACCOUNT, BOOK_R12] as const;
      expect(
        await world.devnet.client.readContract({
          address: USDC,
          abi: erc20Abi,
          functionName: 'allowance',
          args,
        }),
      ).toBe(5_000_000n);
    },
  );

  it('requires an acknowledgement before the user can confirm a transfer that would fail', async () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [BOOK_R12, 777_000_000_000_000n],
    });
    let answer: ReturnType<typeof ask> | undefined;
    const window = await site.approval(async () => {
      const call = { from: ACCOUNT, to: USDC, data, gas: '0x186a0' };
      answer = ask(site.page, 'eth_sendTransaction', [call]);
    });
    const confirm = window.getByRole('button', { name: text('approvals.confirm'), exact: true });
    const danger = window.getByLabel(text('danger.wouldFail'));
    await danger.waitFor();
    // After the guard against stray clicks has ended, only the checkbox blocks.
    await danger.check();
    await confirm.click({ trial: true });
    await danger.uncheck();
    const status = window.getByRole('status');
    await status.getByText(text('approvals.tickFirst')).waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    await danger.check();
    await status.getByText(text('approvals.tickFirst')).waitFor({ state: 'detached' });
    expect(await confirm.isEnabled()).toBe(true);
    await world.devnet.fund(ACCOUNT, { usdc: 778_000_000_000_000n });
    await confirm.click();
    await window.getByText(text('failures.wouldSucceed')).waitFor();
    await danger.waitFor({ state: 'hidden' });
    await window.getByText('777,000,000').first().waitFor();
    await site.answer(window, 'Reject');
    expect(await answer).toMatchObject({ code: 4001 });
  });

  it('requires an acknowledgement before the user can confirm an allowance for an unknown spender', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [USDC, 1n] });
    let answer: ReturnType<typeof ask> | undefined;
    const window = await site.approval(async () => {
      answer = ask(site.page, 'eth_sendTransaction', transaction(USDC, data));
    });
    const danger = window.getByLabel(textPattern('danger.mayTakeSome'));
    await danger.waitFor();
    await waitForGuard(window);
    expect(
      await window
        .getByRole('button', { name: text('approvals.confirm'), exact: true })
        .isDisabled(),
    ).toBe(true);
    await danger.check();
    expect(
      await window
        .getByRole('button', { name: text('approvals.confirm'), exact: true })
        .isEnabled(),
    ).toBe(true);
    await site.answer(window, 'Reject');
    await answer;
  });

  it('shows the ether that an unknown call sends', async () => {
    let answer: ReturnType<typeof ask> | undefined;
    const window = await site.approval(async () => {
      const call = { from: ACCOUNT, to: USDC, data: '0xdeadbeef', value: '0x8ac7230489e80000' };
      answer = ask(site.page, 'eth_sendTransaction', [call]);
    });
    await window
      .getByRole('heading', { name: textPattern('meaning.withCoin', { amount: 10 }) })
      .waitFor();
    await site.answer(window, 'Reject');
    await answer;
  });

  it('enables Sign only after the user has scrolled to the end of a long message', async () => {
    let answer: ReturnType<typeof ask> | undefined;
    const window = await site.approval(async () => {
      const text = `Sign in${'\n'.repeat(400)}and I give everything away`;
      answer = ask(site.page, 'personal_sign', [text, ACCOUNT]);
    });
    const sign = window.getByRole('button', { name: text('approvals.sign'), exact: true });
    await window.getByRole('status').getByText(text('approvals.readFirst')).waitFor();
    await waitForGuard(window);
    expect(await sign.isDisabled()).toBe(true);
    await window.mouse.move(200, 300);
    await window.mouse.wheel(0, 1_000);
    await expect.poll(() => scrolled(window)).toBeGreaterThan(0);
    expect(await sign.isDisabled()).toBe(true);
    await window.mouse.wheel(0, 100_000);
    await window.getByText(text('approvals.readFirst')).waitFor({ state: 'detached' });
    expect(await sign.isEnabled()).toBe(true);
    await site.answer(window, 'Reject');
    await answer;
  });

  it('doesn’t return an account or a signature to a dApp that isn’t connected', async () => {
    const stranger = await browser.context.newPage();
    await stranger.goto(world.dapp.url.replace('127.0.0.1', 'localhost'));
    expect(await ask(stranger, 'eth_accounts', [])).toEqual({ result: [] });
    expect(await ask(stranger, 'personal_sign', ['0x00', ACCOUNT])).toMatchObject({ code: 4100 });
    await stranger.close();
  });
});

describe('the wallet after the worker’s death', () => {
  it('keeps a prompt open when the worker dies, and then answers the dApp with the user’s signature', async () => {
    let answer: ReturnType<typeof ask> | undefined;
    const window = await site.approval(async () => {
      answer = ask(site.page, 'personal_sign', ['0x6465617468', ACCOUNT]);
    });
    await browser.stopWorker();
    await window.getByTestId('message').waitFor();
    await window.getByRole('button', { name: text('approvals.sign'), exact: true }).click();
    const { result } = (await answer) ?? {};
    expect(result).toMatch(/^0x[0-9a-f]{130}$/);
    const prompts = browser.context.pages().filter((page) => page.url().includes('approval.html'));
    expect(prompts.length).toBeLessThanOrEqual(1);
  });

  it('keeps the site connected when the worker dies', async () => {
    await browser.stopWorker();
    expect(await ask(site.page, 'eth_accounts', [])).toEqual({ result: [ACCOUNT.toLowerCase()] });
  });
});

describe('the wallet with a server that doesn’t respond', () => {
  it('reports unreachable servers, keeps the listed orders, and still unlocks the vault', async () => {
    await wallet.page.bringToFront();
    await wallet.open('Orders');
    await wallet.page.getByTestId('orders').getByRole('button').first().waitFor();
    await world.services.stop();
    try {
      await wallet.page
        .getByRole('button', {
          name: anyOf(textPattern('times.secondsAgo'), textPattern('times.justNow')),
        })
        .click();
      await wallet.page.getByText(textPattern('failures.feedUnreachable')).waitFor();
      expect(await wallet.page.getByTestId('orders').getByRole('button').count()).toBeGreaterThan(
        0,
      );
      await wallet.open('Positions');
      await wallet.page.getByText(text('history.why.unreachable')).waitFor();
      await wallet.open('Home');
      await wallet.lock();
      await wallet.unlock();
      expect(await wallet.address()).toBe(ACCOUNT);
    } finally {
      await world.restartServices();
    }
  });

  it('reports a server that doesn’t respond, and explains an invalid server address', async () => {
    const other = await launchWallet();
    try {
      const user = await walletUser(other);
      await openServerStep(user.page);
      await user.page.getByLabel(text('onboarding.serverAddress')).fill('http://localhost:9');
      await user.page
        .getByRole('button', { name: text('onboarding.continue'), exact: true })
        .click();
      await user.page.getByText(text('failures.UNREACHABLE')).waitFor();
      await user.page.getByLabel(text('onboarding.serverAddress')).fill('http://example.com');
      await user.page.getByText(text('onboarding.needsHttps')).waitFor();
      expect(
        await user.page
          .getByRole('button', { name: text('onboarding.continue'), exact: true })
          .isDisabled(),
      ).toBe(true);
      await user.page.getByLabel(text('onboarding.serverAddress')).fill('https://example.com/a*');
      await user.page.getByText(text('onboarding.badPath')).waitFor();
    } finally {
      await other.close();
    }
  });
});

describe('a locked wallet', () => {
  it('asks for the passkey when a connected site requests a signature from a locked wallet', async () => {
    await wallet.page.bringToFront();
    await wallet.lock();
    await site.page.bringToFront();
    let answer: ReturnType<typeof ask> | undefined;
    const [window] = await Promise.all([
      browser.waitForWindow('approval.html'),
      (async () => {
        answer = ask(site.page, 'personal_sign', ['0x68656c6c6f', ACCOUNT]);
      })(),
    ]);
    await window.getByRole('button', { name: text('unlock.unlock'), exact: true }).click();
    await window.getByTestId('message').waitFor();
    await site.answer(window, 'Sign');
    expect(await answer).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{130}$/) });
  });
});

describe('a passkey prompt', () => {
  it('the wallet repeats a cancelled prompt in the same window', async () => {
    await wallet.page.bringToFront();
    await wallet.lock();
    await browser.setAuthenticator({ mode: 'cancel' });
    await wallet.page.getByRole('button', { name: text('unlock.unlock'), exact: true }).click();
    const window = await browser.waitForWindow('ceremony.html');
    await window.getByText(text('prompt.cancelled')).waitFor();
    await browser.setAuthenticator({ mode: 'approve' });
    await window.getByRole('button', { name: text('prompt.tryAgain'), exact: true }).click();
    await wallet.page.getByTestId('address').waitFor();
  });

  it('the wallet rejects a different vault’s passkey, and keeps its own vault locked and intact', async () => {
    await wallet.lock();
    const own = await browser.exportPasskeys();
    const other = await launchWallet();
    try {
      const user = await walletUser(other);
      await user.chooseServer({ url: world.url, rpcUrl: world.devnet.rpcUrl });
      await user.createVault();
      await browser.importPasskeys(await other.exportPasskeys());
    } finally {
      await other.close();
    }
    await wallet.page.getByRole('button', { name: text('unlock.unlock'), exact: true }).click();
    await wallet.page.getByText(text('failures.OTHER_VAULT')).waitFor();
    await browser.importPasskeys(own);
    await (await browser.waitForWindow('ceremony.html')).close();
    await wallet.unlock();
    expect(await wallet.address()).toBe(ACCOUNT);
  });
});
