import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { createDevice, type Device } from '../helpers/device.ts';

const KEY = `0x${'11'.repeat(32)}`;
const KEY_ADDRESS = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A';
const OTHER_KEY = `0x${'22'.repeat(32)}`;
const LOGIN = '/v1/authentication/verify';

let harness: Harness;
beforeEach(async () => {
  harness = await startVault();
});
afterEach(() => harness.close());

/** A locked device whose vault holds one wallet. */
async function lockedPhone(authenticator = createSoftAuthenticator()) {
  const phone = createDevice({ harness, authenticator, name: 'phone' });
  await phone.session.createAccount();
  await phone.wallets.import('Key', KEY);
  await phone.session.lock();
  phone.purposes.length = 0;
  phone.requests.length = 0;
  return phone;
}

/** Delays the answer to one path until `release` is called. */
function holdBack(phone: Device, heldPath: string) {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  phone.network.intercept = async ({ path }, forward) => {
    if (path !== heldPath) return forward();
    const response = await forward();
    asked.resolve();
    await gate.promise;
    return response;
  };
  return { release: gate.resolve, asked: asked.promise };
}

describe('an unlock while the server is slow', () => {
  it('opens this device’s copy and can sign before the server answers the login', async () => {
    const phone = await lockedPhone();
    const { release } = holdBack(phone, LOGIN);
    await phone.session.unlock();
    expect(phone.session.syncState()).toEqual({ kind: 'syncing' });
    const [address = '0x'] = phone.addresses();
    expect(phone.signer.signMessage(address as `0x${string}`, '0x00')).toMatch(/^0x/);
    release();
    await phone.session.syncEnded();
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(phone.purposes).toEqual(['sign-in']);
  });

  it('adopts a newer vault when the server’s answer arrives', async () => {
    const authenticator = createSoftAuthenticator();
    const phone = await lockedPhone(authenticator);
    const laptop = createDevice({ harness, authenticator, name: 'laptop' });
    await laptop.session.signIn();
    await laptop.wallets.import('Other', OTHER_KEY);
    await phone.session.unlock();
    await phone.session.syncEnded();
    expect(phone.addresses()).toEqual(laptop.addresses());
  });

  it('delays a save until the vaults are compared, and then needs one prompt', async () => {
    const phone = await lockedPhone();
    const { release, asked } = holdBack(phone, LOGIN);
    await phone.session.unlock();
    await asked;
    const saving = phone.wallets.import('Other', OTHER_KEY);
    expect(phone.requests.some((line) => line.includes('/mutations/'))).toBe(false);
    release();
    await saving;
    expect(phone.addresses()).toHaveLength(2);
    expect(phone.purposes).toEqual(['sign-in', 'save-wallet']);
  });

  it('cancels a waiting save when the wallet is locked', async () => {
    const phone = await lockedPhone();
    const { release, asked } = holdBack(phone, LOGIN);
    await phone.session.unlock();
    await asked;
    const saving = phone.wallets.import('Other', OTHER_KEY);
    const outcome = expect(saving).rejects.toMatchObject({ code: 'locked' });
    await phone.session.lock();
    await outcome;
    release();
    expect(phone.session.state().status).toBe('locked');
  });

  it('ignores a server’s answer that arrives after a lock, and ends the session that this answer opened', async () => {
    const phone = await lockedPhone();
    const { release, asked } = holdBack(phone, LOGIN);
    await phone.session.unlock();
    await asked;
    await phone.session.lock();
    const revoked = Promise.withResolvers<void>();
    const held = phone.network.intercept;
    phone.network.intercept = async (request, forward) => {
      if (request.path === '/v1/session/revoke') revoked.resolve();
      return held?.(request, forward) ?? forward();
    };
    release();
    await revoked.promise;
    expect(phone.session.state().status).toBe('locked');
    expect(phone.areas.session.content.has('unlock')).toBe(false);
  });

  it('leaves no key, session or sync state behind, whenever the lock happens', async () => {
    const phone = await lockedPhone();
    for (let turns = 0; turns < 60; turns++) {
      const unlocking = phone.session.unlock().catch(() => undefined);
      for (let turn = 0; turn < turns; turn++) {
        await (turn % 3 === 0 ? new Promise(setImmediate) : Promise.resolve());
      }
      await phone.session.lock();
      await unlocking;
      // The first lock has no effect if it came before the copy was open, so the test locks again.
      await phone.session.lock();
      await new Promise(setImmediate);
      expect(phone.session.state().status).toBe('locked');
      expect(phone.signer.canSign(KEY_ADDRESS)).toBe(false);
      expect(phone.areas.session.content.has('unlock')).toBe(false);
      expect(phone.session.syncState()).toEqual({ kind: 'unchecked' });
    }
    await phone.session.unlock();
    await phone.session.syncEnded();
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(phone.signer.canSign(KEY_ADDRESS)).toBe(true);
  });

  it('ignores the answer to an earlier unlock', async () => {
    const phone = await lockedPhone();
    const { release, asked } = holdBack(phone, LOGIN);
    await phone.session.unlock();
    await asked;
    await phone.session.lock();
    delete phone.network.intercept;
    await phone.session.unlock();
    release();
    await phone.session.syncEnded();
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(phone.addresses()).toHaveLength(1);
    await phone.wallets.import('Other', OTHER_KEY);
    expect(phone.addresses()).toHaveLength(2);
  });

  it('keeps the auto-lock deadline that the user’s activity extended during the sync', async () => {
    const phone = await lockedPhone();
    const { release, asked } = holdBack(phone, LOGIN);
    await phone.session.unlock();
    await asked;
    harness.clock.advance(60_000);
    await phone.session.extendDeadline();
    const moved = phone.alarm();
    release();
    await phone.session.syncEnded();
    expect(phone.session.state()).toMatchObject({ status: 'unlocked', deadline: moved });
    expect(phone.alarm()).toBe(moved);
  });

  it('unlocks with a challenge from this device when the server’s challenge is late', async () => {
    const authenticator = createSoftAuthenticator();
    const { areas } = await lockedPhone(authenticator);
    const phone = createDevice({ harness, authenticator, areas, challengeWaitMs: 1 });
    await phone.session.resume();
    const { release } = holdBack(phone, '/v1/authentication/options');
    await phone.session.unlock();
    release();
    expect(phone.purposes).toEqual(['unlock']);
    expect(phone.addresses()).toHaveLength(1);
    expect(phone.session.syncState()).toEqual({ kind: 'offline', code: 'UNREACHABLE' });
  });
});

describe('an unlock whose login challenge is refused', () => {
  const REFUSALS = [
    ['ORIGIN_DENIED', 403, 'refused'],
    ['TENANT_MISMATCH', 403, 'refused'],
    ['TRY_LATER', 429, 'offline'],
    ['SERVICE_UNAVAILABLE', 503, 'offline'],
  ] as const;

  it.each(REFUSALS)(
    'opens the device’s copy with a challenge from this device when the server refuses the login challenge: %s',
    async (code, status, kind) => {
      const phone = await lockedPhone();
      phone.network.intercept = async ({ path }, forward) =>
        path === '/v1/authentication/options'
          ? new Response(JSON.stringify({ error: code }), { status })
          : forward();
      await phone.session.unlock();
      expect(phone.purposes).toEqual(['unlock']);
      expect(phone.addresses()).toHaveLength(1);
      expect(phone.session.syncState()).toEqual({ kind, code });
    },
  );

  it('opens the device’s copy even when the server’s challenge names an unknown passkey', async () => {
    const phone = await lockedPhone();
    phone.network.intercept = async ({ path }, forward) => {
      const response = await forward();
      if (path !== '/v1/authentication/options') return response;
      const { options, ...rest } = JSON.parse(await response.text());
      const allowCredentials = [{ id: 'A'.repeat(43), type: 'public-key' }];
      const changed = { ...rest, options: { ...options, allowCredentials } };
      return new Response(JSON.stringify(changed), { status: 200 });
    };
    await phone.session.unlock();
    await phone.session.syncEnded();
    expect(phone.addresses()).toHaveLength(1);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
  });

  it('opens the copy when the server asks for passkeys of a different domain', async () => {
    const phone = await lockedPhone();
    phone.network.intercept = async ({ path }, forward) => {
      const response = await forward();
      if (path !== '/v1/authentication/options') return response;
      const { options, ...rest } = JSON.parse(await response.text());
      const changed = { ...rest, options: { ...options, rpId: 'other.example.com' } };
      return new Response(JSON.stringify(changed), { status: 200 });
    };
    await phone.session.unlock();
    expect(phone.addresses()).toHaveLength(1);
    expect(phone.session.syncState()).toEqual({ kind: 'refused', code: 'SERVER_CHANGED' });
  });
});

describe('an unlock with a passkey that this device’s copy does not know', () => {
  async function phoneAndSecurityKey() {
    const authenticator = createSoftAuthenticator();
    const phone = await lockedPhone(authenticator);
    const laptop = createDevice({ harness, authenticator, name: 'laptop' });
    await laptop.session.signIn();
    const securityKey = createSoftAuthenticator();
    laptop.prompts.another = securityKey;
    await laptop.passkeys.add('Security key');
    const later = createDevice({ harness, authenticator: securityKey, areas: phone.areas });
    await later.session.resume();
    return { laptop, later };
  }

  it('waits for the server, and opens the server’s vault, when this device’s copy doesn’t know the passkey', async () => {
    const { laptop, later } = await phoneAndSecurityKey();
    await later.session.unlock();
    expect(later.addresses()).toEqual(laptop.addresses());
    expect(later.session.syncState()).toEqual({ kind: 'synced' });
  });

  it('refuses the passkey when the server’s vault is newer and can’t be compared with the device’s copy', async () => {
    const { laptop, later } = await phoneAndSecurityKey();
    await laptop.wallets.import('Other', OTHER_KEY);
    await expect(later.session.unlock()).rejects.toMatchObject({ code: 'UNCOMPARABLE' });
    expect(later.session.state().status).toBe('locked');
  });
});
