import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type EarlyScope,
  openEarly,
  takeEarly,
  takeLockScreen,
} from '../../../components/hooks/early-port.ts';
import { connectWallet, type UiPort } from '../../../components/hooks/wallet-connection.ts';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import {
  type UiMessage,
  WALLET_API,
  type WalletPayload,
} from '../../../shared/messages/wallet-api.ts';
import { parseAs } from '../../../shared/parse.ts';
import { contracts, price8, tokenAmount } from '../../../shared/units.ts';

/**
 * Creates the worker's end of a port. `send` delivers a message to the page; `end` disconnects the
 * page.
 */
function workerPort() {
  const listeners: ((message: UiMessage) => void)[] = [];
  const ends: (() => void)[] = [];
  const posted: unknown[] = [];
  const port: UiPort = {
    postMessage: (message) => posted.push(message),
    disconnect: () => undefined,
    onMessage: { addListener: (listener) => listeners.push(listener) },
    onDisconnect: { addListener: (listener) => ends.push(listener) },
  };
  return {
    port,
    posted,
    send: (message: UiMessage) => listeners.forEach((listener) => void listener(message)),
    end: () => ends.forEach((listener) => void listener()),
  };
}

const noSecond = () => expect.unreachable('connects again');

describe('a page whose first script opened the port', () => {
  it('receives each message once, whether the message arrives before or after the page’s code is loaded', () => {
    const worker = workerPort();
    const scope: EarlyScope = {};
    openEarly(scope, worker.port);
    worker.send({ id: 1, result: 'early' });
    const heard: unknown[] = [];
    const port = takeEarly(scope, noSecond)();
    port.onMessage.addListener((message) => heard.push(message));
    worker.send({ id: 2, result: 'late' });
    expect(heard).toEqual([
      { id: 1, result: 'early' },
      { id: 2, result: 'late' },
    ]);
  });

  it('stops storing messages once the page’s code reads them, because a message can contain a recovery phrase', () => {
    const worker = workerPort();
    const scope: EarlyScope = {};
    openEarly(scope, worker.port);
    const early = scope.condorPort;
    takeEarly(scope, noSecond)().onMessage.addListener(() => undefined);
    worker.send({ id: 1, result: ['abandon', 'ability'] });
    expect(JSON.stringify(early)).not.toContain('abandon');
  });

  it('sends requests over the early port, and receives the answers', async () => {
    const worker = workerPort();
    const scope: EarlyScope = {};
    openEarly(scope, worker.port);
    const connection = connectWallet(takeEarly(scope, noSecond));
    const answer = connection.call('vault.used', {});
    expect(worker.posted).toEqual([{ id: 1, command: 'vault.used', payload: {} }]);
    worker.send({ id: 1, result: null });
    expect(await answer).toBeNull();
  });

  it('sends amounts as text that the worker can read, and reads the amounts in the answer', async () => {
    const worker = workerPort();
    const connection = connectWallet(() => worker.port);
    const payload: WalletPayload<'quotations.tryNew'> = {
      ...{ account: `0x${'a'.repeat(40)}`, asset: 'ETH', product: 'PUT', side: 'buyer' },
      ...{ expiry: 1_800_000_000, window: 600, strikes: [price8(2n ** 100n)] },
      ...{ contracts: contracts(1_000000n), limit: tokenAmount(5n) },
    };
    const answer = connection.call('quotations.tryNew', payload);
    const [sent = expect.unreachable()] = worker.posted;
    const { payload: json } = JSON.parse(JSON.stringify(sent));
    expect(parseAs(WALLET_API['quotations.tryNew'], json)).toEqual(payload);
    worker.send({ id: 1, result: { needed: '5', pledged: '0', held: '7', allowed: '0' } });
    expect(await answer).toEqual({ needed: 5n, pledged: 0n, held: 7n, allowed: 0n });
  });

  it('remembers which procedure refused an action, so that the page can link to that procedure', async () => {
    const worker = workerPort();
    const scope: EarlyScope = {};
    openEarly(scope, worker.port);
    const connection = connectWallet(takeEarly(scope, noSecond));
    const answer = connection.call('vault.used', {});
    worker.send({ id: 1, failure: { code: 'fillRunning', details: { holder: 'one' } } });
    await expect(answer).rejects.toMatchObject({ code: 'fillRunning' });
    expect(connection.store.getState().refusedBy).toBe('one');
  });

  it('opens a new port when the worker ended before the page’s code was loaded, and at each later connection', () => {
    const [first, second, third] = [workerPort(), workerPort(), workerPort()];
    const scope: EarlyScope = {};
    openEarly(scope, first.port);
    first.end();
    const others = [second.port, third.port];
    const connect = takeEarly(scope, () => others.shift() ?? expect.unreachable());
    expect(connect()).toBe(second.port);
    expect(connect()).toBe(third.port);
  });

  it('uses the early port only once', () => {
    const [first, second] = [workerPort(), workerPort()];
    const scope: EarlyScope = {};
    openEarly(scope, first.port);
    const connect = takeEarly(scope, () => second.port);
    connect().postMessage('question');
    expect(first.posted).toEqual(['question']);
    expect(connect()).toBe(second.port);
  });
});

it('a page opens its own port when no first script opened one', () => {
  const worker = workerPort();
  expect(takeEarly({}, () => worker.port)()).toBe(worker.port);
});

describe('the lock screen that a former worker stored', () => {
  const locked = { vault: { status: 'locked' }, language: 'de' } as unknown as WalletSnapshot;
  const current = { vault: { status: 'locked' }, language: 'en' } as unknown as WalletSnapshot;
  const left = (value: unknown): EarlyScope => ({
    condorLockScreen: Promise.resolve({ 'lock-screen': { version: 1, value } }),
  });

  it('shows the stored lock screen until the worker answers', async () => {
    const worker = workerPort();
    const { store } = connectWallet(() => worker.port, takeLockScreen(left(locked)));
    await expect.poll(() => store.getState().snapshot).toEqual(locked);
    worker.send({ snapshot: current });
    expect(store.getState().snapshot).toEqual(current);
  });

  it('converts the amounts of the stored lock screen to the form that pages use', async () => {
    const worker = workerPort();
    const portfolio = { account: '0xaa', balances: [], totalUsdCents: '5', at: 1, block: '7' };
    const scope = left({ ...locked, portfolio });
    const { store } = connectWallet(() => worker.port, takeLockScreen(scope));
    await expect.poll(() => store.getState().snapshot?.portfolio?.totalUsdCents).toBe(5n);
  });

  it('never replaces the worker’s answer with the stored lock screen', async () => {
    const worker = workerPort();
    const lockScreen = takeLockScreen(left(locked));
    const { store } = connectWallet(() => worker.port, lockScreen);
    worker.send({ snapshot: current });
    await lockScreen;
    expect(store.getState().snapshot).toEqual(current);
  });

  it.each([
    ['nothing', {}],
    ['an unlocked wallet', left({ vault: { status: 'unlocked' } })],
    ['data of a different form', left('text')],
  ])('returns no lock screen when the former worker stored %s', async (_, scope: EarlyScope) => {
    expect(await takeLockScreen(scope)).toBeUndefined();
  });

  it('shows the worker’s answer even if the storage is unreadable', async () => {
    const worker = workerPort();
    const { store } = connectWallet(() => worker.port, Promise.reject(new Error('no storage')));
    worker.send({ snapshot: current });
    expect(store.getState().snapshot).toEqual(current);
  });
});

describe('a topic that a page watches', () => {
  const NULL = { topic: 'approval', value: null } as const;
  const watching = (isOn: boolean) => ({ watch: 'approval', isOn });

  it('watches a topic until no part of the page uses the topic, and keeps the topic’s last value', async () => {
    const worker = workerPort();
    const { store, watch } = connectWallet(() => worker.port);
    const first = watch('approval');
    const second = watch('approval');
    worker.send(NULL);
    expect(store.getState().topics?.approval).toEqual({ value: null });
    first();
    await Promise.resolve();
    expect(worker.posted).toEqual([watching(true)]);
    second();
    const third = watch('approval');
    await Promise.resolve();
    expect(worker.posted).toEqual([watching(true)]);
    third();
    await Promise.resolve();
    expect(worker.posted).toEqual([watching(true), watching(false)]);
    expect(store.getState().topics?.approval).toEqual({ value: null });
  });

  it('watches a topic again after the worker was stopped', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const workers = [workerPort(), workerPort()];
    let opened = 0;
    const { watch } = connectWallet(() => {
      opened += 1;
      return workers[opened - 1]?.port ?? expect.unreachable();
    });
    watch('approval');
    workers[0]?.end();
    vi.advanceTimersByTime(100);
    expect(workers.map(({ posted }) => posted)).toEqual([[watching(true)], [watching(true)]]);
  });

  it('keeps showing a topic’s value together with a failure until the next value arrives', () => {
    const worker = workerPort();
    const { store, watch } = connectWallet(() => worker.port);
    watch('approval');
    worker.send(NULL);
    worker.send({ topic: 'approval', failure: { code: 'interrupted' } });
    const { approval } = store.getState().topics ?? {};
    expect([approval?.value, approval?.failure?.code]).toEqual([null, 'interrupted']);
    worker.send(NULL);
    expect(store.getState().topics?.approval).toEqual({ value: null });
  });

  it('forgets the explanation of a request when the wallet is locked, even if the page stopped watching', () => {
    const worker = workerPort();
    const { store, watch } = connectWallet(() => worker.port);
    const stop = watch('approval');
    worker.send({ topic: 'approval', value: { id: 'one' } });
    stop();
    worker.send({ snapshot: { vault: { status: 'locked' } } as unknown as WalletSnapshot });
    expect(store.getState().topics?.approval).toBeUndefined();
  });

  it('sends the worker the id of the page’s list of orders when the page resumes watching', async () => {
    const worker = workerPort();
    const { watch } = connectWallet(() => worker.port);
    const stop = watch('orders');
    const rest = { refused: [], unfillable: [], newer: 0, spot: {}, feeds: [], list: 'the first' };
    worker.send({ topic: 'orders', value: { rows: [], gone: 'all', rest } });
    stop();
    await Promise.resolve();
    watch('orders');
    expect(worker.posted.at(-1)).toEqual({ watch: 'orders', isOn: true, known: 'the first' });
  });
});
