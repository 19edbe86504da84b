import type { Page } from 'playwright-core';
import { concat, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shortAddress } from '../../shared/format.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text } from '../helpers/screen-texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const FRIEND = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const STRANGER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
/** The code `bc_wallet` as an attribution of ERC-8021. */
const ATTRIBUTION = '0x62635f77616c6c6574090080218021802180218021802180218021';
const permitAbi = parseAbi([
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
]);
const WORD: Hex = `0x${'11'.repeat(32)}`;

const FOO = '0x7000000000000000000000000000000000000001';
const FAKE_USDC = '0x7000000000000000000000000000000000000002';
const SILENT = '0x7000000000000000000000000000000000000003';

/** Returns code that answers `symbol()` with a text, `decimals()` with 6, other calls with 1. */
function tokenCode(symbol: string): Hex {
  const word = Buffer.from(symbol).toString('hex').padEnd(64, '0');
  const length = symbol.length.toString(16).padStart(2, '0');
  return concat([
    // Jumps to 0x35 for symbol() and to 0x2a for decimals(). Reverts calls with one argument
    // (ERC-165).
    '0x60003560e01c806395d89b4114603557',
    '0x63313ce56714602a57',
    '0x36602414600057',
    '0x600160005260206000f3',
    '0x5b600660005260206000f3',
    `0x5b602060005260${length}6020527f${word}60405260606000f3`,
  ]);
}

const transferOf = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [FRIEND, amount] });

/** Encodes an allowance whose spender is a contract. */
const approvalOf = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [USDC, amount] });

let used: WalletInUse;
let server: PageServer;
let page: Page;

beforeAll(async () => {
  [used, server] = await Promise.all([startWalletInUse(), startPageServer()]);
  await used.devnet.fund(used.address as Hex, { usdc: 1_000_000_000n });
  page = await used.browser.context.newPage();
  await page.goto(`${server.url}/empty`);
  await Promise.all([ask('eth_requestAccounts'), used.answer('Connect')]);
});
afterAll(async () => {
  await used?.stop();
  await server?.stop();
});
beforeEach(() => page.bringToFront());

const ask = (method: string, params: unknown = []) =>
  page.evaluate<{
    result?: Hex;
    code?: number;
  }>(`ethereum.request(${JSON.stringify({ method, params })}).then(
    (result) => ({ result }), ({ code }) => ({ code }))`);
const send = (data: Hex, to: string = USDC, value?: Hex) =>
  ask('eth_sendTransaction', [
    { from: used.address, to, data, ...(value === undefined ? {} : { value }) },
  ]);
const inputOf = async (hash: Hex | undefined) =>
  (await used.devnet.client.getTransaction({ hash: hash ?? '0x' })).input;

/** Returns the text of a request's approval, and rejects the request. */
async function read(asked: Promise<unknown>) {
  const window = await used.approval();
  const words = (await window.locator('main').allInnerTexts()).join('\n');
  const boxes = await window.getByRole('checkbox').count();
  const confirms = await window
    .getByRole('button', { name: text('approvals.confirm'), exact: true })
    .count();
  await used.answer('Reject');
  await asked;
  return { words, boxes, confirms };
}

describe('the approval of a call with an attribution', () => {
  it('explains a transfer with an attribution, names the attribution, and sends the data unchanged', async () => {
    const data = concat([transferOf(2_500_000n), ATTRIBUTION]);
    const [{ result }, words] = await Promise.all([send(data), used.answer('Confirm')]);
    expect(words).toContain('2.5 USDC');
    expect(words).toContain(text('rows.attribution'));
    expect(words).toContain('“bc_wallet”');
    expect(words).not.toContain(text('danger.meaning.unknown'));
    expect(await inputOf(result)).toBe(data);
  });

  it('explains an attribution without a call as a plain send if the receiver is an ordinary account', async () => {
    const [{ result }, words] = await Promise.all([
      send(ATTRIBUTION, FRIEND, '0x2386f26fc10000'),
      used.answer('Confirm'),
    ]);
    expect(words).toContain('0.01 ETH');
    expect(words).not.toContain(text('danger.meaning.unknown'));
    expect(await inputOf(result)).toBe(ATTRIBUTION);
  });
});

describe('the approval for a token that Condor doesn’t know', () => {
  beforeAll(async () => {
    await used.devnet.client.setCode({ address: FOO, bytecode: tokenCode('FOO') });
    await used.devnet.client.setCode({ address: FAKE_USDC, bytecode: tokenCode('USDC') });
    // This contract reverts every call.
    await used.devnet.client.setCode({ address: SILENT, bytecode: '0x5f5ffd' });
  });

  it('shows an unknown token with the decimals and the name that its contract claims', async () => {
    for (const data of [transferOf(2_500_000n), approvalOf(2_500_000n)]) {
      const { words } = await read(send(data, FOO));
      expect(words).toContain(`2.5 “FOO” (${shortAddress(FOO)})`);
      expect(words).toContain(text('check.token.nameClaimed', { symbol: 'FOO', decimals: 6 }));
    }
  });

  it('shows amounts in base units, with a warning, for a token that imitates USDC', async () => {
    for (const data of [transferOf(2_500_000n), approvalOf(2_500_000n)]) {
      const { words } = await read(send(data, FAKE_USDC));
      expect(words).toContain(`2,500,000 units of ${shortAddress(FAKE_USDC)}`);
      expect(words).toContain(text('check.token.imitates', { known: 'USDC' }));
    }
  });

  it('shows an unknown token in base units when its contract doesn’t answer', async () => {
    const { words } = await read(send(transferOf(2_500_000n), SILENT));
    expect(words).toContain(`2,500,000 units of ${shortAddress(SILENT)}`);
  });
});

describe('the approval of a permit that is sent as a call', () => {
  it('explains a permit with its amount and its owner, a different account, not as an unknown call', async () => {
    const args = [STRANGER, FRIEND, 5_000_000n, 2_000_000_000n, 27, WORD, WORD] as const;
    const data = encodeFunctionData({ abi: permitAbi, functionName: 'permit', args });
    const { words } = await read(send(data));
    expect(words).toContain('5 USDC');
    expect(words).toContain(shortAddress(STRANGER));
    expect(words).not.toContain(text('danger.meaning.unknown'));
  });
});

describe('the approval of a transaction that would revert', () => {
  it('shows one cause, no checkbox and no Confirm button for a transaction that would revert', async () => {
    const { words, boxes, confirms } = await read(send(transferOf(10n ** 18n)));
    expect(words).toContain(text('approvals.notSendable'));
    expect(words).not.toContain(text('approvals.feeUnknown'));
    expect([boxes, confirms]).toEqual([0, 0]);
  });
});

describe('the connection request for an account that the vault lacks', () => {
  it('offers the vault’s accounts unselected, and names the account that the vault lacks', async () => {
    const asked = ask('wallet_requestPermissions', [
      { eth_accounts: { restrictReturnedAccounts: [STRANGER] } },
    ]);
    const window = await used.browser.waitForWindow('approval.html');
    await window.getByText(shortAddress(STRANGER)).waitFor();
    expect(await window.getByRole('checkbox').count()).toBe(1);
    expect(await window.getByRole('checkbox').isChecked()).toBe(false);
    await window.getByRole('checkbox').check();
    await window.getByRole('button', { name: text('approvals.connect'), exact: true }).click();
    expect((await asked).result).toMatchObject([{ parentCapability: 'eth_accounts' }]);
  });
});
