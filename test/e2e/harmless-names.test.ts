import type { Page } from 'playwright-core';
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, zeroAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shortAddress } from '../../shared/format.ts';
import { NODE_PROFILES } from '../helpers/node-profiles.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { type ProfiledNode, startProfiledNode } from '../helpers/profiled-node.ts';
import { text } from '../helpers/screen-texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const STRANGER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
/** A contract that accepts every call and whose code is unknown to the wallet. */
const UNKNOWN: Address = `0x${'70'.repeat(20)}`;
const abi = parseAbi([
  'function setApprovalForAll(address operator, bool approved)',
  'function multicall(bytes[] calls)',
]);
const withoutSimulation = NODE_PROFILES.find(({ name }) => name === 'has no eth_simulateV1');
if (withoutSimulation === undefined) throw new Error('the profile has another name');

let used: WalletInUse;
let node: ProfiledNode;
let server: PageServer;
let page: Page;

beforeAll(async () => {
  [used, server] = await Promise.all([
    startWalletInUse({
      async nodeUrl({ rpcUrl }) {
        node = await startProfiledNode(rpcUrl, withoutSimulation);
        return node.url;
      },
    }),
    startPageServer(),
  ]);
  await used.devnet.client.setCode({ address: UNKNOWN, bytecode: '0x00' });
  page = await used.browser.context.newPage();
  await page.goto(`${server.url}/empty`);
  await Promise.all([ask('eth_requestAccounts'), used.answer('Connect')]);
});
afterAll(async () => {
  await used?.stop();
  await node?.stop();
  await server?.stop();
});
beforeEach(() => page.bringToFront());

const ask = (method: string, params: unknown = []) =>
  page.evaluate<{ result?: Hex; code?: number }>(
    `ethereum.request(${JSON.stringify({ method, params })}).then(
      (result) => ({ result }), ({ code }) => ({ code }))`,
  );
const send = (data: Hex, to: string) =>
  ask('eth_sendTransaction', [{ from: used.address, to, data }]);

/** Returns the text of a request's approval and its checkboxes, and rejects the request. */
async function read(asked: Promise<unknown>) {
  const window = await used.approval();
  const words = (await window.locator('main').allInnerTexts()).join('\n');
  const boxes = await window.locator('label:has([type=checkbox])').allInnerTexts();
  await used.answer('Reject');
  expect(await asked).toEqual({ code: 4001 });
  return { words, boxes };
}

const revoke = (spender: string) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender as Hex, 0n] });
const revokeAll = encodeFunctionData({
  abi,
  functionName: 'setApprovalForAll',
  args: [STRANGER, false],
});

describe('the approval of a call, without a simulation', () => {
  it.each<[string, () => Hex]>([
    ['a revoked allowance', () => revoke(zeroAddress)],
    ['a revoked allowance for a collection', () => revokeAll],
    [
      'a transfer to oneself',
      () =>
        encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transfer',
          args: [used.address as Hex, 5n],
        }),
    ],
    [
      'a multicall of revocations',
      () => encodeFunctionData({ abi, functionName: 'multicall', args: [[revokeAll, revokeAll]] }),
    ],
  ])(
    'requires an acknowledgement for %s, because an unknown contract can do anything',
    async (_, data) => {
      const { boxes } = await read(send(data(), UNKNOWN));
      expect(boxes).toContain(text('danger.effectUnproven'));
    },
  );

  it('doesn’t require an acknowledgement to revoke an allowance of USDC, because USDC’s contract is known', async () => {
    const { boxes } = await read(send(revoke(STRANGER), USDC));
    expect(boxes).toEqual([]);
  });

  it('explains a zero allowance of an unknown token as a possible approval of item 0', async () => {
    const { words, boxes } = await read(send(revoke(STRANGER), UNKNOWN));
    expect(words).toContain(
      text('actions.asked.allowItem', {
        operator: shortAddress(STRANGER),
        token: shortAddress(UNKNOWN),
        item: '0',
      }),
    );
    expect(boxes.join()).toContain(text('danger.effectUnproven'));
  });
});
