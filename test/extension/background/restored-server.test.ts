import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { createDevice, type Device } from '../helpers/device.ts';
import { type RestorableVault, startRestorableVault } from '../helpers/restorable-vault.ts';

const key = (digits: string) => `0x${digits.repeat(32)}`;
const CONTACT = `0x${'c'.repeat(40)}`;

let server: RestorableVault;
beforeEach(async () => {
  server = await startRestorableVault();
});
afterEach(() => server.close());

function device(name: string, authenticator = createSoftAuthenticator()) {
  return createDevice({ harness: server, authenticator, name });
}

async function phoneWithWallet(authenticator = createSoftAuthenticator()) {
  const phone = device('phone', authenticator);
  await phone.session.createAccount();
  await phone.wallets.import('Old', key('11'));
  return phone;
}

const diverged = (phone: Device) => {
  const state = phone.session.syncState();
  if (!('offeredDigest' in state)) throw new Error(`the sync state is ${state.kind}`);
  return state;
};

const mergeShown = (phone: Device) => phone.session.merge({ ...diverged(phone), readmitted: [] });

const namesOf = (phone: Device) => phone.wallets.view().map(({ name }) => name);

async function relock(phone: Device) {
  await phone.session.lock();
  await phone.session.unlock();
  await phone.session.syncEnded();
}

describe('a device whose server was restored from a backup', () => {
  /** Creates a phone that has saved a wallet. The restored server doesn't have this wallet. */
  async function restored() {
    const authenticator = createSoftAuthenticator();
    const phone = await phoneWithWallet(authenticator);
    const copy = server.backUp();
    server.clock.advance(1000);
    await phone.wallets.import('New', key('22'));
    await server.restore(copy);
    return { phone, authenticator };
  }

  it('reports both revisions and the items that the restored server lacks', async () => {
    const { phone } = await restored();
    await relock(phone);
    expect(diverged(phone)).toMatchObject({
      kind: 'older',
      here: { revision: 3, device: 'phone' },
      offered: { revision: 2, device: 'phone' },
      missing: [{ kind: 'wallet', wallet: 'key', name: 'New' }],
      returning: [],
    });
    expect(namesOf(phone)).toEqual(['Old', 'New']);
  });

  it('saves nothing and loses nothing before the user agrees to a merge', async () => {
    const { phone } = await restored();
    await relock(phone);
    const stored = structuredClone(phone.areas.local.content.get('vault'));
    await expect(phone.wallets.import('More', key('33'))).rejects.toMatchObject({
      code: 'ROLLED_BACK',
    });
    expect(phone.areas.local.content.get('vault')).toEqual(stored);
  });

  it('merges this device’s content into the restored server’s vault with one fresh prompt', async () => {
    const { phone, authenticator } = await restored();
    await relock(phone);
    phone.purposes.length = 0;
    await mergeShown(phone);
    expect(phone.purposes).toEqual(['confirm-merge']);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(phone.session.state()).toMatchObject({ device: { revision: 3 } });
    const laptop = device('laptop', authenticator);
    await laptop.session.signIn();
    expect(namesOf(laptop)).toEqual(['Old', 'New']);
    const [, address = '0x'] = laptop.addresses();
    expect(laptop.signer.canSign(address as `0x${string}`)).toBe(true);
    await phone.wallets.import('More', key('33'));
    expect(namesOf(phone)).toEqual(['Old', 'New', 'More']);
  });

  /** Answers the commit of a merge with a conflict, although no other device has saved. */
  function lieAboutConflict(phone: Device, { stores }: { stores: boolean }) {
    phone.network.intercept = async ({ path }, forward) => {
      if (path !== '/v1/mutations/commit') return forward();
      if (stores) await forward();
      return new Response(JSON.stringify({ error: 'REVISION_CONFLICT' }), { status: 409 });
    };
  }

  it('loses nothing when the server answers a merge with a false conflict', async () => {
    const { phone } = await restored();
    await relock(phone);
    const before = diverged(phone);
    const stored = structuredClone(phone.areas.local.content.get('vault'));
    lieAboutConflict(phone, { stores: false });
    phone.purposes.length = 0;
    await expect(mergeShown(phone)).rejects.toMatchObject({ code: 'OFFER_CHANGED' });
    expect(phone.purposes).toEqual(['confirm-merge']);
    expect(phone.areas.local.content.get('vault')).toEqual(stored);
    expect(diverged(phone)).toEqual(before);
    expect(namesOf(phone)).toEqual(['Old', 'New']);
    phone.network.intercept = (_, forward) => forward();
    await mergeShown(phone);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(namesOf(phone)).toEqual(['Old', 'New']);
  });

  it('recognizes its own merge when the server stored the merge but reported a conflict', async () => {
    const { phone } = await restored();
    await relock(phone);
    lieAboutConflict(phone, { stores: true });
    await mergeShown(phone);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(phone.session.state()).toMatchObject({ device: { revision: 3 } });
    expect(namesOf(phone)).toEqual(['Old', 'New']);
    expect(phone.stages.problem()).toBeUndefined();
  });

  it('doesn’t restore items that were deleted on this device', async () => {
    const phone = await phoneWithWallet();
    const copy = server.backUp();
    server.clock.advance(1000);
    const walletId = phone.wallets.view()[0]?.id ?? '';
    await phone.wallets.import('New', key('22'));
    await phone.wallets.save([{ kind: 'remove-wallet', walletId }]);
    await server.restore(copy);
    await relock(phone);
    expect(diverged(phone).returning).toMatchObject([{ kind: 'wallet', name: 'Old' }]);
    await mergeShown(phone);
    expect(namesOf(phone)).toEqual(['New']);
  });

  it('keeps the changes that another device saved before the merge', async () => {
    const { phone, authenticator } = await restored();
    const laptop = device('laptop', authenticator);
    await laptop.session.signIn();
    await laptop.wallets.import('From the laptop', key('44'));
    await relock(phone);
    expect(diverged(phone)).toMatchObject({
      kind: 'forked',
      missing: [{ kind: 'wallet', name: 'New' }],
    });
    await mergeShown(phone);
    expect(namesOf(phone)).toEqual(['Old', 'From the laptop', 'New']);
    await laptop.session.sync();
    expect(namesOf(laptop)).toEqual(namesOf(phone));
    for (const address of laptop.addresses()) {
      expect(laptop.signer.canSign(address as `0x${string}`)).toBe(true);
    }
  });

  it('lists another device’s deletions before a merge applies those deletions to this device', async () => {
    const { phone, authenticator } = await restored();
    const laptop = device('laptop', authenticator);
    await laptop.session.signIn();
    const walletId = laptop.wallets.view()[0]?.id ?? '';
    await laptop.wallets.save([{ kind: 'remove-wallet', walletId }]);
    await relock(phone);
    expect(diverged(phone)).toMatchObject({
      missing: [{ kind: 'wallet', name: 'New' }],
      deleting: [{ kind: 'wallet', name: 'Old' }],
    });
    await mergeShown(phone);
    expect(namesOf(phone)).toEqual(['New']);
  });

  it('refuses a merge when the server’s vault changed after it was shown, and offers the changed vault', async () => {
    const { phone, authenticator } = await restored();
    await relock(phone);
    const laptop = device('laptop', authenticator);
    await laptop.session.signIn();
    await laptop.wallets.import('From the laptop', key('44'));
    phone.purposes.length = 0;
    await expect(mergeShown(phone)).rejects.toMatchObject({ code: 'OFFER_CHANGED' });
    expect(phone.purposes).toEqual([]);
    expect(diverged(phone).offered.device).toBe('laptop');
    await mergeShown(phone);
    expect(namesOf(phone)).toContain('New');
  });

  it('reports the new difference when another device commits during the merge', async () => {
    const { phone, authenticator } = await restored();
    await relock(phone);
    const laptop = device('laptop', authenticator);
    await laptop.session.signIn();
    phone.prompts.beforeAssertion = async () => {
      delete phone.prompts.beforeAssertion;
      await laptop.wallets.import('From the laptop', key('44'));
    };
    await expect(mergeShown(phone)).rejects.toMatchObject({ code: 'OFFER_CHANGED' });
    expect(diverged(phone).offered.device).toBe('laptop');
    await mergeShown(phone);
    expect(namesOf(phone)).toEqual(['Old', 'From the laptop', 'New']);
  });

  it('merges with one more prompt when the session has ended', async () => {
    const { phone } = await restored();
    await relock(phone);
    phone.purposes.length = 0;
    let isFirst = true;
    phone.network.intercept = async ({ path }, forward) => {
      if (path !== '/v1/vault' || !isFirst) return forward();
      isFirst = false;
      return new Response('{"error":"SESSION_EXPIRED"}', { status: 401 });
    };
    await mergeShown(phone);
    expect(phone.purposes).toEqual(['sign-in', 'confirm-merge']);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
  });

  it('detects the server’s older vault at the next sync or save of an unlocked device', async () => {
    const { phone } = await restored();
    await expect(phone.wallets.import('More', key('33'))).rejects.toMatchObject({
      code: 'ROLLED_BACK',
    });
    expect(diverged(phone).kind).toBe('older');
    await expect(phone.session.sync()).rejects.toMatchObject({ code: 'ROLLED_BACK' });
    expect(namesOf(phone)).toEqual(['Old', 'New']);
  });

  it.each(['/v1/mutations/options', '/v1/mutations/commit'])(
    'leaves this device’s copy unchanged when the merge stops at %s',
    async (brokenPath) => {
      const { phone } = await restored();
      await relock(phone);
      const stored = structuredClone(phone.areas.local.content.get('vault'));
      phone.network.intercept = ({ path }, forward) =>
        path === brokenPath ? Promise.reject(new TypeError('connection reset')) : forward();
      await expect(mergeShown(phone)).rejects.toThrow();
      expect(phone.areas.local.content.get('vault')).toEqual(stored);
      expect(namesOf(phone)).toEqual(['Old', 'New']);
      delete phone.network.intercept;
      await phone.session.sync().catch(() => undefined);
      await mergeShown(phone);
      expect(namesOf(phone)).toEqual(['Old', 'New']);
    },
  );

  it('finds its own merge on the server when only the server’s answer was lost', async () => {
    const { phone } = await restored();
    await relock(phone);
    phone.network.intercept = async ({ path }, forward) => {
      const response = await forward();
      const isLost = path === '/v1/mutations/commit' || path.startsWith('/v1/operations/');
      if (isLost) throw new TypeError('connection reset');
      return response;
    };
    await mergeShown(phone);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
  });
});

describe('a device whose restored server still has a removed passkey', () => {
  async function restored(isRemovalOn: boolean) {
    await server.close();
    server = await startRestorableVault({ isRemovalOn: true });
    const phone = await phoneWithWallet();
    phone.prompts.another = createSoftAuthenticator();
    await phone.passkeys.add('Lost key');
    phone.prompts.another = undefined;
    const lost = phone.passkeys.view()[1]?.credentialId ?? '';
    const copy = server.backUp();
    await phone.passkeys.remove(lost);
    await server.restore(copy, { isRemovalOn });
    await relock(phone);
    expect(diverged(phone)).toMatchObject({
      missing: [],
      returning: [{ kind: 'passkey', name: 'Lost key' }],
    });
    return { phone, lost };
  }

  it('a merge with a restored server doesn’t add a removed passkey to the vault again', async () => {
    const { phone } = await restored(true);
    await mergeShown(phone);
    expect(phone.passkeys.view()).toHaveLength(1);
  });

  it('stops the merge and names the removed passkey when the server has no route for removals', async () => {
    const { phone, lost } = await restored(false);
    const stored = structuredClone(phone.areas.local.content.get('vault'));
    await expect(mergeShown(phone)).rejects.toMatchObject({ code: 'REMOVAL_REFUSED' });
    expect(phone.areas.local.content.get('vault')).toEqual(stored);
    expect(phone.passkeys.view()).toHaveLength(1);
    expect(diverged(phone).unremovable).toEqual([
      { kind: 'passkey', name: 'Lost key', credentialId: lost },
    ]);
    expect(phone.purposes.at(-1)).not.toBe('confirm-merge');
  });

  it('adds the removed passkey again when the user agrees to add it', async () => {
    const { phone, lost } = await restored(false);
    await phone.session.merge({ ...diverged(phone), readmitted: [lost] });
    expect(phone.passkeys.view()).toHaveLength(2);
    await relock(phone);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
  });
});

describe('a device whose server shows a different branch to another device', () => {
  /**
   * Creates two devices on different branches. Device A wrote revision 3 on one branch; device B
   * wrote revisions 3 and 4 on the other.
   */
  async function forked() {
    const authenticator = createSoftAuthenticator();
    const phone = await phoneWithWallet(authenticator);
    const laptop = device('laptop', authenticator);
    await laptop.session.signIn();
    const copy = server.backUp();
    server.clock.advance(1000);
    await phone.wallets.import('Committed', key('22'));
    await server.restore(copy);
    await laptop.session.lock();
    await laptop.session.unlock();
    await laptop.session.syncEnded();
    return { phone, laptop };
  }

  it.each([1, 2, 3])(
    'keeps a committed wallet however far the server’s other branch has advanced (wallets added there: %i)',
    async (n) => {
      const { phone, laptop } = await forked();
      for (let i = 0; i < n; i++) await laptop.wallets.import(`L${i}`, key(`4${i}`));
      await relock(phone);
      expect(namesOf(phone)).toEqual(['Old', 'Committed']);
      expect(diverged(phone)).toMatchObject({
        kind: 'forked',
        missing: [{ kind: 'wallet', name: 'Committed' }],
      });
    },
  );

  it('detects the server’s other branch at the next sync or save', async () => {
    const { phone, laptop } = await forked();
    await laptop.wallets.import('L1', key('41'));
    await laptop.wallets.import('L2', key('42'));
    await expect(phone.session.sync()).rejects.toMatchObject({ code: 'FORKED' });
    expect(diverged(phone).kind).toBe('forked');
    await expect(phone.wallets.import('More', key('33'))).rejects.toMatchObject({ code: 'FORKED' });
    expect(namesOf(phone)).toEqual(['Old', 'Committed']);
  });
});

describe('a device that was away for several revisions', () => {
  it('accepts additions and deletions after several revisions without asking the user', async () => {
    const authenticator = createSoftAuthenticator();
    const phone = await phoneWithWallet(authenticator);
    await phone.wallets.save([{ kind: 'set-contact', address: CONTACT, name: 'Carol' }]);
    const laptop = device('laptop', authenticator);
    await laptop.session.signIn();
    const walletId = laptop.wallets.view()[0]?.id ?? '';
    await laptop.wallets.import('New', key('22'));
    await laptop.wallets.save([{ kind: 'remove-contact', address: CONTACT }]);
    await laptop.wallets.save([{ kind: 'remove-wallet', walletId }]);
    await relock(phone);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(namesOf(phone)).toEqual(['New']);
  });
});

describe('a device whose server lost its database', () => {
  async function lost() {
    const authenticator = createSoftAuthenticator();
    const phone = await phoneWithWallet(authenticator);
    await server.lose();
    await relock(phone);
    return { phone, authenticator };
  }

  it('keeps the device’s copy usable for signing and for a recovery file when the server lost its database', async () => {
    const { phone } = await lost();
    expect(phone.session.syncState()).toEqual({ kind: 'refused', code: 'UNKNOWN_PASSKEY' });
    const [address = '0x'] = phone.addresses();
    expect(phone.signer.signMessage(address as `0x${string}`, '0x00')).toMatch(/^0x/);
    expect(await phone.backup.recoveryFile()).toMatchObject({ code: expect.any(String) });
  });

  it('creates a new account with the same content when the user registers again', async () => {
    const { phone } = await lost();
    const before = phone.session.device()?.accountId;
    await phone.session.registerAgain();
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    expect(phone.session.device()).toMatchObject({ revision: 1 });
    expect(phone.session.device()?.accountId).not.toBe(before);
    await phone.wallets.import('New', key('22'));
    await relock(phone);
    expect(namesOf(phone)).toEqual(['Old', 'New']);
    const [address = '0x'] = phone.addresses();
    expect(phone.signer.canSign(address as `0x${string}`)).toBe(true);
  });

  it.each([
    '/v1/config',
    '/v1/registration/options',
    '/v1/registration/verify',
    '/v1/mutations/options',
    '/v1/mutations/commit',
    '/v1/vault',
  ])('keeps the old copy usable when a new registration stops at %s', async (brokenPath) => {
    const { phone, authenticator } = await lost();
    const stored = structuredClone(phone.areas.local.content.get('vault'));
    phone.network.intercept = ({ path }, forward) =>
      path === brokenPath ? Promise.reject(new TypeError('connection reset')) : forward();
    await expect(phone.session.registerAgain()).rejects.toThrow();
    expect(phone.areas.local.content.get('vault')).toEqual(stored);
    expect(namesOf(phone)).toEqual(['Old']);
    // The provider no longer offers the unfinished account's passkey.
    expect(phone.forgotten).toEqual(authenticator.credentials.slice(1).map(({ id }) => id));
    for (const id of phone.forgotten) authenticator.forget(id);
    await relock(phone);
    expect(namesOf(phone)).toEqual(['Old']);
    delete phone.network.intercept;
    await phone.session.registerAgain();
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
  });

  it('doesn’t switch to a new account that the server didn’t store', async () => {
    const { phone } = await lost();
    const before = phone.session.device();
    phone.network.intercept = async ({ path }, forward) => {
      const response = await forward();
      if (path !== '/v1/vault') return response;
      const { envelope } = JSON.parse(await response.text());
      const changed = { ...envelope, wraps: [{ ...envelope.wraps[0], salt: 'A'.repeat(43) }] };
      return new Response(JSON.stringify({ envelope: changed }), { status: 200 });
    };
    await expect(phone.session.registerAgain()).rejects.toMatchObject({ code: 'WRONG_RECEIPT' });
    expect(phone.session.device()).toEqual(before);
  });

  it('keeps the old copy when the wallet is locked during the new registration', async () => {
    const { phone } = await lost();
    const stored = structuredClone(phone.areas.local.content.get('vault'));
    phone.network.intercept = async ({ path }, forward) => {
      if (path === '/v1/mutations/commit') await phone.session.lock();
      return forward();
    };
    await expect(phone.session.registerAgain()).rejects.toThrow();
    expect(phone.areas.local.content.get('vault')).toEqual(stored);
    expect(phone.session.state().status).toBe('locked');
  });

  it('keeps the new passkey when the wallet is locked during the switch to the new account', async () => {
    const { phone } = await lost();
    const before = phone.areas.local.content.get('vault');
    const write = phone.areas.session.set;
    phone.areas.session.set = async (key, value) => {
      if (phone.areas.local.content.get('vault') !== before) await phone.session.lock();
      return write(key, value);
    };
    await expect(phone.session.registerAgain()).rejects.toMatchObject({ code: 'lockedMeanwhile' });
    expect(phone.areas.local.content.get('vault')).not.toEqual(before);
    expect(phone.forgotten).toEqual([]);
  });
});
