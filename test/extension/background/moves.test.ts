import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault, TENANT } from '../../server/vault/harness.ts';
import { createDevice, type Device } from '../helpers/device.ts';
import { copiedAreas, mortalAreas } from '../helpers/mortal-areas.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const FIRST_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const KEY = `0x${'11'.repeat(32)}`;
const KEY_ADDRESS = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A';
const OWN_RP_ID = TENANT.webauthnOrigins[0] ?? '';
const NAMES = { name: 'Savings', accountNames: 'Account #' };

let harness: Harness;
beforeEach(async () => {
  harness = await startVault({ tenants: [{ ...TENANT, extensions: true }] });
});
afterEach(() => harness.close());

const device = (options: Partial<Parameters<typeof createDevice>[0]> = {}) =>
  createDevice({ harness, authenticator: createSoftAuthenticator(), ...options });

/** A profile whose vault is on the device and has one wallet. */
async function begun(): Promise<Device> {
  const profile = device();
  await profile.session.resume();
  await profile.firstRun.withTyped({ ...NAMES, secret: PHRASE });
  return profile;
}

async function restarted({ areas, authenticator }: Device): Promise<Device> {
  const next = device({ areas, authenticator });
  await next.session.resume();
  return next;
}

/** Opens this device's vault. Returns where the vault is stored, and its addresses. */
async function opened(profile: Device) {
  if (profile.session.state().status === 'locked') await profile.session.unlock();
  await profile.session.syncEnded();
  const home = profile.session.device()?.tenant.rpId === OWN_RP_ID ? 'device' : 'server';
  return { home, addresses: profile.addresses() };
}

/** Returns the newest vault that a move has replaced on this device. */
async function retired({ record }: Device) {
  const [newest] = await record.others();
  return newest?.kind === 'former' ? newest.vault : undefined;
}

async function goBack({ session }: Device): Promise<void> {
  const [newest] = session.others.list();
  if (newest === undefined) throw new Error('no other vault is stored');
  await session.others.returnTo(newest.slot);
}

const consentTo = (offeredDigest = '') => ({ offeredDigest, readmitted: [] });

const onDevice = { home: 'device', addresses: [FIRST_ADDRESS] };
const onServer = { home: 'server', addresses: [FIRST_ADDRESS] };

describe('connecting a server', () => {
  it('registers a passkey at the server, commits, reads the vault back, and opens the vault from the server', async () => {
    const profile = await begun();
    await profile.session.connect();
    expect(profile.requests).toEqual([
      'GET /v1/config',
      'POST /v1/registration/options',
      'POST /v1/registration/verify',
      'POST /v1/mutations/options',
      'POST /v1/mutations/commit',
      'GET /v1/vault',
    ]);
    expect(await opened(profile)).toEqual(onServer);
    const next = await restarted(profile);
    await next.session.lock();
    expect(await opened(next)).toEqual(onServer);
    const laptop = device({ authenticator: profile.authenticator });
    await laptop.session.signIn();
    expect(laptop.addresses()).toEqual([FIRST_ADDRESS]);
  });

  it('keeps the encrypted vault of the device until the server’s vault was opened once', async () => {
    const profile = await begun();
    await profile.session.connect();
    expect((await retired(profile))?.tenant.rpId).toBe(OWN_RP_ID);
    await profile.session.lock();
    await profile.session.unlock();
    await profile.session.syncEnded();
    await expect.poll(() => retired(profile)).toBeUndefined();
    await expect.poll(() => profile.session.others.list()).toEqual([]);
  });

  it('unlocks the vault on the device without a request after the user went back from a server', async () => {
    const profile = await begun();
    await profile.session.connect();
    await profile.session.lock();
    await goBack(profile);
    profile.requests.length = 0;
    expect(await opened(profile)).toEqual(onDevice);
    expect(profile.requests).toEqual([]);
    expect(profile.signer.canSign(FIRST_ADDRESS)).toBe(true);
  });

  it('keeps both vaults after the user went back from a server, because each can have items that the other lacks', async () => {
    const profile = await begun();
    await profile.session.connect();
    await profile.wallets.import('Key', KEY);
    await profile.session.lock();
    await goBack(profile);
    expect(await opened(profile)).toEqual(onDevice);
    await profile.wallets.save([{ kind: 'set-contact', address: KEY_ADDRESS, name: 'Friend' }]);
    const next = await restarted(profile);
    await next.session.lock();
    expect(next.session.others.list()).toMatchObject([{ isKept: true }]);
    await next.session.unlock();
    await next.session.lock();
    await goBack(next);
    expect(await opened(next)).toEqual({ home: 'server', addresses: [FIRST_ADDRESS, KEY_ADDRESS] });
    expect((await retired(next))?.revision).toBe(2);
  });

  it('opens the server’s vault even if the replaced vault of the device is damaged', async () => {
    const profile = await begun();
    const [slot = ''] = [...profile.areas.local.content.keys()].filter((key) =>
      key.startsWith('vault-'),
    );
    await profile.session.connect();
    await profile.session.lock();
    profile.areas.local.content.set(slot, { version: 1, value: 0 });
    const next = await restarted(profile);
    expect(next.session.others.list()).toMatchObject([{ vault: { envelopeText: '' } }]);
    expect(await opened(next)).toEqual(onServer);
  });

  it.each([
    ['GET /v1/config'],
    ['POST /v1/registration/options'],
    ['POST /v1/registration/verify'],
    ['POST /v1/mutations/options'],
    ['GET /v1/vault'],
  ])(
    'keeps the vault of the device when a move is interrupted at %s, and completes the move at the next try',
    async (step) => {
      const profile = await begun();
      profile.network.intercept = async ({ method, path }, forward) => {
        if (`${method} ${path}` === step) throw new TypeError('the line is cut');
        return forward();
      };
      await expect(profile.session.connect()).rejects.toThrow();
      const next = await restarted(profile);
      expect(await opened(next)).toEqual(onDevice);
      await next.session.lock();
      expect(await opened(next)).toEqual(onDevice);
      await next.session.connect();
      expect(await opened(next)).toEqual(onServer);
    },
  );

  it.each(['before', 'after'] as const)(
    'can still open a vault when the connection breaks %s the server stored the commit',
    async (when) => {
      const profile = await begun();
      profile.network.intercept = async ({ path }, forward) => {
        if (path !== '/v1/mutations/commit') return forward();
        if (when === 'after') await forward();
        throw new TypeError('the line is cut');
      };
      // The receipt proves to the wallet that the commit arrived, so the move continues.
      await profile.session.connect().catch(() => undefined);
      const next = await restarted(profile);
      expect(await opened(next)).toEqual(when === 'after' ? onServer : onDevice);
    },
  );

  it('leaves one working vault wherever the worker dies during the move to a server', async () => {
    const profile = await begun();
    await profile.session.lock();
    for (let afterWrites = 0; afterWrites < 8; afterWrites++) {
      for (const isDone of [true, false]) {
        const content = copiedAreas(profile.areas);
        const { areas } = mortalAreas(content, { afterWrites, isDone });
        const authenticator = profile.authenticator;
        const worker = device({ authenticator, areas });
        await worker.session
          .resume()
          .then(worker.session.unlock)
          .then(worker.session.connect)
          .catch(() => undefined);
        content.session.content.clear();
        const next = await restarted({ ...worker, areas: content });
        const { home, addresses } = await opened(next);
        expect(addresses).toEqual([FIRST_ADDRESS]);
        if (home === 'device') await next.session.connect();
        expect(await opened(next)).toEqual(onServer);
      }
    }
  });

  it('stops a move when the prompt is cancelled, and forgets the new passkey', async () => {
    const profile = await begun();
    profile.prompts.beforeAssertion = async () => {
      throw new Error('cancelled');
    };
    await expect(profile.session.connect()).rejects.toThrow();
    delete profile.prompts.beforeAssertion;
    const ofServer = profile.authenticator.credentials.filter(({ rpId }) => rpId === TENANT.rpId);
    expect(profile.forgotten).toEqual(ofServer.map(({ id }) => id));
    expect(await opened(profile)).toEqual(onDevice);
  });

  it('moves the wallets and contacts, and sends later saves to the server', async () => {
    const profile = await begun();
    const contact = { address: KEY_ADDRESS, name: 'Friend' };
    await profile.wallets.save([{ kind: 'set-contact', ...contact }]);
    await profile.session.connect();
    await profile.wallets.import('Key', KEY);
    const laptop = device({ authenticator: profile.authenticator });
    await laptop.session.signIn();
    expect(laptop.addresses()).toEqual([FIRST_ADDRESS, KEY_ADDRESS]);
    const state = laptop.session.state();
    expect(state.status === 'unlocked' && state.payload.contacts).toMatchObject([contact]);
  });
});

describe('a lying server during the connection', () => {
  it.each([
    [
      'a different vault',
      (text: string) =>
        text.replace(/"ct":"(.)/, (_, first) => `"ct":"${first === 'A' ? 'B' : 'A'}`),
    ],
    ['a newer revision', (text: string) => text.replace('"revision":1', '"revision":2')],
    ['an empty object', () => '{}'],
  ])(
    'doesn’t move the vault to a server that returns %s when the wallet reads the vault back',
    async (_, lie) => {
      const profile = await begun();
      const before = await profile.record.read();
      profile.network.intercept = async ({ path }, forward) => {
        const response = await forward();
        return path === '/v1/vault'
          ? new Response(lie(await response.text()), { status: 200 })
          : response;
      };
      await expect(profile.session.connect()).rejects.toThrow();
      expect(await profile.record.read()).toEqual(before);
      expect(await opened(await restarted(profile))).toEqual(onDevice);
    },
  );

  it.each([
    ['receipt', '/v1/mutations/commit', { revision: 1, digest: 'A'.repeat(43) }],
    ['account', '/v1/registration/verify', { accountId: 'A'.repeat(43) }],
  ])(
    'doesn’t move the vault to a server that answers with a wrong %s',
    async (_, liedPath, change) => {
      const profile = await begun();
      profile.network.intercept = async ({ path }, forward) => {
        if (path === '/v1/vault' || path.startsWith('/v1/operations/')) {
          return Response.json({ error: 'SERVICE_UNAVAILABLE' }, { status: 503 });
        }
        const response = await forward();
        if (path !== liedPath) return response;
        return Response.json({ ...JSON.parse(await response.text()), ...change });
      };
      await expect(profile.session.connect()).rejects.toThrow();
      expect(await opened(await restarted(profile))).toEqual(onDevice);
    },
  );
});

describe('a server that would overwrite a passkey in the authenticator', () => {
  /** Lets the server answer a registration with a chosen account. */
  function answerWith(accountId: string, { network }: Device): void {
    network.intercept = async ({ path }, forward) => {
      const response = await forward();
      if (path !== '/v1/registration/options') return response;
      const answer = JSON.parse(await response.text());
      const options = { ...answer.options, user: { ...answer.options.user, id: accountId } };
      return Response.json({ ...answer, accountId, options });
    };
  }

  it('refuses a server that names the account of this device’s vault', async () => {
    const profile = await begun();
    const { accountId = '' } = profile.session.device() ?? {};
    const known = profile.authenticator.credentials.length;
    answerWith(accountId, profile);
    await expect(profile.session.connect()).rejects.toMatchObject({ code: 'WRONG_IDS' });
    expect(profile.authenticator.credentials).toHaveLength(known);
    expect(await opened(profile)).toEqual(onDevice);
    const next = await restarted(profile);
    await next.session.lock();
    expect(await opened(next)).toEqual(onDevice);
    expect(await retired(next)).toBeUndefined();
    // After that, an honest server can be connected.
    delete next.network.intercept;
    await next.session.connect();
    expect(await opened(next)).toEqual(onServer);
  });

  it('doesn’t create a passkey for an account whose passkey this device has', async () => {
    const profile = await begun();
    await profile.session.connect();
    const { accountId = '' } = profile.session.device() ?? {};
    const known = profile.authenticator.credentials.length;
    answerWith(accountId, profile);
    await expect(profile.session.registerAgain()).rejects.toMatchObject({ code: 'WRONG_IDS' });
    expect(profile.authenticator.credentials).toHaveLength(known);
    expect(await opened(profile)).toEqual(onServer);
  });
});

describe('signing in to a server while a vault of the device is open', () => {
  async function serverVault(secret: string) {
    const laptop = device();
    await laptop.session.createAccount();
    await laptop.wallets.import('On the server', secret);
    return laptop;
  }

  /**
   * Creates a device that can join a server's vault with a second authenticator. Prompts can use
   * the passkeys of both authenticators.
   */
  async function joining(secret: string) {
    const laptop = await serverVault(secret);
    const profile = await begun();
    profile.prompts.another = laptop.authenticator;
    return { laptop, profile };
  }

  const begin = async (profile: Device, laptop: Device) => {
    // In a prompt that offers every passkey of the rpId, the user picks the server's.
    const { get } = profile.authenticator;
    profile.authenticator.get = (options, ceremony) =>
      options.rpId === TENANT.rpId
        ? laptop.authenticator.get(options, ceremony)
        : get(options, ceremony);
    await profile.session.join.begin();
  };

  it('lists the items that only the device has, and changes nothing before the user agrees', async () => {
    const { laptop, profile } = await joining(KEY);
    const before = await profile.record.read();
    await begin(profile, laptop);
    expect(profile.session.join.offer()).toMatchObject({
      missing: [{ kind: 'wallet', name: 'Savings', address: FIRST_ADDRESS }],
      returning: [],
    });
    expect(await profile.record.read()).toEqual(before);
    profile.session.join.drop();
    expect(profile.session.join.offer()).toBeUndefined();
    expect(await opened(profile)).toEqual(onDevice);
  });

  it('merges both vaults into the server’s vault, which other devices then receive', async () => {
    const { laptop, profile } = await joining(KEY);
    await begin(profile, laptop);
    const digest = profile.session.join.offer()?.offeredDigest ?? '';
    await profile.session.join.confirm(consentTo(digest));
    expect(await opened(profile)).toEqual({
      home: 'server',
      addresses: [KEY_ADDRESS, FIRST_ADDRESS],
    });
    expect(profile.signer.canSign(KEY_ADDRESS)).toBe(true);
    await laptop.session.sync();
    expect(laptop.addresses()).toEqual([KEY_ADDRESS, FIRST_ADDRESS]);
    expect(laptop.signer.canSign(FIRST_ADDRESS)).toBe(true);
    expect((await retired(profile))?.tenant.rpId).toBe(OWN_RP_ID);
  });

  it('reports the number of merged wallets before the user agrees, and refuses a merge of 34 wallets', async () => {
    const key = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;
    const { laptop, profile } = await joining(key(1));
    for (let n = 2; n <= 18; n++) await laptop.wallets.import(`There ${n}`, key(n));
    for (let n = 101; n <= 115; n++) await profile.wallets.import(`Here ${n}`, key(n));
    const before = await profile.record.read();
    await begin(profile, laptop);
    const offer = profile.session.join.offer();
    expect(offer?.mergedWallets).toBe(34);
    const consent = { offeredDigest: offer?.offeredDigest ?? '', readmitted: [] };
    await expect(profile.session.join.confirm(consent)).rejects.toMatchObject({
      code: 'tooManyWallets',
    });
    expect(await profile.record.read()).toEqual(before);
    const [, , first] = laptop.wallets.view();
    const second = laptop.wallets.view()[3];
    await laptop.wallets.save([
      { kind: 'remove-wallet', walletId: first?.id ?? '' },
      { kind: 'remove-wallet', walletId: second?.id ?? '' },
    ]);
    await begin(profile, laptop);
    expect(profile.session.join.offer()?.mergedWallets).toBe(32);
    const next = profile.session.join.offer()?.offeredDigest ?? '';
    await profile.session.join.confirm({ offeredDigest: next, readmitted: [] });
    expect(profile.wallets.view()).toHaveLength(32);
  });

  it('uses the server’s vault unchanged when it contains everything that the device has', async () => {
    const { laptop, profile } = await joining(PHRASE);
    await begin(profile, laptop);
    const offer = profile.session.join.offer();
    expect(offer?.missing).toEqual([]);
    profile.requests.length = 0;
    await profile.session.join.confirm(consentTo(offer?.offeredDigest));
    expect(profile.requests).not.toContain('POST /v1/mutations/commit');
    expect(await opened(profile)).toEqual(onServer);
  });

  it('accepts the user’s agreement only for the vault that was shown', async () => {
    const { laptop, profile } = await joining(KEY);
    await begin(profile, laptop);
    const digest = profile.session.join.offer()?.offeredDigest ?? '';
    await laptop.wallets.import('Later', `0x${'22'.repeat(32)}`);
    await expect(profile.session.join.confirm(consentTo(digest))).rejects.toMatchObject({
      code: 'OFFER_CHANGED',
    });
    expect(await opened(profile)).toEqual(onDevice);
    await profile.session.join.confirm(consentTo(profile.session.join.offer()?.offeredDigest));
    expect((await opened(profile)).addresses).toHaveLength(3);
  });

  it('forgets the offered server vault as soon as the wallet is locked', async () => {
    const { laptop, profile } = await joining(KEY);
    await begin(profile, laptop);
    await profile.session.lock();
    expect(profile.session.join.offer()).toBeUndefined();
  });

  it.each([true, false])(
    'leaves one working vault at whichever write of a join the worker dies (last write done: %s)',
    async (isDone) => {
      let wasKilled = true;
      let kills = 0;
      for (; wasKilled; kills += 1) {
        const { laptop, profile } = await joining(KEY);
        await profile.session.lock();
        const content = copiedAreas(profile.areas);
        const { areas, isDead } = mortalAreas(content, { afterWrites: kills, isDone });
        const worker = device({ authenticator: profile.authenticator, areas });
        await joinedBy(worker, laptop).catch(() => undefined);
        wasKilled = isDead();
        content.session.content.clear();
        const next = await restarted({ ...worker, areas: content });
        const { home, addresses } = await opened(next);
        expect(addresses, `${kills} writes`).toEqual(
          home === 'server' ? [KEY_ADDRESS, FIRST_ADDRESS] : [FIRST_ADDRESS],
        );
        expect(next.signer.canSign(FIRST_ADDRESS)).toBe(true);
        if (home === 'device') await joinedBy(next, laptop);
        expect(await opened(next), `${kills} writes`).toEqual({
          home: 'server',
          addresses: [KEY_ADDRESS, FIRST_ADDRESS],
        });
        await laptop.session.sync();
        expect(laptop.addresses()).toEqual([KEY_ADDRESS, FIRST_ADDRESS]);
      }
      // The new text and the pointer are two writes. The last round interrupts neither of them.
      expect(kills).toBeGreaterThan(2);
    },
  );

  it.each(['POST /v1/mutations/options', 'POST /v1/mutations/commit', 'GET /v1/vault'])(
    'keeps the vault of the device when signing in is interrupted at %s, and succeeds at the next try',
    async (step) => {
      const { laptop, profile } = await joining(KEY);
      await begin(profile, laptop);
      profile.network.intercept = async ({ method, path }, forward) => {
        if (`${method} ${path}` === step) throw new TypeError('the line is cut');
        return forward();
      };
      const digest = profile.session.join.offer()?.offeredDigest ?? '';
      await expect(profile.session.join.confirm(consentTo(digest))).rejects.toThrow();
      const next = await restarted(profile);
      expect(await opened(next)).toEqual(onDevice);
      await joinedBy(next, laptop);
      expect((await opened(next)).addresses).toEqual([KEY_ADDRESS, FIRST_ADDRESS]);
    },
  );

  /** Opens the device's vault if it is locked, and completes the join to the server's vault. */
  async function joinedBy(worker: Device, laptop: Device): Promise<void> {
    await worker.session.resume();
    if (worker.session.state().status === 'locked') await worker.session.unlock();
    await begin(worker, laptop);
    await worker.session.join.confirm(consentTo(worker.session.join.offer()?.offeredDigest));
  }
});

describe('leaving the server', () => {
  async function connected() {
    const profile = await begun();
    await profile.session.connect();
    return profile;
  }

  it('keeps changes that other devices saved, and opens the vault without a request after the user left the server', async () => {
    const profile = await connected();
    const laptop = device({ authenticator: profile.authenticator });
    await laptop.session.signIn();
    await laptop.wallets.import('Key', KEY);
    expect(await profile.session.leave({ isServerLost: false, deletesAccount: false })).toEqual({
      isDeleted: false,
    });
    await profile.session.lock();
    profile.requests.length = 0;
    expect(await opened(profile)).toEqual({
      home: 'device',
      addresses: [FIRST_ADDRESS, KEY_ADDRESS],
    });
    expect(profile.requests).toEqual([]);
  });

  it('deletes the account on the server after the vault has moved, if the user asked for the deletion', async () => {
    const profile = await connected();
    const { authenticator } = profile;
    expect(await profile.session.leave({ isServerLost: false, deletesAccount: true })).toEqual({
      isDeleted: true,
    });
    expect(profile.purposes.at(-1)).toBe('confirm-account-deletion');
    expect(await opened(profile)).toEqual(onDevice);
    await expect(device({ authenticator }).session.signIn()).rejects.toMatchObject({
      code: 'UNKNOWN_PASSKEY',
    });
  });

  it('moves the vault even if the server refuses the deletion', async () => {
    const profile = await connected();
    profile.network.intercept = async ({ path }, forward) =>
      path.startsWith('/ext/') ? Response.json({ error: 'NOT_FOUND' }, { status: 404 }) : forward();
    expect(await profile.session.leave({ isServerLost: false, deletesAccount: true })).toEqual({
      isDeleted: false,
    });
    expect(await opened(profile)).toEqual(onDevice);
  });

  it('stops leaving when the server can’t be reached, unless the user chooses this device’s copy', async () => {
    const profile = await connected();
    profile.network.intercept = async () => {
      throw new TypeError('the line is cut');
    };
    await expect(
      profile.session.leave({ isServerLost: false, deletesAccount: false }),
    ).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect((await opened(profile)).home).toBe('server');
    await profile.session.leave({ isServerLost: true, deletesAccount: false });
    expect(await opened(profile)).toEqual(onDevice);
  });

  it('leaves one working vault wherever the worker dies during the departure from the server', async () => {
    const profile = await connected();
    await profile.session.lock();
    for (let afterWrites = 0; afterWrites < 8; afterWrites++) {
      const content = copiedAreas(profile.areas);
      const { areas } = mortalAreas(content, { afterWrites, isDone: afterWrites % 2 === 0 });
      const worker = device({ authenticator: profile.authenticator, areas });
      await worker.session
        .resume()
        .then(worker.session.unlock)
        .then(() => worker.session.leave({ isServerLost: false, deletesAccount: false }))
        .catch(() => undefined);
      content.session.content.clear();
      const next = await restarted({ ...worker, areas: content });
      expect((await opened(next)).addresses).toEqual([FIRST_ADDRESS]);
    }
  });

  it('keeps the wallets when the user leaves one server and connects a different server', async () => {
    const profile = await connected();
    await profile.session.leave({ isServerLost: false, deletesAccount: false });
    const other = await startVault({ tenants: [{ ...TENANT, id: 'other' }] });
    try {
      // Both servers draw the same ids. The first id is already taken on the other server.
      await createDevice({
        harness: other,
        authenticator: createSoftAuthenticator(),
      }).session.createAccount();
      const moved = createDevice({
        harness: other,
        authenticator: profile.authenticator,
        areas: profile.areas,
      });
      await moved.session.resume();
      await moved.session.connect();
      expect(await opened(moved)).toEqual(onServer);
    } finally {
      await other.close();
    }
  });
});
