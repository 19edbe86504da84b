import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backupGap } from '../../../components/hooks/backup-gap.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault, TENANT } from '../../server/vault/harness.ts';
import { createDevice, type Device } from '../helpers/device.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const KEY = `0x${'11'.repeat(32)}`;
const NAMES = { name: 'Savings', accountNames: 'Account #' };

let harness: Harness;
beforeEach(async () => {
  harness = await startVault({ tenants: [{ ...TENANT, extensions: true }] });
});
afterEach(() => harness.close());

const device = (options: Partial<Parameters<typeof createDevice>[0]> = {}) =>
  createDevice({ harness, authenticator: createSoftAuthenticator(), ...options });

const openPayload = ({ session }: Device) => {
  const state = session.state();
  if (state.status !== 'unlocked') throw new Error('the device is locked');
  return state.payload;
};

const inVault = (profile: Device) => openPayload(profile).backups;
const known = (profile: Device) => profile.unsavedBackups.with(openPayload(profile));
const idOf = (profile: Device, at = 0) => profile.wallets.view()[at]?.id ?? '';
const gapOf = (profile: Device) =>
  backupGap({
    passkeys: profile.passkeys.view(),
    wallets: profile.wallets.view(),
    backups: known(profile),
  });

/** Starts a profile with a new wallet that has no backup. */
async function begun(): Promise<Device> {
  const profile = device();
  await profile.session.resume();
  await profile.firstRun.withNewWallet(NAMES);
  return profile;
}

describe('a wallet', () => {
  it('counts a wallet as backed up when the user typed its phrase to import it', async () => {
    const profile = device();
    await profile.session.resume();
    await profile.firstRun.withTyped({ ...NAMES, secret: PHRASE });
    expect(inVault(profile)).toEqual([{ walletId: idOf(profile), phraseAt: harness.clock.now() }]);
    expect(gapOf(profile)).toBe(undefined);
  });

  it('doesn’t count a created wallet or a typed private key as backed up', async () => {
    const profile = await begun();
    await profile.wallets.import('Key', KEY);
    expect(inVault(profile)).toEqual([]);
    expect(gapOf(profile)).toMatchObject({ kind: 'wallets' });
  });

  it('counts a wallet as backed up on every device once its phrase was confirmed', async () => {
    const authenticator = createSoftAuthenticator();
    const phone = device({ authenticator });
    await phone.session.createAccount();
    await phone.wallets.saveDraft(phone.wallets.draftSeed(12).draftId, 'Savings');
    const laptop = device({ authenticator });
    await laptop.session.signIn();
    phone.purposes.length = 0;
    await phone.backup.phraseConfirmed(idOf(phone));
    expect(phone.purposes).toEqual(['record-backup']);
    await laptop.session.sync();
    for (const one of [phone, laptop]) {
      expect(inVault(one)).toEqual([{ walletId: idOf(phone), phraseAt: harness.clock.now() }]);
      expect(gapOf(one)).toBe(undefined);
    }
  });

  it('deletes the record of a backup together with its wallet', async () => {
    const profile = await begun();
    await profile.backup.phraseConfirmed(idOf(profile));
    await profile.wallets.save([{ kind: 'remove-wallet', walletId: idOf(profile) }]);
    expect(inVault(profile)).toEqual([]);
  });
});

describe('a recovery file', () => {
  it('counts the wallets in a recovery file as backed up, but not wallets that were added later', async () => {
    const profile = await begun();
    const { madeAt } = await profile.backup.recoveryFile();
    await profile.wallets.import('Key', KEY);
    await profile.backup.fileSaved(madeAt);
    expect(inVault(profile)).toEqual([{ walletId: idOf(profile), fileAt: madeAt }]);
    expect(gapOf(profile)).toEqual({ kind: 'newer', names: ['Key'] });
  });

  it('counts wallets restored from a recovery file as backed up, and keeps the records of confirmed phrases', async () => {
    const profile = await begun();
    await profile.wallets.import('Key', KEY);
    await profile.backup.phraseConfirmed(idOf(profile));
    const phraseAt = harness.clock.now();
    const file = await profile.backup.recoveryFile();
    harness.clock.advance(86_400_000);
    const restored = device();
    await restored.session.resume();
    await restored.firstRun.withRecoveryFile(file);
    expect(inVault(restored)).toEqual([
      { walletId: idOf(restored), phraseAt, fileAt: file.madeAt },
      { walletId: idOf(restored, 1), fileAt: file.madeAt },
    ]);
    expect(gapOf(restored)).toBe(undefined);
  });

  it('counts the wallets of an opened recovery file as backed up, even if the vault already had them', async () => {
    const profile = await begun();
    const file = await profile.backup.recoveryFile();
    expect(await profile.backup.restore(file.text, file.code)).toEqual({ added: 0, known: 1 });
    expect(inVault(profile)).toEqual([{ walletId: idOf(profile), fileAt: file.madeAt }]);
    profile.purposes.length = 0;
    await profile.backup.restore(file.text, file.code);
    expect(profile.purposes).toEqual([]);
  });

  it('includes unsaved backup records in a recovery file', async () => {
    const profile = await begun();
    const walletId = idOf(profile);
    profile.prompts.refuse = 'cancelled';
    await profile.backup.phraseConfirmed(walletId);
    delete profile.prompts.refuse;
    const file = await profile.backup.recoveryFile();
    const restored = device();
    await restored.session.resume();
    await restored.firstRun.withRecoveryFile(file);
    expect(inVault(restored)[0]).toMatchObject({ phraseAt: harness.clock.now() });
  });
});

describe('a record whose save was cancelled', () => {
  async function cancelled() {
    const profile = await begun();
    profile.prompts.refuse = 'cancelled';
    await profile.backup.phraseConfirmed(idOf(profile));
    delete profile.prompts.refuse;
    expect(inVault(profile)).toEqual([]);
    expect(gapOf(profile)).toBe(undefined);
    return profile;
  }

  it('saves an unsaved backup record together with the next save', async () => {
    const profile = await cancelled();
    profile.purposes.length = 0;
    await profile.wallets.save([
      { kind: 'rename-wallet', walletId: idOf(profile), name: 'Renamed' },
    ]);
    expect(profile.purposes).toEqual(['save-changes']);
    expect(inVault(profile)).toHaveLength(1);
    expect(profile.areas.local.content.has('unsaved-backups')).toBe(false);
  });

  it('keeps an unsaved backup record after a lock and a restart', async () => {
    const { areas, authenticator } = await cancelled();
    const restarted = device({ areas, authenticator });
    await restarted.session.resume();
    await restarted.session.lock();
    await restarted.session.unlock();
    expect(gapOf(restarted)).toBe(undefined);
  });

  it('moves an unsaved backup record to the server together with the vault', async () => {
    const profile = await cancelled();
    await profile.session.connect();
    expect(inVault(profile)).toHaveLength(1);
  });

  it('deletes an unsaved backup record when the user forgets the device', async () => {
    const profile = await cancelled();
    await profile.forget();
    expect(profile.areas.local.content.has('unsaved-backups')).toBe(false);
  });
});

describe('moves of a vault', () => {
  it('keeps the backup records when the vault moves to a server, back, and into a server’s vault', async () => {
    const profile = await begun();
    await profile.backup.phraseConfirmed(idOf(profile));
    const records = inVault(profile);
    await profile.session.connect();
    expect(inVault(profile)).toEqual(records);
    await profile.session.leave({ isServerLost: false, deletesAccount: false });
    expect(inVault(profile)).toEqual(records);
    const server = device({ authenticator: profile.authenticator });
    await server.session.createAccount();
    await server.wallets.import('Key', KEY);
    await profile.session.join.begin();
    const { offeredDigest = '' } = profile.session.join.offer() ?? {};
    await profile.session.join.confirm({ offeredDigest, readmitted: [] });
    expect(inVault(profile)).toEqual(records);
    expect(gapOf(profile)).toMatchObject({ names: ['Key'] });
  });
});
