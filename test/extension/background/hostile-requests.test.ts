import { describe, expect, it } from 'vitest';
import { compose } from '../../../entrypoints/background/compose.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { eventually } from '../../helpers/eventually.ts';
import { heapUsed } from '../../helpers/heap-used.ts';
import { browserOf } from '../helpers/browser-platform.ts';
import { fakePagePort } from '../helpers/fake-port.ts';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Params that differ in each call, so that every cache of them would grow. */
const KINDS: readonly (readonly [
  method: string,
  params: (text: string, hex: string) => unknown,
])[] = [
  ['personal_sign', (text) => [text, text]],
  ['personal_sign', (_, hex) => [hex, ADDRESS]],
  ['eth_signTypedData_v4', (text) => [text, text]],
  ['eth_signTypedData_v4', (text) => [ADDRESS, { types: { [text]: [] }, primaryType: text }]],
  ['eth_signTypedData', (text) => [[{ type: text, name: 'a', value: text }], ADDRESS]],
  ['eth_sendTransaction', (text, hex) => [{ from: text, to: hex, data: hex }]],
  ['wallet_sendCalls', (text, hex) => [{ version: text, chainId: hex, calls: [{ to: text }] }]],
  ['wallet_watchAsset', (text) => ({ type: 'ERC20', options: { address: text, symbol: text } })],
  ['wallet_switchEthereumChain', (_, hex) => [{ chainId: hex }]],
  ['wallet_addEthereumChain', (text) => [{ chainId: '0x7', chainName: 'A', rpcUrls: [text] }]],
  ['wallet_requestPermissions', (text) => [{ eth_accounts: { restrictReturnedAccounts: [text] } }]],
  ['wallet_getCallsStatus', (text) => [text]],
  ['wallet_getCapabilities', (text, hex) => [text, [hex]]],
  ['personal_ecRecover', (text, hex) => [text, hex]],
  ['eth_subscribe', (text) => ['logs', { address: text }]],
  ['eth_unsubscribe', (text) => [text]],
  ['eth_getFilterChanges', (text) => [text]],
  ['no_such_method', (text) => [text]],
];

function hostileRequest(n: number): { method: string; params: string } {
  const [method, params] = KINDS[n % KINDS.length] ?? ['eth_accounts', () => []];
  const length = n % 100 === 0 ? 150_000 : 20_000;
  const hex = `0x${n.toString(16).padStart(2 * length, '0')}`;
  return { method, params: JSON.stringify(params(`${n} ${'x'.repeat(length)}`, hex)) };
}

describe('hostile requests of an unconnected page', () => {
  it('the worker’s heap grows by less than 10 MB during 10,000 hostile requests', async () => {
    const { platform } = browserOf({ node: () => '0x1' });
    const wallet = compose(platform);
    await wallet.ready;
    const page = fakePagePort({ origin: 'https://evil.example', documentId: 'evil' });
    wallet.pages.accept(page.port);
    const answers = () => page.heard.filter((one) => isRecord(one) && 'id' in one).length;
    const ask = async (from: number, to: number) => {
      page.heard.length = 0;
      for (let n = from; n < to; n += 1) {
        page.say({ id: String(n), ...hostileRequest(n) });
      }
      await eventually(() => expect(answers()).toBe(to - from));
    };
    await ask(0, 50);
    const before = heapUsed();
    for (let n = 50; n < 10_050; n += 50) await ask(n, n + 50);
    page.heard.length = 0;
    expect(heapUsed() - before).toBeLessThan(10_000_000);
  }, 60_000);
});
