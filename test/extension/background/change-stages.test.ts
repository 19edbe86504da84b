import { describe, expect, it } from 'vitest';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { createSaveSettling } from '../../../entrypoints/background/vault/change/settle.ts';
import { createChangeStages } from '../../../entrypoints/background/vault/change/stages.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { PromptPurpose } from '../../../shared/messages/ceremony.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const SENT = {
  purpose: 'save-changes',
  revision: 2,
  digest: 'ours',
  operationId: 'operation',
} as const;
const NEWEST = { revision: 3, digest: 'theirs' };

/** Returns the stages that the next worker reads from these areas. */
async function stagesOn(areas: ReturnType<typeof memoryAreas>) {
  const stages = createChangeStages({
    stored: stored(areas, STORED_KEYS.change),
    onChange: () => undefined,
  });
  await stages.restore();
  return stages;
}

async function unansweredWith(purpose: PromptPurpose = 'save-changes', areas = memoryAreas()) {
  const stages = await stagesOn(areas);
  await stages.send({ ...SENT, purpose });
  stages.leaveUnknown();
  return { stages, areas };
}

type Stages = Awaited<ReturnType<typeof stagesOn>>;

/** Compares once with a server whose vault is two commits of other devices ahead. */
async function lookWith(
  stages: Stages,
  receipt: () => Promise<typeof NEWEST>,
  takeNewest = () => stages.compare(NEWEST),
) {
  const envelope = { v: 2 as const, accountId: 'a', revision: 3, payload: { iv: '', ct: '' } };
  const settling = createSaveSettling({
    stages,
    tokens: { current: () => 'token' },
    home: () => ({ receipt, vault: async () => ({ envelope: { ...envelope, wraps: [] } }) }),
    takeNewest,
    wait: () => new Promise(() => undefined),
  });
  await settling.look();
}

const none = async () => {
  throw new CondorError('OPERATION_UNKNOWN', 'The operation is unknown.');
};

describe('a save with an unknown outcome, when the server has a newer vault', () => {
  it('reports the outcome of a save as unknown until the save’s receipt is read', async () => {
    const { stages } = await unansweredWith();
    await stages.compare(NEWEST);
    expect(stages.problem()).toBe('lastSaveUnknown');
  });

  it('reports a save as missing when the server doesn’t know its operation', async () => {
    const { stages } = await unansweredWith();
    await lookWith(stages, none);
    expect(stages.unknown()).toBeUndefined();
    expect(stages.problem()).toBe('lastSaveMissing');
  });

  it('reports a save as missing when the server doesn’t know the save, even if the newest vault can’t be adopted', async () => {
    const { stages } = await unansweredWith();
    await lookWith(stages, none, () => Promise.reject(new Error('forked')));
    expect(stages.problem()).toBe('lastSaveMissing');
  });

  it('doesn’t report a problem with a save whose receipt matches', async () => {
    const { stages } = await unansweredWith();
    await lookWith(stages, async () => SENT);
    expect(stages.unknown()).toBeUndefined();
    expect(stages.problem()).toBeUndefined();
  });

  it('reports the outcome of a save as unknown while the server returns the receipt of a different operation', async () => {
    const { stages } = await unansweredWith();
    await lookWith(stages, async () => NEWEST);
    expect(stages.problem()).toBe('lastSaveUnknown');
  });
});

describe('the warning about a lost save', () => {
  const lost = async (purpose?: PromptPurpose) => {
    const made = await unansweredWith(purpose);
    await made.stages.compare({ revision: 2, digest: 'theirs' });
    return made;
  };

  it.each([
    ['save-wallet', 'walletNotSaved'],
    ['restore-wallets', 'walletsNotRestored'],
    ['add-account', 'accountNotSaved'],
    ['confirm-with-former-passkey', 'passkeyNotSaved'],
    ['confirm-removal', 'passkeyNotRemoved'],
    ['save-changes', 'lastSaveMissing'],
  ] as const)(
    'reports the change’s own problem code after a lost save with the purpose %s',
    async (purpose, problem) => {
      const { stages } = await lost(purpose);
      expect(stages.problem()).toBe(problem);
    },
  );

  it('still warns of a lost save after the worker restarts', async () => {
    const { areas } = await lost('save-wallet');
    expect((await stagesOn(areas)).problem()).toBe('walletNotSaved');
  });

  it('still warns of a lost save after the next change and a restart', async () => {
    const { stages, areas } = await lost('save-wallet');
    await stages.send(SENT);
    await stages.end();
    expect((await stagesOn(areas)).problem()).toBe('walletNotSaved');
  });

  it('ends the warning when a later vault contains the lost save', async () => {
    const { stages } = await lost();
    await stages.compare(SENT);
    expect(stages.problem()).toBeUndefined();
  });

  it('keeps the warning after a save that began before the loss was known', async () => {
    const { stages } = await unansweredWith();
    const warned = stages.lost();
    await stages.compare({ revision: 2, digest: 'theirs' });
    await stages.dismiss(warned);
    expect(stages.problem()).toBe('lastSaveMissing');
  });
});

describe('the death of the worker during a change', () => {
  it('reports a change’s outcome as unknown when the worker died after the save was sent', async () => {
    const areas = memoryAreas();
    const stages = await stagesOn(areas);
    await stages.send(SENT);
    expect(stages.problem()).toBeUndefined();
    const restored = await stagesOn(areas);
    expect(restored.problem()).toBe('lastSaveUnknown');
    expect(restored.unknown()).toEqual(SENT);
  });
});
