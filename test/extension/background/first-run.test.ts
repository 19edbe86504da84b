import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const FIRST_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const NAMES = { name: 'Main wallet', accountNames: 'Account #' };

let harness: Harness;
beforeEach(async () => {
  harness = await startVault();
});
afterEach(() => harness.close());

async function newProfile() {
  const device = createDevice({ harness, authenticator: createSoftAuthenticator() });
  await device.session.resume();
  return device;
}

describe('the first run without a server', () => {
  it('creates a vault and a wallet in one revision after two prompts, and sends no request', async () => {
    const profile = await newProfile();
    await profile.firstRun.withNewWallet(NAMES);
    expect(profile.purposes).toEqual(['create-vault', 'confirm-new-passkey']);
    expect(profile.requests).toEqual([]);
    expect(profile.session.state()).toMatchObject({ status: 'unlocked', device: { revision: 1 } });
    expect(profile.wallets.view()).toMatchObject([
      { name: 'Main wallet', kind: 'seed', accounts: [{ ownName: 'Account 1' }] },
    ]);
    await expect(profile.backup.reveal(profile.wallets.view()[0]?.id ?? '')).resolves.toMatchObject(
      {
        kind: 'seed',
      },
    );
  });

  it('can reveal a new wallet’s phrase later, and an import of that phrase leads to the same account', async () => {
    const profile = await newProfile();
    await profile.firstRun.withNewWallet(NAMES);
    const revealed = await profile.backup.reveal(profile.wallets.view()[0]?.id ?? '');
    const words = revealed.kind === 'seed' ? revealed.words : [];
    expect(words).toHaveLength(12);
    const other = await newProfile();
    await other.firstRun.withTyped({ ...NAMES, secret: words.join(' ') });
    expect(other.addresses()).toEqual(profile.addresses());
  });

  it('imports a phrase, a private key, or an address to watch', async () => {
    for (const [secret, address] of [
      [PHRASE, FIRST_ADDRESS],
      [`0x${'11'.repeat(32)}`, '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'],
      [FIRST_ADDRESS, FIRST_ADDRESS],
    ] as const) {
      const profile = await newProfile();
      await profile.firstRun.withTyped({ ...NAMES, secret });
      expect(profile.addresses()).toEqual([address]);
      expect(profile.purposes).toHaveLength(2);
    }
  });

  it('restores a recovery file of a vault that was stored on a server', async () => {
    const former = createDevice({ harness, authenticator: createSoftAuthenticator() });
    await former.session.createAccount();
    await former.wallets.import('Savings', PHRASE);
    const { text, code } = await former.backup.recoveryFile();
    const profile = await newProfile();
    expect(await profile.firstRun.withRecoveryFile({ text, code })).toEqual({ added: 1, known: 0 });
    expect(profile.addresses()).toEqual([FIRST_ADDRESS]);
    expect(profile.requests).toEqual([]);
    await profile.session.lock();
    await profile.session.unlock();
    expect(profile.signer.canSign(FIRST_ADDRESS)).toBe(true);
  });

  it.each([
    ['a mistyped phrase', PHRASE.replace('junk', 'test'), 'badPhrase'],
    ['a mistyped key', '0x1234', 'badKey'],
  ])('doesn’t create a passkey when given %s', async (_, secret, code) => {
    const profile = await newProfile();
    await expect(profile.firstRun.withTyped({ ...NAMES, secret })).rejects.toMatchObject({ code });
    expect(profile.purposes).toEqual([]);
    expect(await profile.record.read()).toBeUndefined();
  });

  it('stores nothing when the prompt is cancelled, and succeeds at the next try', async () => {
    const profile = await newProfile();
    profile.prompts.refuse = 'cancelled';
    await expect(profile.firstRun.withNewWallet(NAMES)).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(profile.session.state().status).toBe('empty');
    expect([...profile.areas.local.content.keys()]).toEqual([]);
    delete profile.prompts.refuse;
    await profile.firstRun.withNewWallet(NAMES);
    expect(profile.addresses()).toHaveLength(1);
  });

  it.each([0, 1])(
    'forgets the key and the new passkey when the browser’s storage fails after this number of writes: %i',
    async (afterWrites) => {
      const areas = memoryAreas();
      const { set } = areas.local;
      let left = afterWrites;
      areas.local.set = async (key, value) => {
        if (left === 0) throw new Error('QUOTA_BYTES quota exceeded');
        left -= 1;
        await set(key, value);
      };
      const profile = createDevice({ harness, areas, authenticator: createSoftAuthenticator() });
      await profile.session.resume();
      await expect(profile.firstRun.withTyped({ ...NAMES, secret: PHRASE })).rejects.toMatchObject({
        code: 'notStored',
      });
      expect(profile.session.state().status).toBe('empty');
      expect(profile.signer.canSign(FIRST_ADDRESS)).toBe(false);
      const made = profile.authenticator.credentials.map(({ id }) => id);
      expect(profile.forgotten).toEqual(made);
    },
  );

  it('never replaces a vault on the device', async () => {
    const profile = await newProfile();
    await profile.firstRun.withNewWallet(NAMES);
    const addresses = profile.addresses();
    for (const again of [
      () => profile.firstRun.withNewWallet(NAMES),
      () => profile.firstRun.withTyped({ ...NAMES, secret: PHRASE }),
      () => profile.firstRun.withRecoveryFile({ text: '{}', code: 'X' }),
    ]) {
      await expect(again()).rejects.toMatchObject({ code: 'DEVICE_HAS_VAULT' });
    }
    expect(profile.addresses()).toEqual(addresses);
  });
});
