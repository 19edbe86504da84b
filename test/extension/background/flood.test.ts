import { describe, expect, it } from 'vitest';
import { compose } from '../../../entrypoints/background/compose.ts';
import { PASSED_TO_NODE } from '../../../entrypoints/background/rpc/passthrough.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { eventually } from '../../helpers/eventually.ts';
import { browserOf } from '../helpers/browser-platform.ts';
import { fakePagePort } from '../helpers/fake-port.ts';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SIGNATURE = `0x${'11'.repeat(65)}`;
/** Each method of the wallet, with params that an unconnected page could send. */
const CALLS: readonly (readonly [method: string, params: unknown])[] = [
  ['eth_accounts', []],
  ['eth_coinbase', []],
  ['eth_requestAccounts', []],
  ['eth_chainId', []],
  ['net_version', []],
  ['web3_clientVersion', []],
  ['web3_sha3', ['0x00']],
  ['personal_ecRecover', ['0x00', SIGNATURE]],
  ['wallet_getPermissions', []],
  ['wallet_requestPermissions', [{ eth_accounts: {} }]],
  ['wallet_revokePermissions', [{ eth_accounts: {} }]],
  ['wallet_switchEthereumChain', [{ chainId: '0x2105' }]],
  ['wallet_switchEthereumChain', [{ chainId: '0x1' }]],
  ['wallet_switchEthereumChain', [{ chainId: '0x12345' }]],
  [
    'wallet_addEthereumChain',
    [{ chainId: '0x12345', chainName: 'Evil', rpcUrls: ['https://evil.example'] }],
  ],
  ['wallet_watchAsset', { type: 'ERC20', options: { address: ADDRESS } }],
  ['wallet_getCapabilities', [ADDRESS]],
  ['wallet_getCallsStatus', ['0x01']],
  ['wallet_showCallsStatus', ['0x01']],
  [
    'wallet_sendCalls',
    [{ version: '2.0.0', atomicRequired: false, chainId: '0x2105', calls: [{}] }],
  ],
  ['personal_sign', ['0x00', ADDRESS]],
  ['eth_signTypedData_v4', [ADDRESS, '{}']],
  ['eth_sendTransaction', [{ from: ADDRESS, to: ADDRESS }]],
  ['eth_subscribe', ['newHeads']],
  ['eth_subscribe', ['logs', { address: ADDRESS }]],
  ['eth_unsubscribe', ['0x01']],
  ['eth_sign', [ADDRESS, '0x00']],
  ['no_such_method', []],
  ['eth_newFilter', [{}]],
  ['eth_newBlockFilter', []],
  ['eth_newPendingTransactionFilter', []],
  ['eth_getFilterChanges', ['0x1']],
  ['eth_getFilterLogs', ['0x1']],
  ['eth_uninstallFilter', ['0x1']],
  ...PASSED_TO_NODE.map((method) => [method, []] as const),
];

const until = (check: () => void) => eventually(check);

function start() {
  const { platform, opened, writes } = browserOf({ node: () => '0x1' });
  const wallet = compose(platform);
  const open = (origin: string, documentId: string, onHeard?: (message: unknown) => void) => {
    const page = fakePagePort({ origin, documentId }, onHeard);
    wallet.pages.accept(page.port);
    return page;
  };
  const answered = (page: { heard: readonly unknown[] }) =>
    page.heard.filter((message) => isRecord(message) && 'id' in message);
  return { wallet, opened, writes, open, answered };
}

describe('a page that floods the wallet without a connection', () => {
  it('limits storage writes and windows while an unconnected page sends 10,000 requests', async () => {
    const { wallet, opened, writes, open, answered } = start();
    await wallet.ready;
    const page = open('https://evil.example', 'evil');
    const count = 10_000;
    // Like the page's bridge, allows at most 64 unanswered requests.
    for (let sent = 0; sent < count; ) {
      for (let i = 0; i < 64 && sent < count; i += 1) {
        const [method, params] = CALLS[sent % CALLS.length] ?? ['eth_accounts', []];
        page.say({ id: String(sent), method, params: JSON.stringify(params) });
        sent += 1;
      }
      const least = sent - 4;
      await until(() => expect(answered(page).length).toBeGreaterThanOrEqual(least));
    }
    expect(opened.length).toBeLessThanOrEqual(2);
    expect(writes.length).toBeLessThan(50);
  });

  it.each(CALLS)(
    'writes to storage at most once for 60 more requests of one method: %s %j',
    async (method, params) => {
      const { wallet, writes, open, answered } = start();
      // The features, which are created half a second after the core, write when they start.
      await wallet.ring('none');
      const page = open('https://evil.example', 'evil');
      const ask = async (from: number, to: number) => {
        for (let id = from; id < to; id += 1) {
          page.say({ id: String(id), method, params: JSON.stringify(params) });
        }
        await until(() => expect(answered(page).length).toBeGreaterThanOrEqual(to - 2));
      };
      await ask(0, 60);
      const before = writes.length;
      await ask(60, 120);
      expect(writes.length - before).toBeLessThanOrEqual(1);
    },
  );

  it('answers another site before a flood of requests has been answered', async () => {
    const { wallet, open, answered } = start();
    await wallet.ready;
    const page = open('https://evil.example', 'evil');
    let before = 0;
    const other = open('https://dapp.example', 'honest', () => {
      before = answered(page).length;
    });
    for (let id = 0; id < 100; id += 1) {
      page.say({ id: String(id), method: 'web3_sha3', params: '["0x00"]' });
    }
    other.say({ id: 'mine', method: 'eth_accounts', params: '[]' });
    await until(() => expect(answered(other)).toEqual([{ id: 'mine', result: [] }]));
    expect(before).toBeLessThanOrEqual(3);
  });

  it('answers -32002 beyond 128 open requests of a document and 512 of a site', async () => {
    const { wallet, open, answered } = start();
    await wallet.ready;
    const refused = (page: { heard: readonly unknown[] }) =>
      answered(page).filter(
        (message) => isRecord(message) && isRecord(message.error) && message.error.code === -32002,
      ).length;
    const pages = Array.from({ length: 6 }, (_, i) => open('https://evil.example', `frame ${i}`));
    for (const page of pages) {
      for (let id = 0; id < 130; id += 1) {
        page.say({ id: String(id), method: 'eth_accounts', params: '[]' });
      }
    }
    // 512 requests can wait. The first was answered immediately, so one more was accepted.
    const all = pages.map(refused).reduce((sum, count) => sum + count, 0);
    expect(all).toBeGreaterThanOrEqual(6 * 130 - 513);
    expect(all).toBeLessThanOrEqual(6 * 130 - 512);
    expect(refused(pages[1] ?? { heard: [] })).toBe(2);
    await until(() =>
      expect(pages.map(answered).map(({ length }) => length)).toEqual(Array(6).fill(130)),
    );
    // A request that was answered makes room for another.
    pages[0]?.say({ id: 'again', method: 'eth_chainId', params: '[]' });
    await until(() => expect(pages[0]?.heard).toContainEqual({ id: 'again', result: '0x2105' }));
  });
});
