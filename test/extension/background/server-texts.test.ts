import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../../entrypoints/background/chain/failures.ts';
import {
  checkedConfig,
  serverName,
  withCheckedNames,
} from '../../../entrypoints/background/vault/home/server-texts.ts';
import { VAULT_SLOTS } from '../../../shared/vault/slots.ts';
import type { ConfigResponse, RegistrationOptions } from '../../../shared/wire/vault.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault, TENANT } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';

const EVIL_NAME = `Condor\u202e\u200b\nLocked${' '.repeat(50)}“x” ${'a'.repeat(5000)}`;

const config = (tenant: Partial<ConfigResponse['tenant']>): ConfigResponse => ({
  version: 1,
  tenant: { id: 'main', origin: TENANT.origin, rpId: TENANT.rpId, name: 'Vault', ...tenant },
  enrollmentEnabled: true,
  maxWallets: 32,
  maxPasskeys: 8,
});

describe('texts of a vault server', () => {
  it('shortens a server’s name, and escapes characters that could hide or reverse text', () => {
    const shown = serverName(EVIL_NAME);
    expect(shown.length).toBeLessThanOrEqual(65);
    expect(shown).toContain('Condor\\u{202e}');
    expect(shown).not.toMatch(/[\u202e\u200b\n“”]| {3}/);
    expect(serverName('Ben’s vault 🏦')).toBe('Ben’s vault 🏦');
    expect(checkedConfig(config({ name: EVIL_NAME }))?.tenant.name).toBe(shown);
  });

  it.each([
    ['an http origin', { origin: 'http://vault.example.com' }],
    ['an extension’s origin', { origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop' }],
    ['a path in its origin', { origin: 'https://vault.example.com/' }],
    ['a user name in its origin', { origin: 'https://a@vault.example.com' }],
    ['no origin', { origin: 'null' }],
    ['an invalid domain', { rpId: 'vault example' }],
    ['an empty id', { id: '' }],
    ['an id with hidden characters', { id: 'main\u200b' }],
    ['a long id', { id: 'a'.repeat(129) }],
  ])('refuses a server’s configuration with %s', (_what, tenant) => {
    expect(checkedConfig(config({}))).toBeDefined();
    expect(checkedConfig(config(tenant))).toBeUndefined();
  });

  it('passes a server’s texts to the passkey prompt only in their shortened and escaped form', () => {
    const { rp, user } = withCheckedNames({
      rp: { id: TENANT.rpId, name: EVIL_NAME },
      user: { id: 'id', name: EVIL_NAME, displayName: EVIL_NAME },
    } as RegistrationOptions);
    for (const name of [rp.name, user.name, user.displayName]) {
      expect(name).toBe(serverName(EVIL_NAME));
    }
    expect([rp.id, user.id]).toEqual([TENANT.rpId, 'id']);
  });
});

describe('a device', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startVault();
  });
  afterEach(() => harness.close());

  const device = () => createDevice({ harness, authenticator: createSoftAuthenticator() });

  it("refuses a server whose registered origin isn't https", async () => {
    const phone = device();
    phone.network.intercept = async ({ path }, forward) =>
      path === '/v1/config'
        ? Response.json(config({ origin: 'http://vault.example.com' }))
        : forward();
    await expect(phone.session.createAccount()).rejects.toMatchObject({
      code: 'UNEXPECTED_ANSWER',
    });
    expect(phone.requests).toEqual(['GET /v1/config']);
    expect(phone.areas.local.content.has('vault')).toBe(false);
  });

  const damages = [
    ['isn’t an envelope', () => '{"v":2'],
    [
      'names a different account',
      (text: string) => JSON.stringify({ ...JSON.parse(text), accountId: 'A'.repeat(43) }),
    ],
  ] as const;

  it.each(damages)(
    'reports a damaged copy, not an unreachable server, when the copy %s',
    async (_what, damage) => {
      const phone = device();
      await phone.session.createAccount();
      await phone.session.lock();
      const damaged = await damagedDevice(phone, damage);
      for (const answer of [
        () => Promise.reject(new TypeError('offline')),
        () => Promise.resolve(Response.json({ error: 'SERVICE_UNAVAILABLE' }, { status: 503 })),
      ]) {
        damaged.network.intercept = answer;
        const error = await damaged.session.unlock().then(
          () => undefined,
          (failure: unknown) => failure,
        );
        expect(error).toMatchObject({ code: 'DAMAGED_COPY' });
        expect(failureOf(error)).toEqual({ code: 'DAMAGED_COPY' });
      }
      damaged.network.intercept = () => Promise.reject(new TypeError('offline'));
      expect(damaged.session.state().status).toBe('locked');
    },
  );

  it.each(damages)('opens the server’s vault when the device’s copy %s', async (_what, damage) => {
    const phone = device();
    await phone.session.createAccount();
    await phone.session.lock();
    const damaged = await damagedDevice(phone, damage);
    await damaged.session.unlock();
    expect(damaged.session.state()).toMatchObject({
      status: 'unlocked',
      device: { revision: 1 },
    });
  });

  it('reports a damaged copy when the server also refuses the passkey', async () => {
    const phone = device();
    await phone.session.createAccount();
    await phone.session.lock();
    const damaged = await damagedDevice(phone, damages[0][1]);
    damaged.network.intercept = async ({ path }, forward) =>
      path === '/v1/authentication/verify'
        ? Response.json({ error: 'UNKNOWN_PASSKEY' }, { status: 403 })
        : forward();
    await expect(damaged.session.unlock()).rejects.toMatchObject({ code: 'DAMAGED_COPY' });
  });

  /** Restarts the device with a changed envelope in the storage. */
  async function damagedDevice(phone: ReturnType<typeof device>, damage: (text: string) => string) {
    const stored = await phone.record.read();
    const { content } = phone.areas.local;
    const slot = VAULT_SLOTS.find((one) => content.has(one)) ?? '';
    content.set(slot, { version: 1, value: damage(stored?.envelopeText ?? '') });
    const reborn = createDevice({
      harness,
      authenticator: phone.authenticator,
      areas: phone.areas,
    });
    await reborn.session.resume();
    return reborn;
  }
});
