import type { Page } from 'playwright-core';
import { type Address, erc20Abi, parseEther, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, DELEGATOR } from '../../shared/chain/delegation.ts';
import { shortAddress } from '../../shared/format.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { setCode } from '../devnet/fill.ts';
import { installSweeper, SWEEPER, THIEF } from '../devnet/sweeper.ts';
import { axeFindings } from '../helpers/axe.ts';
import { eventually } from '../helpers/eventually.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text } from '../helpers/screen-texts.ts';
import { scrollToEnd } from '../helpers/scroll-to-end.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';
import { zoomedFindings } from '../helpers/zoomed.ts';
import { bundlePages } from './bundle-pages.ts';

const USDC = tokenNamed('USDC').address;
const SPENDERS: Address[] = [
  '0x00000000000000000000000000000000000000A1',
  '0x00000000000000000000000000000000000000A2',
];

let used: WalletInUse;
let server: PageServer;
let page: Page;
beforeAll(async () => {
  const bundled = bundlePages(['batches']);
  [used, server] = await Promise.all([startWalletInUse(), startPageServer()]);
  await installSweeper(used.devnet);
  page = used.wallet.page;
  const [, second] = used.devnet.accounts.takers;
  await used.wallet.importWallet('Second', toHex(second.getHdKey().privateKey ?? new Uint8Array()));
  for (const [name, body] of await bundled) {
    server.serve(`/${name}.js`, { body, type: 'text/javascript' });
  }
});
afterAll(async () => {
  await used?.stop();
  await server?.stop();
});

const first = () => used.address as Address;
const codeAt = async (address: Address) => (await used.devnet.client.getCode({ address })) ?? '0x';

async function openSettings() {
  await used.wallet.open('Home');
  await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
  await page.getByRole('button', { name: text('delegation.title') }).click();
  await page.getByRole('heading', { name: text('delegation.title') }).waitFor();
}

describe('an account with foreign code that takes every deposit', () => {
  it('the wallet lets a different account pay to remove foreign code, and then offers a new account', async () => {
    const { devnet } = used;
    const [account, , payer] = devnet.accounts.takers;
    await setCode(devnet, { account, payer, delegate: SWEEPER });
    // Any call to the account runs the account's code.
    await devnet.send({ from: payer.address, to: account.address, value: 1n });
    expect(await devnet.client.getBalance({ address: account.address })).toBe(0n);
    await page.getByLabel(text('home.account'), { exact: true }).selectOption({ label: 'First' });
    const remove = page.getByRole('button', {
      name: text('delegation.removeOf', { name: 'First' }),
    });
    await page.getByRole('button', { name: text('home.refreshBalances') }).click();
    await remove.waitFor();
    expect(
      await page.getByLabel(text('delegation.payerLabel')).locator('option').allTextContents(),
    ).toEqual([expect.stringContaining('Second')]);
    await remove.click();
    const said = await used.answer('Confirm');
    expect(said).toContain(text('check.account.codeRemoved'));
    expect(said).toContain(text('check.key.mayBeKnown'));
    await page.getByText(text('delegation.lostTitle')).waitFor();
    await eventually(async () => expect(await codeAt(account.address)).toBe('0x'));
    const stolen = await devnet.client.getBalance({ address: THIEF });
    await devnet.send({ from: payer.address, to: account.address, value: parseEther('1') });
    expect(await devnet.client.getBalance({ address: account.address })).toBe(parseEther('1'));
    expect(await devnet.client.getBalance({ address: THIEF })).toBe(stolen);
    await page.getByRole('button', { name: text('delegation.newAccount') }).waitFor();
  });
});

describe('the wallet with a smart account', () => {
  let site: Page;
  const run = (name: string, ...args: unknown[]) =>
    site.evaluate(`batches.${name}(${args.map((value) => JSON.stringify(value)).join()})`);

  beforeAll(async () => {
    server.serve(
      '/batches.html',
      `<!doctype html><title>Batches</title>
       <script>nodeUrl = ${JSON.stringify(used.devnet.rpcUrl)}</script>
       <script type="module" src="/batches.js"></script>`,
    );
    site = await used.browser.context.newPage();
    await site.goto(`${server.url}/batches.html`);
    await Promise.all([run('connect'), used.answer('Connect')]);
    await page.bringToFront();
  });

  /** Rejects a site's atomic batch. Returns the site's error code and the window's text. */
  async function rejectBatch() {
    const call = { to: USDC, data: '0x' };
    const batch = { version: '2.0.0', chainId: '0x2105', from: first(), atomicRequired: true };
    const request = { method: 'wallet_sendCalls', params: [{ ...batch, calls: [call, call] }] };
    return Promise.all([
      site.evaluate<number>(
        `ethereum.request(${JSON.stringify(request)}).then(() => 0, ({ code }) => code)`,
      ),
      used.answer('Reject'),
    ]);
  }

  it('offers to turn an account into a smart account when a site requires a smart account, but not after a rejection', async () => {
    expect(await run('status', first())).toBe('ready');
    const [code, said] = await rejectBatch();
    expect(said).toContain(
      text('delegation.withCode', {
        sentence: text('actions.asked.multicall', { count: '2' }),
        address: shortAddress(DELEGATOR),
      }),
    );
    expect(said).toContain(text('check.account.codeIsSet'));
    expect(code).toBe(5750);
    expect(await codeAt(first())).toBe('0x');
    expect(await run('status', first())).toBe('unsupported');
  });

  it('turns a smart account on in the settings, and keeps the smart account on when the user rejects a batch', async () => {
    await openSettings();
    await page.getByRole('checkbox', { name: text('delegation.switch') }).click();
    await page
      .getByRole('button', { name: text('delegation.turnOnOf', { name: 'First' }) })
      .waitFor();
    await eventually(async () => expect(await run('status', first())).toBe('ready'));
    expect(await axeFindings(page)).toEqual([]);
    expect(await zoomedFindings(page)).toEqual([]);
    expect((await rejectBatch())[0]).toBe(5750);
    expect(await run('status', first())).toBe('ready');
  });

  it.each(['viem', 'wagmi'])(
    'sends the calls of a dApp that uses %s in one transaction',
    async (library) => {
      const before = await used.devnet.client.getBlockNumber();
      const [done, said] = await Promise.all([
        run(library, first(), USDC, SPENDERS),
        used.answer('Confirm'),
      ]);
      expect(said).toContain(text('actions.asked.multicall', { count: '2' }));
      expect(done).toEqual([200, true, 1]);
      expect(await used.devnet.client.getBlockNumber()).toBe(before + 1n);
      expect(await codeAt(first())).toBe(codeOf(DELEGATOR));
      expect(await run('status', first())).toBe('supported');
      for (const spender of SPENDERS) {
        const args = [first(), spender] as const;
        const call = { address: USDC, abi: erc20Abi, functionName: 'allowance', args } as const;
        expect(await used.devnet.client.readContract(call)).toBe(5n);
      }
    },
  );

  it('shows why the wallet signed nothing when the delegator’s code changed after the review', async () => {
    const { client } = used.devnet;
    const code = await client.getCode({ address: DELEGATOR });
    const done = run('viem', first(), USDC, SPENDERS);
    const window = await used.approval();
    for (const box of await window.getByRole('checkbox').all()) await box.check();
    await scrollToEnd(window);
    const confirm = window.getByRole('button', { name: text('approvals.confirm'), exact: true });
    await confirm.click({ trial: true });
    // The window inspects a request again after ten seconds, so a late click may find no button.
    await client.setCode({ address: DELEGATOR, bytecode: `${code ?? '0x'}00` });
    await confirm.click();
    expect(await done).toEqual([400, true, 0]);
    await client.setCode({ address: DELEGATOR, bytecode: code ?? '0x' });
    await used.wallet.open('Home');
    const reason = text('failures.delegatorChanged');
    await page.getByText(text('activity.notSigned', { reason })).waitFor();
  });

  it('turns a smart account back into an ordinary account in the settings', async () => {
    await openSettings();
    const undo = page.getByRole('button', { name: text('delegation.undoOf', { name: 'First' }) });
    await undo.click();
    await used.answer('Confirm');
    await page
      .getByRole('button', { name: text('delegation.turnOnOf', { name: 'First' }) })
      .waitFor();
    expect(await codeAt(first())).toBe('0x');
    await page.getByRole('checkbox', { name: text('delegation.switch') }).click();
    await eventually(async () => expect(await run('status', first())).toBe('unsupported'));
  });
});
