import { describe, expect, it } from 'vitest';
import {
  type EarlyScope,
  openEarly,
  takeEarly,
  takeLockScreen,
} from '../../../components/hooks/early-port.ts';
import { connectWallet, type UiPort } from '../../../components/hooks/wallet-connection.ts';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import type { UiMessage } from '../../../shared/messages/wallet-api.ts';

/** A port of the worker: what the page posted, and ways to answer and to end it. */
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

describe('a page whose first script has opened its port', () => {
  it('gets what the worker sent before its code was loaded, once, and then what follows', () => {
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

  it('keeps no message, which can be a phrase, once its code reads them itself', () => {
    const worker = workerPort();
    const scope: EarlyScope = {};
    openEarly(scope, worker.port);
    const early = scope.condorPort;
    takeEarly(scope, noSecond)().onMessage.addListener(() => undefined);
    worker.send({ id: 1, result: ['abandon', 'ability'] });
    expect(JSON.stringify(early)).not.toContain('abandon');
  });

  it('asks over this port and gets its answers', async () => {
    const worker = workerPort();
    const scope: EarlyScope = {};
    openEarly(scope, worker.port);
    const connection = connectWallet(takeEarly(scope, noSecond));
    const answer = connection.call('vault.used', {});
    expect(worker.posted).toEqual([{ id: 1, command: 'vault.used', payload: {} }]);
    worker.send({ id: 1, result: null });
    expect(await answer).toBeNull();
  });

  it('remembers what a refusal named as its reason, for the line that leads there', async () => {
    const worker = workerPort();
    const scope: EarlyScope = {};
    openEarly(scope, worker.port);
    const connection = connectWallet(takeEarly(scope, noSecond));
    const answer = connection.call('vault.used', {});
    worker.send({ id: 1, failure: { code: 'fill-running', details: { holder: 'one' } } });
    await expect(answer).rejects.toMatchObject({ code: 'fill-running' });
    expect(connection.store.getState().refusedBy).toBe('one');
  });

  it('connects again when the worker has ended meanwhile, and when it ends later', () => {
    const [first, second, third] = [workerPort(), workerPort(), workerPort()];
    const scope: EarlyScope = {};
    openEarly(scope, first.port);
    first.end();
    const others = [second.port, third.port];
    const connect = takeEarly(scope, () => others.shift() ?? expect.unreachable());
    expect(connect()).toBe(second.port);
    expect(connect()).toBe(third.port);
  });

  it('takes the port only once', () => {
    const [first, second] = [workerPort(), workerPort()];
    const scope: EarlyScope = {};
    openEarly(scope, first.port);
    const connect = takeEarly(scope, () => second.port);
    connect().postMessage('question');
    expect(first.posted).toEqual(['question']);
    expect(connect()).toBe(second.port);
  });
});

it('connects by itself in a page without a first script', () => {
  const worker = workerPort();
  expect(takeEarly({}, () => worker.port)()).toBe(worker.port);
});

describe('the lock screen that a former worker left', () => {
  const locked = { vault: { status: 'locked' }, language: 'de' } as unknown as WalletSnapshot;
  const current = { vault: { status: 'locked' }, language: 'en' } as unknown as WalletSnapshot;
  const left = (value: unknown): EarlyScope => ({
    condorLockScreen: Promise.resolve({ 'lock-screen': { version: 1, value } }),
  });

  it('shows in a page until the worker answers', async () => {
    const worker = workerPort();
    const { store } = connectWallet(() => worker.port, takeLockScreen(left(locked)));
    await expect.poll(() => store.getState().snapshot).toEqual(locked);
    worker.send({ snapshot: current });
    expect(store.getState().snapshot).toEqual(current);
  });

  it('has its amounts as pages use them', async () => {
    const worker = workerPort();
    const portfolio = { account: '0xaa', balances: [], totalUsdCents: '5', at: 1, block: '7' };
    const scope = left({ ...locked, portfolio });
    const { store } = connectWallet(() => worker.port, takeLockScreen(scope));
    await expect.poll(() => store.getState().snapshot?.portfolio?.totalUsdCents).toBe(5n);
  });

  it('never replaces the worker’s answer', async () => {
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
    ['another form', left('text')],
  ])('ignores %s', async (_, scope: EarlyScope) => {
    expect(await takeLockScreen(scope)).toBeUndefined();
  });

  it('keeps no page from the worker’s answer when the storage is unreadable', async () => {
    const worker = workerPort();
    const { store } = connectWallet(() => worker.port, Promise.reject(new Error('no storage')));
    worker.send({ snapshot: current });
    expect(store.getState().snapshot).toEqual(current);
  });
});
