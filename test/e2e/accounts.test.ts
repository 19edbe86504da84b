import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import { type Address, encodeFunctionData, parseEther, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { TOKENS } from '../../shared/chain/deployments.ts';
import { siteOf } from '../../shared/site-of.ts';
import { type Anvil, startAnvil } from '../devnet/anvil.ts';
import { DEVNET_MNEMONIC } from '../devnet/devnet.ts';
import { axeFindings } from '../helpers/axe.ts';
import { installNames } from '../helpers/devnet-names.ts';
import { eventually } from '../helpers/eventually.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

const BAKERY: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const POISON = `0x90f7${'12'.repeat(16)}b906`;
const SPENDER: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
const OPTIMISM = 10;

let all: WalletInUse;
let page: Page;
let site: Page;
let server: Server;
let other: Anvil;
let origin: string;

beforeAll(async () => {
  all = await startWalletInUse();
  page = all.wallet.page;
  other = await startAnvil({
    port: 0,
    host: '127.0.0.1',
    chainId: OPTIMISM,
    mnemonic: DEVNET_MNEMONIC,
  });
  await all.devnet.fund(account(), { usdc: 5_000_000000n });
  server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>A site</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const where = server.address();
  origin = `http://127.0.0.1:${typeof where === 'object' ? where?.port : ''}`;
  site = await all.browser.context.newPage();
  await site.goto(origin);
  // The browser draws a page in the background only once a second, and a click waits for that.
  await page.bringToFront();
});

afterAll(async () => {
  await all?.stop();
  await other?.stop();
  server?.close();
});

const account = () => all.address as Address;
const press = (name: string | RegExp, exact = true) =>
  page.getByRole('button', { name, exact }).click();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const balanceOf = (address: Address) => all.devnet.client.getBalance({ address });

function token(symbol: string): Address {
  const found = TOKENS.find((one) => one.symbol === symbol);
  if (found === undefined) throw new Error(`no token ${symbol}`);
  return found.address;
}

const tokenBalance = (symbol: string, holder: Address) =>
  all.devnet.client.readContract({
    address: token(symbol),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [holder],
  });

async function openSend() {
  await all.wallet.open('Home');
  await press(text('home.refreshBalances'));
  await press(text('home.send'));
  await page.getByLabel(text('send.to')).waitFor();
}

async function openSettings(section: string) {
  await all.wallet.open('Home');
  await press(text('home.settings'));
  await page.getByRole('button', { name: section }).click();
  await page.getByRole('heading', { name: section }).waitFor();
}

const rows = (status: string) =>
  page.getByTestId('activity-list').locator(`li[data-status=${status}]`);

describe('sending', () => {
  it('sends ether to a typed address and lists the transaction as confirmed', async () => {
    const before = await balanceOf(BAKERY);
    await openSend();
    await page.getByLabel(text('send.to')).fill(BAKERY);
    await page.getByText(text('send.newReceiver')).waitFor();
    await page.getByLabel(text('send.amount')).fill('1.25');
    await press(text('send.review'));
    const said = await all.answer('Confirm');
    expect(said).toContain(
      text('actions.asked.transfer', { amount: '1.25 ETH', to: '0x90F7…b906' }),
    );
    expect(said).toContain(text('check.receiver.new'));
    await rows('confirmed').first().waitFor();
    expect((await balanceOf(BAKERY)) - before).toBe(parseEther('1.25'));
    expect(await rows('confirmed').first().textContent()).toContain(
      text('actions.done.transfer', { amount: '1.25 ETH', to: '0x90F7…b906' }),
    );
  });

  it('sends the whole balance of a token to an earlier receiver', async () => {
    await openSend();
    await page
      .getByLabel(text('send.suggestions'))
      .getByRole('button', { name: textPattern('send.known.earlierReceiver') })
      .click();
    await page.getByLabel(text('send.asset')).selectOption({ label: 'USDC · 5,000.00 · USD Coin' });
    await press(text('send.max'));
    await eventually(async () =>
      expect(await page.getByLabel(text('send.amount')).inputValue()).toBe('5000'),
    );
    expect(await page.getByText(text('send.newReceiver')).count()).toBe(0);
    await press(text('send.review'));
    await all.answer('Confirm');
    await rows('confirmed').nth(1).waitFor();
    expect(await tokenBalance('USDC', BAKERY)).toBe(5_000_000000n);
    expect(await tokenBalance('USDC', account())).toBe(0n);
  });

  it('“Max” for ether leaves a small amount for the network fee', async () => {
    await openSend();
    await page.getByLabel(text('send.to')).fill(BAKERY);
    await press(text('send.max'));
    await eventually(async () => {
      const most = parseEther(await page.getByLabel(text('send.amount')).inputValue());
      const balance = await balanceOf(account());
      expect(most < balance && balance - most < parseEther('0.01')).toBe(true);
    });
    expect(await button(text('send.review')).isEnabled()).toBe(true);
  });

  it.each([
    ['the account’s own address', () => account(), text('receiver.self')],
    ['a token’s contract', () => token('USDC'), text('receiver.token', { symbol: 'USDC' })],
    ['the zero address', () => `0x${'0'.repeat(40)}`, text('receiver.nobody')],
    ['a mistyped address', () => BAKERY.replace('F', 'f'), text('receiver.checksum')],
    ['a text that isn’t an address', () => 'bakery', text('receiver.form')],
  ])('rejects %s as a receiver', async (_, to, words) => {
    await openSend();
    await page.getByLabel(text('send.amount')).fill('1');
    await page.getByLabel(text('send.to')).fill(to());
    await page.getByText(words).waitFor();
    expect(await button(text('send.review')).isDisabled()).toBe(true);
  });

  it('rejects an amount above the balance', async () => {
    await openSend();
    await page.getByLabel(text('send.to')).fill(BAKERY);
    await page.getByLabel(text('send.amount')).fill('10001');
    await page.getByText(text('send.tooMuch', { symbol: 'ETH' })).waitFor();
    expect(await button(text('send.review')).isDisabled()).toBe(true);
  });

  it('requires the user to compare a receiver’s address that resembles a known address', async () => {
    await openSend();
    await page.getByLabel(text('send.amount')).fill('1');
    await page.getByLabel(text('send.to')).fill(POISON);
    await page.getByText(text('send.lookAlike', { name: text('receiver.earlier') })).waitFor();
    expect(await button(text('send.review')).isDisabled()).toBe(true);
    await page.getByRole('checkbox').check();
    await press(text('send.review'));
    const window = await all.approval();
    await window
      .getByLabel(text('danger.receiverAlike', { known: text('receiver.earlier') }))
      .waitFor();
    await all.answer('Reject');
    await page.getByText(`${text('failures.rejected')} ${text('failures.nothingSent')}`).waitFor();
  });

  it('accepts a name only if the name’s address lists that name as its primary name', async () => {
    await openSend();
    await page.getByLabel(text('send.to')).fill('early.base.eth');
    await page.getByText(text('receiver.noNameService', { network: 'Base' })).waitFor();
    const names = await installNames(all.devnet);
    await names.forward('bakery.base.eth', BAKERY);
    await names.reverse(BAKERY, 'bakery.base.eth');
    await names.forward('liar.base.eth', SPENDER);
    await openSend();
    await page.getByLabel(text('send.to')).fill('bakery.base.eth');
    await page.getByTestId('receiver').getByTitle(BAKERY).waitFor();
    await page.getByLabel(text('send.to')).fill('liar.base.eth');
    await page.getByText(text('ui.nameUnknown')).waitFor();
  });

  it('reads a payment URI only for the selected network, and removes and reports invisible characters', async () => {
    await openSend();
    await page.getByLabel(text('send.to')).fill(`ethereum:${BAKERY}@8453?value=1e18`);
    await page.getByTestId('receiver').getByTitle(BAKERY).waitFor();
    await page.getByLabel(text('send.to')).fill(`ethereum:${BAKERY}@1`);
    await page.getByText(textPattern('receiver.otherChain')).waitFor();
    await page.getByLabel(text('send.to')).fill(`\u200b${BAKERY}\u2060`);
    await page.getByTestId('receiver').getByTitle(BAKERY).waitFor();
    await page.getByText(text('receiver.hadHidden')).waitFor();
  });

  it('saves a receiver as a contact, and then suggests the contact when the user types part of the name', async () => {
    await openSend();
    await page.getByLabel(text('send.to')).fill(BAKERY);
    await press(text('send.saveContact'));
    await page.getByLabel(text('send.contactName')).fill('Bakery');
    await press(text('send.save'));
    await page.getByTestId('receiver').getByText('Bakery', { exact: true }).waitFor();
    await page.getByLabel(text('send.to')).fill('bak');
    await page
      .getByLabel(text('send.suggestions'))
      .getByRole('button', { name: /Bakery/ })
      .waitFor();
  });
});

describe('receiving', () => {
  it('shows the receiving address as a QR code and in full', async () => {
    await all.wallet.open('Home');
    await press(text('home.receive'));
    const code = page.getByRole('img', { name: text('home.qrCode', { address: account() }) });
    const path = (await code.locator('path').getAttribute('d')) ?? '';
    const dark = new Set(
      [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`),
    );
    const { data } = encode(account(), { ecc: 'M', border: 0 });
    const expected = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`${x} ${y}`] : [])));
    expect([...dark].sort()).toEqual(expected.sort());
    await page.getByTitle(account(), { exact: true }).waitFor();
  });
});

describe('the wallet with a pending transaction', () => {
  const sendOne = async (amount: string) => {
    await openSend();
    await page.getByLabel(text('send.to')).fill(BAKERY);
    await page.getByLabel(text('send.amount')).fill(amount);
    await press(text('send.review'));
    await all.answer('Confirm');
    await rows('sent').first().waitFor();
  };

  /** Returns the two fees on a replacement's card as numbers. */
  const feesIn = (said: string) => {
    const feeAt = (label: string) =>
      Number(new RegExp(`${label}\\s+\\$?([\\d.]+)`).exec(said)?.[1]);
    return {
      before: feeAt(text('approvals.feeBefore')),
      now: feeAt(text('approvals.feeNow')),
    };
  };

  it('speeds up a pending transaction, and only the original or its replacement is mined', async () => {
    const { client } = all.devnet;
    const before = await balanceOf(BAKERY);
    await client.setAutomine(false);
    await sendOne('0.5');
    await rows('sent')
      .first()
      .getByRole('button', { name: text('activity.speedUp') })
      .click();
    const said = await all.answer('Confirm');
    expect(said).toContain(text('approvals.spedUpTransaction'));
    expect(feesIn(said).now).toBeGreaterThan(feesIn(said).before);
    // Because of the minimum fee, "slow" equals "normal", and the wallet offers equal options only
    // once.
    expect(said).not.toContain(text('approvals.fee.slow'));
    await eventually(async () => expect(await rows('sent').count()).toBe(2));
    await client.setAutomine(true);
    await client.mine({ blocks: 1 });
    await rows('replaced').first().waitFor();
    await eventually(async () => expect(await rows('sent').count()).toBe(0));
    expect((await balanceOf(BAKERY)) - before).toBe(parseEther('0.5'));
  });

  it('cancels a pending transaction, and the transaction is never mined', async () => {
    const { client } = all.devnet;
    const before = await balanceOf(BAKERY);
    await client.setAutomine(false);
    await sendOne('0.7');
    await rows('sent')
      .first()
      .getByRole('button', { name: text('activity.cancel'), exact: true })
      .click();
    const said = await all.answer('Confirm');
    expect(said).toContain(text('actions.asked.cancelTransaction'));
    expect(said).toContain(text('approvals.cancelledTransaction'));
    expect(feesIn(said).now).toBeGreaterThan(feesIn(said).before);
    await eventually(async () => expect(await rows('sent').count()).toBe(2));
    await client.setAutomine(true);
    await client.mine({ blocks: 1 });
    await eventually(async () => expect(await rows('replaced').count()).toBe(2));
    expect(await balanceOf(BAKERY)).toBe(before);
  });

  it('shows an earlier transaction on the activity page at popup.html#activity', async () => {
    const tab = await all.browser.context.newPage();
    await tab.goto(`chrome-extension://${all.browser.extensionId}/popup.html#activity`);
    await tab
      .getByTestId('activity-list')
      .getByText(textPattern('actions.asked.transfer', { amount: '0.7 ETH' }))
      .first()
      .waitFor();
    await tab.close();
    await page.bringToFront();
  });
});

describe('networks', () => {
  it('rejects a network whose node reports a different chain ID, and saves nothing', async () => {
    await openSettings(text('settings.networks'));
    await press(text('networks.add'));
    await page.getByLabel(text('networks.name')).fill('Optimism');
    await page.getByLabel(text('networks.chainId')).fill(String(OPTIMISM));
    await page.getByLabel(text('networks.primaryEndpoint')).fill(all.devnet.rpcUrl);
    await press(text('networks.save'));
    await page.getByText(text('failures.wrongChain')).waitFor();
    await press(text('ui.cancel'));
    expect(await page.getByTestId('networks').getByRole('listitem').count()).toBe(2);
  });

  it('saves a network with its correct node, and shows which node was rejected', async () => {
    await press(text('networks.add'));
    await page.getByLabel(text('networks.name')).fill('Optimism');
    await page.getByLabel(text('networks.chainId')).fill(String(OPTIMISM));
    await page.getByLabel(text('networks.primaryEndpoint')).fill(all.devnet.rpcUrl);
    await press(text('networks.addEndpoint'));
    await page
      .getByRole('textbox', { name: text('networks.fallbackEndpoint', { place: 2 }) })
      .fill(`http://127.0.0.1:${other.port}`);
    await press(text('networks.save'));
    await page.getByText(text('networks.leftOut', { endpoints: all.devnet.rpcUrl })).waitFor();
    const networks = await page.getByTestId('networks').textContent();
    expect(networks).toContain(text('networks.primary', { url: `http://127.0.0.1:${other.port}` }));
    await all.wallet.open('Home');
    await page
      .getByText(text('home.coinOnNetwork', { name: 'Optimism', network: 'Optimism' }))
      .waitFor();
  });
});

/** Sends a request as a site's script would; the answer arrives when the user has decided. */
const ask = (method: string, params: unknown) =>
  site.evaluate(
    ([name, list]) =>
      (globalThis as unknown as { ethereum: { request(r: unknown): Promise<unknown> } }).ethereum
        .request({ method: name, params: list })
        .catch((error: { code: number }) => error.code),
    [method, params] as const,
  );

describe('the wallet with a connected site', () => {
  it('notifies a connected site of changed accounts and of a changed network', async () => {
    await all.wallet.open('Home');
    await all.wallet.importWallet('Second', toHex(new Uint8Array(32).fill(7)));
    const connected = ask('eth_requestAccounts', []);
    await all.answer('Connect');
    expect(await connected).toHaveLength(1);
    await site.evaluate(`
      globalThis.heard = [];
      for (const name of ['accountsChanged', 'chainChanged'])
        ethereum.on(name, (value) => heard.push(name + ' ' + [value].flat().length + ' ' + value));
    `);
    await openSettings(text('settings.connectedSites'));
    await press(text('sites.changeSite', { origin }));
    await page
      .getByRole('group', { name: text('sites.sees') })
      .getByRole('checkbox', { checked: false })
      .click();
    await page.getByLabel(text('sites.network')).selectOption(String(OPTIMISM));
    await eventually(async () => {
      const heard = (await site.evaluate('heard')) as string[];
      expect(heard.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
        'accountsChanged 2',
        'chainChanged 1',
      ]);
      expect(heard[1]).toBe('chainChanged 1 0xa');
    });
    expect(await ask('eth_chainId', [])).toBe('0xa');
    await page.getByLabel(text('sites.network')).selectOption('8453');
    await eventually(async () => expect(await ask('eth_chainId', [])).toBe('0x2105'));
  });

  it('finds an allowance that the account granted in a different wallet, and revokes two allowances with one confirmation', async () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [SPENDER, 5_000000n],
    });
    const sent = ask('eth_sendTransaction', [{ from: account(), to: token('USDC'), data }]);
    await all.answer('Confirm');
    expect(await sent).toMatch(/^0x[0-9a-f]{64}$/);
    // Another wallet with the same key grants this allowance, so Condor can find the allowance only
    // in the logs.
    await all.devnet.send({ from: account(), to: token('WETH'), data });
    await openSettings(text('settings.allowances'));
    const list = page.getByTestId('allowances');
    await list.getByText('5 USDC', { exact: true }).waitFor();
    await list.getByText(/WETH$/).first().waitFor();
    await list.getByText(text('allowances.personDanger')).first().waitFor();
    for (const box of await list.getByRole('checkbox').all()) await box.check();
    expect(await axeFindings(page)).toEqual([]);
    await press(text('allowances.revokeSelected', 2));
    await all.answer('Confirm');
    await list.waitFor({ state: 'detached' });
    const left = await Promise.all(
      ['USDC', 'WETH'].map((symbol) =>
        all.devnet.client.readContract({
          address: token(symbol),
          abi: erc20Abi,
          functionName: 'allowance',
          args: [account(), SPENDER],
        }),
      ),
    );
    expect(left).toEqual([0n, 0n]);
  });

  it('shows a suggested token on Home, but without a price, until the user removes the token', async () => {
    await all.devnet.fund(account(), { cbxrp: 7_000000n });
    const shown = ask('wallet_watchAsset', {
      type: 'ERC20',
      options: { address: token('cbXRP'), symbol: 'cbXRP', decimals: 6 },
    });
    await all.answer('Show it');
    expect(await shown).toBe(true);
    await all.wallet.open('Home');
    await press(text('home.refreshBalances'));
    await eventually(async () =>
      expect(await page.getByTestId('balance-cbXRP').textContent()).toBe('7'),
    );
    await page.getByText(text('home.unpricedTokens')).waitFor();
    await openSettings(text('settings.watchedTokens'));
    await press(text('watchedTokens.remove', { symbol: 'cbXRP' }));
    await page.getByText(text('watchedTokens.empty')).waitFor();
    await all.wallet.open('Home');
    expect(await page.getByTestId('balance-cbXRP').count()).toBe(0);
  });

  it('lets a site request signatures again after the user unblocks the site', async () => {
    const asked = ask('personal_sign', ['0x68656c6c6f', account()]);
    const window = await all.approval();
    await window.getByRole('button', { name: text('approvals.blockSite') }).click();
    expect(await asked).toBe(4001);
    await openSettings(text('settings.phishing'));
    await press(text('phishing.unblockSite', { origin: siteOf(origin) }));
    await page.getByText(text('phishing.noneBlocked')).waitFor();
    const again = ask('personal_sign', ['0x68656c6c6f', account()]);
    await all.answer('Sign');
    expect(await again).toMatch(/^0x[0-9a-f]{130}$/);
  });

  it('refuses a site’s requests after the user disconnects the site', async () => {
    await openSettings(text('settings.connectedSites'));
    await press(text('sites.disconnectSite', { origin }));
    await page.getByText(text('sites.empty')).waitFor();
    expect(await ask('eth_accounts', [])).toEqual([]);
    const from = all.address;
    for (const [method, params] of [
      ['personal_sign', ['0x01', from]],
      ['eth_sendTransaction', [{ from, to: from, value: '0x0' }]],
    ] as const)
      expect([method, await ask(method, params)]).toEqual([method, 4100]);
  });
});

describe('the interface of the account screens', () => {
  it('has no axe violations on Send with a warning', async () => {
    await openSend();
    await page.getByLabel(text('send.to')).fill(POISON);
    await page.getByRole('checkbox').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('has no axe violations on Receive', async () => {
    await all.wallet.open('Home');
    await press(text('home.receive'));
    await page.getByRole('img', { name: textStart('home.qrCode') }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('has no axe violations on Activity', async () => {
    await all.wallet.open('Home');
    await press(text('home.allActivity'));
    await page.getByTestId('activity-list').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it.each([
    text('settings.networks'),
    text('settings.connectedSites'),
    text('settings.allowances'),
    text('settings.watchedTokens'),
    text('settings.phishing'),
  ])('has no axe violations on the settings page %s', async (section) => {
    await openSettings(section);
    expect(await axeFindings(page)).toEqual([]);
  });
});
