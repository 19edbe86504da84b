import { describe, expect, it } from 'vitest';
import { stored } from '../../../entrypoints/background/state/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/state/stored-keys.ts';
import { createPendingSaves } from '../../../entrypoints/background/vault/change/pending-save.ts';
import { createSaveSettling } from '../../../entrypoints/background/vault/change/settle-save.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { PromptPurpose } from '../../../shared/messages/ceremony.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const SENT = { revision: 2, digest: 'ours', operationId: 'operation' };
const NEWEST = { revision: 3, digest: 'theirs' };

async function pendingWith(purpose?: PromptPurpose, areas = memoryAreas()) {
  const pending = createPendingSaves({
    stored: stored(areas, STORED_KEYS.pendingSave),
    onChange: () => undefined,
  });
  await pending.begin({ ...SENT, ...(purpose === undefined ? {} : { purpose }) });
  pending.leaveUnknown();
  return { pending, areas };
}

type Pending = Awaited<ReturnType<typeof pendingWith>>['pending'];

/** Looks once, on a server whose vault is two commits of other devices ahead. */
async function lookWith(
  pending: Pending,
  receipt: () => Promise<typeof NEWEST>,
  readNewest = () => pending.compare(NEWEST),
) {
  const envelope = { v: 2 as const, accountId: 'a', revision: 3, payload: { iv: '', ct: '' } };
  const settling = createSaveSettling({
    pending,
    tokens: { current: () => 'token' },
    home: () => ({ receipt, vault: async () => ({ envelope: { ...envelope, wraps: [] } }) }),
    readNewest,
    wait: () => new Promise(() => undefined),
  });
  await settling.look();
}

const none = async () => {
  throw new CondorError('OPERATION_UNKNOWN', 'The operation is unknown.');
};

describe('a save of unknown outcome that the newest vault is beyond', () => {
  it('keeps an outcome unknown until its receipt is read', async () => {
    const { pending } = await pendingWith();
    await pending.compare(NEWEST);
    expect(pending.problem()).toBe('last-save-unknown');
  });

  it("reports a save as missing when the server doesn't know its operation", async () => {
    const { pending } = await pendingWith();
    await lookWith(pending, none);
    expect(pending.unknown()).toBeUndefined();
    expect(pending.problem()).toBe('last-save-missing');
  });

  it("reports a save as missing also when the newest vault can't be adopted", async () => {
    const { pending } = await pendingWith();
    await lookWith(pending, none, () => Promise.reject(new Error('forked')));
    expect(pending.problem()).toBe('last-save-missing');
  });

  it('reports a save as saved when the receipt matches', async () => {
    const { pending } = await pendingWith();
    await lookWith(pending, async () => SENT);
    expect(pending.unknown()).toBeUndefined();
    expect(pending.problem()).toBeUndefined();
  });

  it('keeps an outcome unknown while the receipt is for another operation', async () => {
    const { pending } = await pendingWith();
    await lookWith(pending, async () => NEWEST);
    expect(pending.problem()).toBe('last-save-unknown');
  });
});

describe('the warning about a lost save', () => {
  const lost = async (purpose?: PromptPurpose) => {
    const made = await pendingWith(purpose);
    await made.pending.compare({ revision: 2, digest: 'theirs' });
    return made;
  };

  it.each([
    ['save-wallet', 'wallet-not-saved'],
    ['restore-wallets', 'wallets-not-restored'],
    ['add-account', 'account-not-saved'],
    ['confirm-with-former-passkey', 'passkey-not-saved'],
    ['confirm-removal', 'passkey-not-removed'],
    ['save-changes', 'last-save-missing'],
  ] as const)('names what the save %s was for', async (purpose, problem) => {
    const { pending } = await lost(purpose);
    expect(pending.problem()).toBe(problem);
  });

  it('survives the death of the worker', async () => {
    const { areas } = await lost('save-wallet');
    const restored = createPendingSaves({
      stored: stored(areas, STORED_KEYS.pendingSave),
      onChange: () => undefined,
    });
    await restored.restore();
    expect(restored.problem()).toBe('wallet-not-saved');
  });

  it('ends the warning when a later vault contains the save', async () => {
    const { pending } = await lost();
    await pending.compare(SENT);
    expect(pending.problem()).toBeUndefined();
  });

  it('keeps the warning after a save that began before the loss was known', async () => {
    const { pending } = await pendingWith();
    const warned = pending.missing();
    await pending.compare({ revision: 2, digest: 'theirs' });
    await pending.dismiss(warned);
    expect(pending.problem()).toBe('last-save-missing');
  });
});

it('drops a record of an earlier form', async () => {
  const areas = memoryAreas();
  areas.session.content.set('pending-save', { version: 1, value: { revision: 2, digest: 'ours' } });
  expect(await stored(areas, STORED_KEYS.pendingSave).read()).toBeUndefined();
  areas.session.content.set('pending-save', { version: 1, value: {} });
  expect(await stored(areas, STORED_KEYS.pendingSave).read()).toBeUndefined();
});
