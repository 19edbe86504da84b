import { describe, expect, it, vi } from 'vitest';
import { CondorProvider } from '../../../entrypoints/inpage/provider.ts';
import type { PageRequest } from '../../../shared/messages/page.ts';

function start() {
  const sent: PageRequest[] = [];
  const listen = vi.fn();
  const provider = new CondorProvider({ post: (request) => sent.push(request), listen });
  const answer = (result: unknown, at = sent.length - 1) =>
    provider.receive({ id: sent[at]?.id, result });
  return { provider, sent, answer, listen };
}

describe('request', () => {
  it('sends the params as JSON text and resolves with the wallet’s answer', async () => {
    const { provider, sent, answer } = start();
    const asked = provider.request({ method: 'eth_call', params: [{ to: '0x1' }, 'latest'] });
    expect(sent).toEqual([{ id: '1', method: 'eth_call', params: '[{"to":"0x1"},"latest"]' }]);
    answer('0x');
    expect(await asked).toBe('0x');
  });

  it('rejects a request with the wallet’s code, message and data', async () => {
    const { provider } = start();
    const asked = provider.request({ method: 'eth_call' });
    provider.receive({ id: '1', error: { code: 3, message: 'reverted', data: '0x08' } });
    await expect(asked).rejects.toMatchObject({ code: 3, message: 'reverted', data: '0x08' });
  });

  it.each([undefined, null, 7, 'eth_accounts', {}, [], { method: 7 }, { method: '' }])(
    'refuses the request %j with -32600 and sends nothing',
    async (request) => {
      const { provider, sent } = start();
      await expect(provider.request(request)).rejects.toMatchObject({ code: -32600 });
      expect(sent).toEqual([]);
    },
  );

  it('refuses params with -32602 when their JSON form is missing or too long', async () => {
    const { provider, sent } = start();
    const cycle: unknown[] = [];
    cycle.push(cycle);
    for (const params of [[1n], cycle, ['x'.repeat(1_000_001)]]) {
      const asked = provider.request({ method: 'personal_sign', params });
      await expect(asked).rejects.toMatchObject({ code: -32602 });
    }
    expect(sent).toEqual([]);
  });

  it('resolves a request that a dApp sends through a detached request function', async () => {
    const { provider, answer } = start();
    const { request } = provider;
    const asked = request({ method: 'eth_chainId' });
    answer('0x2105');
    expect(await asked).toBe('0x2105');
  });

  it('resolves each request once, and ignores answers to unknown requests', async () => {
    const { provider, answer } = start();
    const asked = provider.request({ method: 'eth_chainId' });
    provider.receive({ id: '99', result: 'no' });
    provider.receive('noise');
    provider.receive(null);
    answer('0x2105');
    answer('0x1');
    expect(await asked).toBe('0x2105');
  });
});

/** Returns all events that a provider emits, in order. */
function heardBy(provider: CondorProvider): unknown[] {
  const heard: unknown[] = [];
  for (const event of ['connect', 'disconnect', 'chainChanged', 'accountsChanged']) {
    provider.on(event, (payload) => heard.push([event, payload]));
  }
  return heard;
}

const STATE = { chainId: '0x2105', accounts: ['0xa'] };

describe('events', () => {
  it('emits no event for the provider’s first state, even if the wallet repeats this state', () => {
    const { provider } = start();
    const heard = heardBy(provider);
    for (let i = 0; i < 3; i++) provider.receive({ event: 'state', payload: STATE });
    expect(heard).toEqual([]);
    expect([provider.chainId, provider.networkVersion, provider.selectedAddress]).toEqual([
      '0x2105',
      '8453',
      '0xa',
    ]);
  });

  it('emits each change once, even if the wallet reports the change twice', () => {
    const { provider } = start();
    const heard = heardBy(provider);
    provider.receive({ event: 'state', payload: STATE });
    for (let i = 0; i < 2; i++) {
      provider.receive({ event: 'chainChanged', payload: '0x1' });
      provider.receive({ event: 'accountsChanged', payload: [] });
    }
    expect(heard).toEqual([
      ['chainChanged', '0x1'],
      ['accountsChanged', []],
    ]);
  });

  it('emits the differences when the provider receives a new state', () => {
    const { provider } = start();
    const heard = heardBy(provider);
    provider.receive({ event: 'state', payload: STATE });
    provider.receive({ event: 'state', payload: { chainId: '0x1', accounts: ['0xb'] } });
    expect(heard).toEqual([
      ['chainChanged', '0x1'],
      ['accountsChanged', ['0xb']],
    ]);
  });

  it('emits connect only after a disconnect, and updates the state before the event', () => {
    const { provider } = start();
    const heard: unknown[] = [];
    provider.on('connect', (payload) =>
      heard.push([payload, provider.selectedAddress, provider.isConnected()]),
    );
    provider.receive({ event: 'state', payload: { ...STATE, accounts: [] } });
    provider.receive({ event: 'disconnect' });
    provider.receive({ event: 'state', payload: STATE });
    expect(heard).toEqual([[{ chainId: '0x2105' }, '0xa', true]]);
  });

  it('emits a change even if the page modified the accounts that it received', () => {
    const { provider } = start();
    const listener = vi.fn((accounts: unknown) => Array.isArray(accounts) && accounts.push('0xc'));
    provider.receive({ event: 'state', payload: { ...STATE, accounts: [] } });
    provider.on('accountsChanged', listener);
    provider.receive({ event: 'accountsChanged', payload: ['0xa'] });
    provider.receive({ event: 'accountsChanged', payload: ['0xa', '0xc'] });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('doesn’t emit an event when a site’s empty list of accounts stays empty', () => {
    const { provider } = start();
    const heard = heardBy(provider);
    provider.receive({ event: 'state', payload: { ...STATE, accounts: [] } });
    provider.receive({ event: 'accountsChanged', payload: [] });
    expect(heard).toEqual([]);
  });

  it.each<[string, (provider: CondorProvider) => unknown]>([
    ['adds a listener', (provider) => provider.on('chainChanged', () => undefined)],
    ['adds a listener for one event', (provider) => provider.once('connect', () => undefined)],
    ['reads the chain', (provider) => provider.chainId],
    ['reads the account', (provider) => provider.selectedAddress],
  ])('subscribes to events when the page %s, without sending a request', (_, use) => {
    const { provider, sent, listen } = start();
    expect(listen).not.toHaveBeenCalled();
    use(provider);
    expect(listen).toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  it('emits a disconnect with 4900 when the wallet is gone', () => {
    const { provider } = start();
    const listener = vi.fn();
    provider.on('disconnect', listener);
    provider.receive({ event: 'disconnect' });
    expect(listener.mock.calls[0]?.[0]).toMatchObject({ code: 4900 });
    expect(provider.isConnected()).toBe(false);
  });

  it('calls the remaining listeners when a listener throws, but never a removed listener', () => {
    vi.useFakeTimers();
    const { provider } = start();
    const second = vi.fn();
    const removed = vi.fn();
    provider.on('message', () => {
      throw new Error('the page’s own bug');
    });
    provider.on('message', second).on('message', removed).removeListener('message', removed);
    provider.receive({ event: 'message', payload: 1 });
    expect(second).toHaveBeenCalledOnce();
    expect(removed).not.toHaveBeenCalled();
    expect(() => vi.runAllTimers()).toThrow('the page’s own bug');
    vi.useRealTimers();
  });
});

describe('legacy calls', () => {
  it('forwards send, sendAsync and enable to request', async () => {
    const { provider, sent, answer } = start();
    const byName = provider.send('eth_chainId');
    answer('0x1');
    expect(await byName).toBe('0x1');
    const enabled = provider.enable();
    answer(['0xa']);
    expect(await enabled).toEqual(['0xa']);
    const called = new Promise((resolve) => {
      provider.sendAsync({ id: 7, method: 'eth_accounts' }, (...args: unknown[]) => resolve(args));
    });
    answer([]);
    expect(await called).toEqual([null, { id: 7, jsonrpc: '2.0', result: [] }]);
    expect(sent.map(({ method }) => method)).toEqual([
      'eth_chainId',
      'eth_requestAccounts',
      'eth_accounts',
    ]);
  });

  it('answers a sendAsync batch with one array, in order, with each error in its place', async () => {
    const { provider, sent } = start();
    const called = new Promise((resolve) => {
      const batch = [
        { id: 1, method: 'eth_chainId' },
        { id: 2, method: 'eth_call' },
        { id: 3, method: '' },
      ];
      provider.sendAsync(batch, (...args: unknown[]) => resolve(args));
    });
    expect(sent.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_call']);
    provider.receive({ id: '2', error: { code: 3, message: 'reverted' } });
    provider.receive({ id: '1', result: '0x2105' });
    expect(await called).toEqual([
      null,
      [
        { id: 1, jsonrpc: '2.0', result: '0x2105' },
        { id: 2, jsonrpc: '2.0', error: expect.objectContaining({ code: 3, message: 'reverted' }) },
        { id: 3, jsonrpc: '2.0', error: expect.objectContaining({ code: -32600 }) },
      ],
    ]);
  });

  it('passes the error of a single sendAsync request to its callback', async () => {
    const { provider } = start();
    const called = new Promise((resolve) => {
      provider.sendAsync({ id: 7, method: 'eth_call' }, (...args: unknown[]) => resolve(args));
    });
    provider.receive({ id: '1', error: { code: 4001, message: 'rejected' } });
    const error = expect.objectContaining({ code: 4001, message: 'rejected' });
    expect(await called).toEqual([error, { id: 7, jsonrpc: '2.0', error }]);
  });
});
