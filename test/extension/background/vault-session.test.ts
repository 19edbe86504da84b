import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toBase64url } from '../../../shared/bytes.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const FIRST_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

let harness: Harness;
beforeEach(async () => {
  harness = await startVault();
});
afterEach(() => harness.close());

const device = (name?: string, authenticator = createSoftAuthenticator()) =>
  createDevice({ harness, authenticator, ...(name === undefined ? {} : { name }) });

describe('a new account', () => {
  it('creates, commits and unlocks a new account with two prompts', async () => {
    const phone = device();
    await phone.session.resume();
    expect(phone.session.state().status).toBe('empty');
    await phone.session.createAccount();
    expect(phone.session.state()).toMatchObject({ status: 'unlocked', device: { revision: 1 } });
    expect(phone.purposes).toEqual(['create-vault', 'confirm-new-passkey']);
  });

  it.each(['none', 'different'] as const)(
    'creates a vault that opens again even if the passkey’s creation returned no PRF value or a different one (%s)',
    async (atCreate) => {
      const authenticator = createSoftAuthenticator();
      const phone = device('phone', authenticator);
      phone.prompts.atCreate = atCreate;
      await phone.session.createAccount();
      await phone.session.lock();
      await phone.session.unlock();
      expect(phone.session.state().status).toBe('unlocked');
      expect(phone.purposes.length).toBe(4);
    },
  );

  it('commits nothing when the authenticator returns a different key each time', async () => {
    const phone = device();
    phone.prompts.unstable = true;
    await expect(phone.session.createAccount()).rejects.toMatchObject({ code: 'prfDiffers' });
    expect(phone.requests).not.toContain('POST /v1/mutations/commit');
    expect(phone.areas.local.content.has('vault')).toBe(false);
  });

  it('doesn’t create an account when the prompt is cancelled or the passkey lacks PRF', async () => {
    for (const refuse of ['cancelled', 'noPrf'] as const) {
      const phone = device();
      phone.prompts.refuse = refuse;
      await expect(phone.session.createAccount()).rejects.toMatchObject({ code: refuse });
      expect(phone.requests).not.toContain('POST /v1/registration/verify');
    }
  });
});

describe('wallets', () => {
  it('once signed in, a second device has the wallets that the first device imported', async () => {
    const authenticator = createSoftAuthenticator();
    const phone = device('phone', authenticator);
    await phone.session.createAccount();
    await phone.wallets.import('Savings', PHRASE);
    const laptop = device('laptop', authenticator);
    await laptop.session.signIn();
    expect(laptop.addresses()).toEqual([FIRST_ADDRESS]);
    expect(laptop.wallets.view()).toMatchObject([{ name: 'Savings', kind: 'seed' }]);
    expect(laptop.signer.signMessage(FIRST_ADDRESS, '0x68656c6c6f')).toBe(
      phone.signer.signMessage(FIRST_ADDRESS, '0x68656c6c6f'),
    );
  });

  it('creates a recovery phrase that restores the same account on import', async () => {
    const phone = device();
    await phone.session.createAccount();
    const { draftId, words } = phone.wallets.draftSeed(12);
    expect(words).toHaveLength(12);
    await phone.wallets.saveDraft(draftId, 'Main');
    const other = device();
    await other.session.createAccount();
    await other.wallets.import('Copy', words.join(' '));
    expect(other.addresses()).toEqual(phone.addresses());
  });

  it('refuses a wallet that is already in the vault or isn’t valid', async () => {
    const phone = device();
    await phone.session.createAccount();
    await phone.wallets.import('Savings', PHRASE);
    await expect(phone.wallets.import('Again', PHRASE)).rejects.toMatchObject({
      code: 'duplicateWallet',
    });
    await expect(phone.wallets.import('X', PHRASE.replace('junk', 'test'))).rejects.toMatchObject({
      code: 'badPhrase',
    });
    await expect(phone.wallets.import('X', '0x1234')).rejects.toMatchObject({ code: 'badKey' });
    await expect(phone.wallets.import('X', '0'.repeat(64))).rejects.toMatchObject({
      code: 'badKey',
    });
    expect(phone.addresses()).toEqual([FIRST_ADDRESS]);
  });

  it('imports a private key and a watched address, and can’t sign for the watched address', async () => {
    const phone = device();
    await phone.session.createAccount();
    await phone.wallets.import('Key', `0x${'11'.repeat(32)}`);
    await phone.wallets.import('Watched', FIRST_ADDRESS);
    expect(phone.addresses()).toEqual([
      '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
      FIRST_ADDRESS,
    ]);
    expect(() => phone.signer.signMessage(FIRST_ADDRESS, '0x00')).toThrow('cannot sign');
  });

  it.each([
    ['one letter in the wrong case', '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['a network before the address', 'base:0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['a line break after the address', '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266\n'],
    ['invisible characters in the address', '0xF39Fd6e51aad\u200b88F6F4ce6aB8827279cffFb92266'],
  ])('refuses to watch a malformed address: %s', async (_, typed) => {
    const phone = device();
    await phone.session.createAccount();
    await expect(phone.wallets.import('Watched', typed)).rejects.toMatchObject({
      code: 'badChecksum',
    });
    expect(phone.addresses()).toEqual([]);
    await phone.wallets.import('Watched', typed.toLowerCase());
    expect(phone.addresses()).toEqual([FIRST_ADDRESS]);
  });

  it('adds the next account of the same phrase', async () => {
    const phone = device();
    await phone.session.createAccount();
    await phone.wallets.import('Savings', PHRASE);
    const walletId = phone.wallets.view()[0]?.id ?? '';
    await phone.wallets.addAccount(walletId);
    expect(phone.addresses()).toEqual([
      FIRST_ADDRESS,
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    ]);
  });

  it('keeps both wallets when two devices save together: the slower device applies its change again and commits', async () => {
    const authenticator = createSoftAuthenticator();
    const phone = device('phone', authenticator);
    await phone.session.createAccount();
    const laptop = device('laptop', authenticator);
    await laptop.session.signIn();
    let isFirst = true;
    laptop.prompts.beforeAssertion = async () => {
      if (!isFirst) return;
      isFirst = false;
      await phone.wallets.import('From the phone', PHRASE);
    };
    await laptop.wallets.import('From the laptop', `0x${'11'.repeat(32)}`);
    expect(laptop.wallets.view().map(({ name }) => name)).toEqual([
      'From the phone',
      'From the laptop',
    ]);
    expect(laptop.session.state()).toMatchObject({ device: { revision: 3 } });
  });
});

describe('lock and unlock', () => {
  it('wipes the keys at a lock, and restores the account with one prompt', async () => {
    const phone = device();
    await phone.session.createAccount();
    await phone.wallets.import('Savings', PHRASE);
    await phone.session.lock();
    expect(phone.session.state().status).toBe('locked');
    expect(phone.locks).toEqual(['locked']);
    expect(() => phone.signer.signMessage(FIRST_ADDRESS, '0x00')).toThrow();
    expect(phone.areas.session.content.has('unlock')).toBe(false);
    phone.purposes.length = 0;
    await phone.session.unlock();
    expect(phone.purposes).toEqual(['sign-in']);
    expect(phone.addresses()).toEqual([FIRST_ADDRESS]);
  });

  it('unlocks without the server, from the stored copy', async () => {
    const phone = device();
    await phone.session.createAccount();
    await phone.wallets.import('Savings', PHRASE);
    await phone.session.lock();
    phone.network.intercept = () => Promise.reject(new TypeError('offline'));
    await phone.session.unlock();
    expect(phone.addresses()).toEqual([FIRST_ADDRESS]);
    await expect(phone.wallets.import('Key', `0x${'11'.repeat(32)}`)).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
    expect(phone.addresses()).toEqual([FIRST_ADDRESS]);
  });

  it('refuses another vault’s passkey and stays locked', async () => {
    const phone = device('phone');
    await phone.session.createAccount();
    const stranger = createSoftAuthenticator();
    await device('other', stranger).session.createAccount();
    await phone.session.lock();
    const sameStorage = createDevice({ harness, authenticator: stranger, areas: phone.areas });
    await sameStorage.session.resume();
    await expect(sameStorage.session.unlock()).rejects.toMatchObject({ code: 'OTHER_VAULT' });
    expect(sameStorage.session.state().status).toBe('locked');
  });

  it('stays unlocked without a prompt after the worker’s death, and keeps the auto-lock deadline', async () => {
    const authenticator = createSoftAuthenticator();
    const phone = device('phone', authenticator);
    await phone.session.createAccount();
    await phone.wallets.import('Savings', PHRASE);
    const reborn = createDevice({ harness, authenticator, areas: phone.areas });
    await reborn.session.resume();
    expect(reborn.addresses()).toEqual([FIRST_ADDRESS]);
    expect(reborn.purposes).toEqual([]);
    expect(reborn.alarm()).toBe(phone.alarm());
  });

  it('a new worker stays locked after the auto-lock deadline, and deletes the stored unlock key', async () => {
    const authenticator = createSoftAuthenticator();
    const phone = device('phone', authenticator);
    await phone.session.createAccount();
    harness.clock.advance(600_001);
    const late = createDevice({ harness, authenticator, areas: phone.areas });
    await late.session.resume();
    expect(late.session.state().status).toBe('locked');
    expect(phone.areas.session.content.has('unlock')).toBe(false);
  });

  it('needs one more prompt for a save when the session is about to end', async () => {
    const phone = device();
    await phone.session.createAccount();
    harness.clock.advance(595_000);
    phone.purposes.length = 0;
    await phone.wallets.import('Savings', PHRASE);
    expect(phone.purposes).toEqual(['sign-in', 'save-wallet']);
    expect(phone.addresses()).toEqual([FIRST_ADDRESS]);
  });
});

describe('a wallet that is locked during a save or sync', () => {
  it('saves nothing when the wallet is locked before the commit', async () => {
    const phone = device();
    await phone.session.createAccount();
    phone.network.intercept = async ({ path }, forward) => {
      if (path === '/v1/vault') await phone.session.lock();
      return forward();
    };
    await expect(phone.wallets.import('Savings', PHRASE)).rejects.toThrow();
    expect(phone.session.state()).toMatchObject({ status: 'locked', device: { revision: 1 } });
    delete phone.network.intercept;
    await phone.session.unlock();
    expect(phone.addresses()).toEqual([]);
  });

  it('stays locked and leaves no key when a lock interrupts the opening of a snapshot', async () => {
    const phone = device();
    await phone.session.createAccount();
    await phone.wallets.import('Savings', PHRASE);
    const syncing = phone.session.sync();
    // Lets the sync run for 40 microtasks, so that the lock interrupts the opening of the snapshot.
    for (let turn = 0; turn < 40; turn++) await Promise.resolve();
    await phone.session.lock();
    await syncing.catch(() => undefined);
    expect(phone.session.state().status).toBe('locked');
    expect(phone.signer.canSign(FIRST_ADDRESS)).toBe(false);
    expect(phone.areas.session.content.has('unlock')).toBe(false);
  });

  it('stays locked after a lock during a prompt, and has the confirmed change after the next unlock', async () => {
    const phone = device();
    await phone.session.createAccount();
    phone.prompts.beforeAssertion = async () => {
      delete phone.prompts.beforeAssertion;
      phone.network.intercept = async ({ path }, forward) =>
        path === '/v1/session/revoke'
          ? new Response('{"revoked":true}', { status: 200 })
          : forward();
      await phone.session.lock();
    };
    await phone.wallets.import('Savings', PHRASE);
    expect(phone.session.state().status).toBe('locked');
    expect(phone.areas.session.content.has('unlock')).toBe(false);
    await phone.session.unlock();
    await phone.session.syncEnded();
    expect(phone.addresses()).toEqual([FIRST_ADDRESS]);
    expect(phone.signer.canSign(FIRST_ADDRESS)).toBe(true);
  });
});

describe('a device whose session is over', () => {
  it('saves with one more prompt when the server ended the session early', async () => {
    const phone = device();
    await phone.session.createAccount();
    let isFirst = true;
    phone.network.intercept = async ({ path }, forward) => {
      if (path !== '/v1/mutations/options' || !isFirst) return forward();
      isFirst = false;
      return new Response('{"error":"SESSION_EXPIRED"}', { status: 401 });
    };
    phone.purposes.length = 0;
    await phone.wallets.import('Savings', PHRASE);
    expect(phone.purposes).toEqual(['sign-in', 'save-wallet']);
    expect(phone.addresses()).toEqual([FIRST_ADDRESS]);
  });

  it('renews the session for a sync that the user requests', async () => {
    const authenticator = createSoftAuthenticator();
    const phone = device('phone', authenticator);
    await phone.session.createAccount();
    const laptop = device('laptop', authenticator);
    await laptop.session.signIn();
    await phone.wallets.import('Savings', PHRASE);
    harness.clock.advance(590_000);
    laptop.purposes.length = 0;
    await laptop.session.sync();
    expect(laptop.purposes).toEqual(['sign-in']);
    expect(laptop.addresses()).toEqual([FIRST_ADDRESS]);
    await laptop.session.sync();
    expect(laptop.purposes).toHaveLength(1);
  });
});

describe('a device at a server that cannot be trusted', () => {
  it('refuses a snapshot that is older than the known one', async () => {
    const phone = device();
    await phone.session.createAccount();
    let first: string | undefined;
    phone.network.intercept = async ({ path }, forward) => {
      const response = await forward();
      if (path !== '/v1/vault') return response;
      first ??= await response.text();
      return new Response(first, { status: 200 });
    };
    await phone.wallets.import('Savings', PHRASE);
    await expect(phone.wallets.import('Key', `0x${'11'.repeat(32)}`)).rejects.toMatchObject({
      code: 'ROLLED_BACK',
    });
    expect(phone.addresses()).toEqual([FIRST_ADDRESS]);
  });

  it.each([
    ['a different account', 'WRONG_ACCOUNT', { accountId: 'B'.repeat(42).concat('A') }],
    ['different wraps', 'WRONG_KEY', { wraps: 'swapped' }],
    ['a different payload of the same revision', 'CORRUPT_PAYLOAD', { payload: 'swapped' }],
  ])('refuses a snapshot with %s', async (_, code, change) => {
    const phone = device();
    await phone.session.createAccount();
    phone.network.intercept = async ({ path }, forward) => {
      const response = await forward();
      if (path !== '/v1/vault') return response;
      const { envelope } = JSON.parse(await response.text());
      const { payload, wraps } = envelope;
      const swapped = {
        ...envelope,
        ...change,
        ...('wraps' in change ? { wraps: [{ ...wraps[0], iv: payload.iv }] } : { wraps }),
        ...('payload' in change ? { payload: { ...payload, iv: wraps[0].iv } } : { payload }),
      };
      return new Response(JSON.stringify({ envelope: swapped }), { status: 200 });
    };
    await expect(phone.wallets.import('Savings', PHRASE)).rejects.toMatchObject({ code });
    expect(phone.session.state()).toMatchObject({ status: 'unlocked', device: { revision: 1 } });
  });

  it('a new device refuses a vault that the passkey’s key can’t open', async () => {
    const authenticator = createSoftAuthenticator();
    await device('phone', authenticator).session.createAccount();
    const laptop = device('laptop', authenticator);
    laptop.network.intercept = async ({ path }, forward) => {
      const response = await forward();
      if (path !== '/v1/authentication/verify') return response;
      const answer = JSON.parse(await response.text());
      const [wrap] = answer.envelope.wraps;
      answer.envelope.wraps = [{ ...wrap, salt: toBase64url(new Uint8Array(32).fill(9)) }];
      return new Response(JSON.stringify(answer), { status: 200 });
    };
    await expect(laptop.session.signIn()).rejects.toMatchObject({ code: 'WRONG_KEY' });
    expect(laptop.areas.local.content.has('vault')).toBe(false);
  });

  it.each([
    [429, 'TRY_LATER'],
    [503, 'SERVICE_UNAVAILABLE'],
  ])('reports a server that answers %i as %s, and keeps the local copy', async (status, code) => {
    const phone = device();
    await phone.session.createAccount();
    phone.network.intercept = async () => new Response(`{"error":"${code}"}`, { status });
    await expect(phone.session.sync()).rejects.toMatchObject({ code });
    expect(phone.session.state()).toMatchObject({ status: 'unlocked', device: { revision: 1 } });
  });

  it('refuses to sign a challenge that the server issued for a different change', async () => {
    const phone = device();
    await phone.session.createAccount();
    phone.purposes.length = 0;
    phone.network.intercept = async ({ path }, forward) => {
      const response = await forward();
      if (path !== '/v1/mutations/options') return response;
      const answer = JSON.parse(await response.text());
      answer.options.challenge = toBase64url(new Uint8Array(32));
      return new Response(JSON.stringify(answer), { status: 200 });
    };
    await expect(phone.wallets.import('Savings', PHRASE)).rejects.toMatchObject({
      code: 'WRONG_CHALLENGE',
    });
    expect(phone.purposes).toEqual([]);
  });

  it.each([
    ['more than 128 KiB', () => new Response('x'.repeat(131_073), { status: 200 })],
    ['an unexpected structure', () => new Response('{"envelope":{}}', { status: 200 })],
    ['text that isn’t JSON', () => new Response('<html>', { status: 200 })],
    ['an unknown error', () => new Response('{"error":"NEW_CODE"}', { status: 400 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: '/' } })],
  ])('keeps the vault unchanged when the server answers with %s', async (_, answer) => {
    const phone = device();
    await phone.session.createAccount();
    phone.network.intercept = ({ path }, forward) =>
      path === '/v1/vault' ? Promise.resolve(answer()) : forward();
    await expect(phone.wallets.import('Savings', PHRASE)).rejects.toMatchObject({
      code: 'UNEXPECTED_ANSWER',
    });
    expect(phone.session.state()).toMatchObject({ status: 'unlocked', device: { revision: 1 } });
  });
});

describe('stored data', () => {
  it('refuses to start, and keeps the stored data, when a newer version of Condor wrote the data', async () => {
    const phone = device();
    phone.areas.local.content.set('vault', { version: 99, value: { later: true } });
    await expect(phone.session.resume()).rejects.toMatchObject({ reason: 'newer' });
    expect(phone.session.state().status).toBe('starting');
    expect(phone.areas.local.content.get('vault')).toEqual({ version: 99, value: { later: true } });
  });

  it('stores no key and no seed of a locked wallet', async () => {
    const phone = device();
    await phone.session.createAccount();
    await phone.wallets.import('Savings', PHRASE);
    const { session } = phone;
    await session.lock();
    const dump = JSON.stringify([
      ...phone.areas.local.content.entries(),
      ...phone.areas.session.content.entries(),
    ]);
    expect(dump).not.toContain('junk');
    expect(dump).not.toContain('unlockKey');
    expect(dump).not.toMatch(/secret/i);
  });
});
