import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compose } from '../../../entrypoints/background/compose.ts';
import { createOutgoing } from '../../../entrypoints/background/kernel/outgoing.ts';
import { createSettings } from '../../../entrypoints/background/kernel/settings.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import type { RuntimePort } from '../../../entrypoints/background/platform/ports.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { vaultCommands } from '../../../entrypoints/background/vault/commands.ts';
import {
  createAutoLock,
  MAX_UNLOCKED_MS,
} from '../../../entrypoints/background/vault/open/auto-lock.ts';
import { BASE_SERVICES } from '../../../shared/messages/default-services.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { browserOf } from '../helpers/browser-platform.ts';
import { createDevice } from '../helpers/device.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SITE = 'https://dapp.example';
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

let harness: Harness;
beforeEach(async () => {
  harness = await startVault();
});
afterEach(() => harness.close());

/** An unlocked device whose alarm and timer never fire. */
async function unlockedDevice() {
  const phone = createDevice({ harness, authenticator: createSoftAuthenticator() });
  await phone.session.createAccount();
  await phone.wallets.import('Savings', PHRASE);
  return phone;
}

function pagePort() {
  const received: unknown[] = [];
  let send: (message: unknown) => void = () => undefined;
  const port = {
    name: 'page-1',
    sender: { origin: SITE, documentId: 'doc-1' },
    onMessage: {
      addListener(listener: (message: unknown) => void) {
        send = listener;
      },
    },
    onDisconnect: { addListener: () => undefined },
    postMessage: (message: unknown) => received.push(message),
  } as unknown as RuntimePort;
  const ask = async (method: string, params: readonly unknown[]) => {
    const id = `${method} ${received.length}`;
    send({ id, method, params: JSON.stringify(params) });
    const answer = () =>
      received.find(
        (message) => typeof message === 'object' && Reflect.get(message ?? {}, 'id') === id,
      );
    await eventually(() => expect(answer()).toBeDefined());
    return answer();
  };
  return { port, received, ask, send: (message: unknown) => send(message) };
}

describe('the auto-lock deadline without any timer', () => {
  it('locks at the first read of the session’s state after the deadline', async () => {
    const phone = await unlockedDevice();
    harness.clock.advance(HOUR_MS);
    expect(phone.session.state().status).toBe('locked');
    expect(phone.addresses()).toEqual([]);
    expect(phone.locks).toEqual(['locked']);
    await eventually(() => expect(phone.areas.session.content.has('unlock')).toBe(false));
  });

  it.each([
    ['sign a message', (phone) => phone.signer.signMessage(ACCOUNT, '0x00')],
    ['reveal a secret', (phone) => phone.signer.reveal(phone.walletId)],
    [
      'put secrets into an envelope',
      (phone) => phone.signer.walletsWithSecrets(phone.payload.wallets),
    ],
  ] satisfies [string, (phone: UnlockedPhone) => unknown][])(
    'refuses to %s after the auto-lock deadline',
    async (_what, use) => {
      const phone = await unlockedDevice();
      const state = phone.session.state();
      if (state.status !== 'unlocked') throw new Error('the device is locked');
      const walletId = state.payload.wallets[0]?.id ?? '';
      const held = { signer: phone.signer, walletId, payload: state.payload };
      expect(use(held)).toBeDefined();
      harness.clock.advance(HOUR_MS);
      expect(() => use(held)).toThrow(expect.objectContaining({ code: 'locked' }));
    },
  );

  it('watchLocks reports a lock once the auto-lock deadline has passed', async () => {
    const phone = await unlockedDevice();
    const isStillUnlocked = phone.signer.watchLocks();
    expect(isStillUnlocked()).toBe(true);
    harness.clock.advance(HOUR_MS);
    expect(isStillUnlocked()).toBe(false);
  });

  it('rejects a change of the auto-lock time after the deadline, and keeps the wallet locked', async () => {
    const phone = await unlockedDevice();
    const settings = createSettings({
      defaults: BASE_SERVICES,
      stored: stored(phone.areas, STORED_KEYS.settings),
      outgoing: createOutgoing({ setRules: async () => undefined }),
      onChange: () => undefined,
    });
    await settings.load();
    const handlers = vaultCommands({
      firstRun: phone.firstRun,
      foreign: phone.foreign,
      session: phone.session,
      settings,
      forgetOwner: { begin: async () => undefined },
      startup: { run: async () => undefined },
      selected: () => undefined,
    });
    harness.clock.advance(HOUR_MS);
    const before = settings.get();
    await expect(handlers['vault.setAutoLock']({ minutes: 60 })).rejects.toMatchObject({
      code: 'locked',
    });
    expect(phone.session.state().status).toBe('locked');
    // The settings of a locked wallet don't change.
    expect(settings.get()).toEqual(before);
    expect(phone.areas.local.content.has('settings')).toBe(false);
  });

  it('still shows a connected site its account after the lock, but asks for an unlock before a signature', async () => {
    const { areas } = await unlockedDevice();
    await stored(areas, STORED_KEYS.sites).write({
      accounts: [ACCOUNT],
      sites: { [SITE]: { accounts: [0], connectedAt: harness.clock.now() } },
    });
    const { platform, opened } = browserOf({ areas, clock: harness.clock });
    const wallet = compose(platform);
    await wallet.ready;
    const page = pagePort();
    wallet.pages.accept(page.port);
    expect(await page.ask('eth_accounts', [])).toMatchObject({ result: [ACCOUNT.toLowerCase()] });
    harness.clock.advance(HOUR_MS);
    expect(await page.ask('eth_accounts', [])).toMatchObject({ result: [ACCOUNT.toLowerCase()] });
    page.send({ id: 'sign', method: 'personal_sign', params: `["0x00","${ACCOUNT}"]` });
    await eventually(() => expect(opened).toHaveLength(1));
    expect(wallet.approvals.open().map(({ request }) => request.kind)).toEqual(['unlock']);
    const later = pagePort();
    wallet.pages.accept(later.port);
    await eventually(() =>
      expect(later.received).toContainEqual({
        event: 'state',
        payload: { chainId: '0x2105', accounts: [ACCOUNT.toLowerCase()] },
      }),
    );
  });
});

describe('the use of the wallet’s own pages', () => {
  it('use of the wallet’s pages extends the deadline, up to eight hours after the unlock', async () => {
    const phone = await unlockedDevice();
    const start = harness.clock.now();
    while (harness.clock.now() < start + 8 * HOUR_MS - 5 * MINUTE_MS) {
      harness.clock.advance(5 * MINUTE_MS);
      await phone.session.extendDeadline();
      expect(phone.session.state().status).toBe('unlocked');
    }
    harness.clock.advance(5 * MINUTE_MS);
    expect(phone.session.state().status).toBe('locked');
  });

  it('keeps the time of the unlock when activity extends the auto-lock deadline', async () => {
    const phone = await unlockedDevice();
    const start = harness.clock.now();
    harness.clock.advance(9 * MINUTE_MS);
    await phone.session.extendDeadline();
    expect(phone.areas.session.content.get('unlock')).toMatchObject({
      value: { deadline: start + 19 * MINUTE_MS, unlockedAt: start },
    });
    harness.clock.advance(9 * MINUTE_MS);
    expect(phone.session.state().status).toBe('unlocked');
    harness.clock.advance(MINUTE_MS);
    expect(phone.session.state().status).toBe('locked');
  });

  it('locks after eight hours, even if the worker restarted in between', async () => {
    const phone = await unlockedDevice();
    const start = harness.clock.now();
    let { session } = phone;
    while (harness.clock.now() < start + 8 * HOUR_MS - 5 * MINUTE_MS) {
      harness.clock.advance(5 * MINUTE_MS);
      session = createDevice({
        harness,
        authenticator: phone.authenticator,
        areas: phone.areas,
      }).session;
      await session.resume();
      await session.extendDeadline();
      expect(session.state().status).toBe('unlocked');
    }
    expect(phone.areas.session.content.get('unlock')).toMatchObject({
      value: { deadline: start + 8 * HOUR_MS, unlockedAt: start },
    });
    harness.clock.advance(5 * MINUTE_MS);
    const last = createDevice({ harness, authenticator: phone.authenticator, areas: phone.areas });
    await last.session.resume();
    expect(last.session.state().status).toBe('locked');
  });

  it('both a running and a restarted worker lock the wallet when the maximum unlocked time has passed', async () => {
    const authenticator = createSoftAuthenticator();
    const areas = memoryAreas();
    const start = async () => {
      const settings = createSettings({
        defaults: BASE_SERVICES,
        stored: stored(areas, STORED_KEYS.settings),
        outgoing: createOutgoing({ setRules: async () => undefined }),
        onChange: () => undefined,
      });
      await settings.load();
      const profile = createDevice({ harness, authenticator, areas });
      const { firstRun, foreign, session } = profile;
      const forgetOwner = { begin: async () => undefined };
      const startup = { run: async () => undefined };
      const selected = () => undefined;
      return {
        session,
        handlers: vaultCommands({
          firstRun,
          foreign,
          session,
          settings,
          forgetOwner,
          startup,
          selected,
        }),
      };
    };
    const first = await start();
    await first.session.createAccount();
    const unlockedAt = harness.clock.now();
    for (let at = 5 * MINUTE_MS; at < MAX_UNLOCKED_MS; at += 5 * MINUTE_MS) {
      harness.clock.advance(5 * MINUTE_MS);
      await first.handlers['vault.used']({});
    }
    expect(areas.session.content.get('unlock')).toMatchObject({
      value: { deadline: unlockedAt + MAX_UNLOCKED_MS },
    });
    const second = await start();
    await second.session.resume();
    await second.handlers['vault.used']({});
    expect(second.session.state().status).toBe('unlocked');
    harness.clock.advance(5 * MINUTE_MS);
    expect(second.session.state().status).toBe('locked');
    expect(first.session.state().status).toBe('locked');
  });

  it('ignores the use of pages while the wallet is locked', async () => {
    const phone = await unlockedDevice();
    const settings = createSettings({
      defaults: BASE_SERVICES,
      stored: stored(phone.areas, STORED_KEYS.settings),
      outgoing: createOutgoing({ setRules: async () => undefined }),
      onChange: () => undefined,
    });
    const handlers = vaultCommands({
      firstRun: phone.firstRun,
      foreign: phone.foreign,
      session: phone.session,
      settings,
      forgetOwner: { begin: async () => undefined },
      startup: { run: async () => undefined },
      selected: () => undefined,
    });
    harness.clock.advance(5 * MINUTE_MS);
    await handlers['vault.used']({});
    harness.clock.advance(6 * MINUTE_MS);
    expect(phone.session.state().status).toBe('unlocked');
    harness.clock.advance(HOUR_MS);
    await expect(handlers['vault.used']({})).resolves.toBeUndefined();
    expect(phone.session.state().status).toBe('locked');
  });

  it('a site’s requests don’t extend the auto-lock deadline', async () => {
    const { areas, session } = await unlockedDevice();
    await stored(areas, STORED_KEYS.sites).write({
      accounts: [ACCOUNT],
      sites: { [SITE]: { accounts: [0], connectedAt: harness.clock.now() } },
    });
    const { platform } = browserOf({ areas, clock: harness.clock });
    const wallet = compose(platform);
    await wallet.ready;
    const page = pagePort();
    wallet.pages.accept(page.port);
    const before = areas.session.content.get('unlock');
    harness.clock.advance(5 * MINUTE_MS);
    await page.ask('eth_accounts', []);
    await page.ask('eth_requestAccounts', []);
    expect(areas.session.content.get('unlock')).toEqual(before);
    expect(session.state().status).toBe('unlocked');
  });
});

interface UnlockedPhone {
  readonly signer: ReturnType<typeof createDevice>['signer'];
  readonly walletId: string;
  readonly payload: Parameters<ReturnType<typeof createDevice>['signer']['withSecrets']>[0];
}

describe('a clock that is set back or stops', () => {
  it('unlocks at the first try after the worker found the clock set back', async () => {
    const authenticator = createSoftAuthenticator();
    const phone = createDevice({ harness, authenticator });
    await phone.session.createAccount();
    harness.clock.advance(MINUTE_MS);
    await phone.session.extendDeadline();
    harness.clock.advance(-MINUTE_MS / 2);
    const restarted = createDevice({ harness, authenticator, areas: phone.areas });
    await restarted.session.resume();
    expect(restarted.session.state().status).toBe('locked');
    await restarted.session.unlock();
    expect(restarted.session.state().status).toBe('unlocked');
  });

  it('locks when the clock is before the time of unlocking', async () => {
    const phone = await unlockedDevice();
    harness.clock.advance(-HOUR_MS);
    expect(phone.session.state().status).toBe('locked');
    expect(phone.addresses()).toEqual([]);
  });

  it('locks when the clock is before a time that the worker has already seen', async () => {
    const phone = await unlockedDevice();
    harness.clock.advance(5 * MINUTE_MS);
    expect(phone.session.state().status).toBe('unlocked');
    harness.clock.advance(-MINUTE_MS);
    expect(() => phone.signer.signMessage(ACCOUNT, '0x00')).toThrow(
      expect.objectContaining({ code: 'locked' }),
    );
  });

  it('stays unlocked when a time server sets the clock back by a second', async () => {
    const phone = await unlockedDevice();
    harness.clock.advance(5 * MINUTE_MS);
    expect(phone.session.state().status).toBe('unlocked');
    harness.clock.advance(-1_000);
    expect(phone.session.state().status).toBe('unlocked');
  });

  it.each([
    ['the time of unlocking', 0, -HOUR_MS],
    ['the last time that the former worker saw', 5 * MINUTE_MS, -MINUTE_MS],
  ])('a new worker locks the wallet when the clock is before %s', async (_, forward, back) => {
    const phone = await unlockedDevice();
    harness.clock.advance(forward);
    await phone.session.extendDeadline();
    harness.clock.advance(back);
    const reborn = createDevice({
      harness,
      authenticator: phone.authenticator,
      areas: phone.areas,
    });
    await reborn.session.resume();
    expect(reborn.session.state().status).toBe('locked');
    expect(phone.areas.session.content.has('unlock')).toBe(false);
  });

  it('locks after the maximum time unlocked, even if the clock is set back in many small steps', async () => {
    let elapsed = 0;
    const phone = createDevice({
      harness,
      authenticator: createSoftAuthenticator(),
      elapsed: () => elapsed,
    });
    await phone.session.createAccount();
    const used = async () => {
      elapsed += 5 * MINUTE_MS;
      harness.clock.advance(5 * MINUTE_MS);
      if (phone.session.state().status === 'unlocked') await phone.session.extendDeadline();
      // The difference is too small to count as a clock that was set back.
      harness.clock.advance(-1_900);
    };
    for (let at = 0; at < 96; at++) await used();
    expect(elapsed).toBe(8 * HOUR_MS);
    expect(phone.session.state().status).toBe('locked');
  });

  it('uses the monotonic clock to lock when the system clock has stopped', async () => {
    let elapsed = 0;
    const phone = createDevice({
      harness,
      authenticator: createSoftAuthenticator(),
      elapsed: () => elapsed,
    });
    await phone.session.createAccount();
    elapsed += 10 * MINUTE_MS - 1;
    expect(phone.session.state().status).toBe('unlocked');
    elapsed += 1;
    expect(phone.session.state().status).toBe('locked');
  });

  it('a new worker stays unlocked only for the remaining time, measured by the monotonic clock', async () => {
    const phone = await unlockedDevice();
    harness.clock.advance(9 * MINUTE_MS);
    let elapsed = 500_000;
    const reborn = createDevice({
      harness,
      authenticator: phone.authenticator,
      areas: phone.areas,
      elapsed: () => elapsed,
    });
    await reborn.session.resume();
    expect(reborn.session.state().status).toBe('unlocked');
    elapsed += MINUTE_MS;
    expect(reborn.session.state().status).toBe('locked');
  });
});

describe('an auto-lock', () => {
  it('locks only once at the deadline, and not after the auto-lock is disarmed', async () => {
    let ring: (name: string) => void = () => undefined;
    let locks = 0;
    const areas = memoryAreas();
    const autoLock = createAutoLock({
      alarms: {
        set: async () => undefined,
        clear: async () => undefined,
        onAlarm(listener) {
          ring = listener;
        },
      },
      clock: harness.clock,
      elapsed: () => 0,
      unlock: stored(areas, STORED_KEYS.unlock),
      seen: stored(areas, STORED_KEYS.seenUnlockedAt),
      autoLockMs: () => 1_000,
      keepAlive: () => undefined,
      onDeadline: () => {
        locks += 1;
      },
    });
    const arm = () => {
      const unlockedAt = harness.clock.now();
      const passkey = { credentialId: 'passkey', secretKey: new Uint8Array(32) };
      return autoLock.arm(passkey, { unlockedAt, deadline: autoLock.deadlineFrom(unlockedAt) });
    };
    await arm();
    autoLock.enforce();
    ring('auto-lock');
    expect(locks).toBe(0);
    harness.clock.advance(1_000);
    ring('auto-lock');
    autoLock.enforce();
    expect(locks).toBe(1);
    await arm();
    await autoLock.disarm();
    harness.clock.advance(2_000);
    autoLock.enforce();
    expect(locks).toBe(1);
  });
});
