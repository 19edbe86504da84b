import { describe, expect, it } from 'vitest';
import {
  type DeviceVault,
  MAX_FORMER_VAULTS,
} from '../../../entrypoints/background/vault/record/keys.ts';
import {
  createVaultRecord,
  type VaultRecord,
} from '../../../entrypoints/background/vault/record/vault-record.ts';
import { toBase64url } from '../../../shared/bytes.ts';
import { envelopeDigest } from '../../../shared/vault/envelope.ts';
import { VAULT_SLOTS } from '../../../shared/vault/slots.ts';
import { REPETITIONS } from '../../belts.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';
import { copiedAreas, mortalAreas } from '../helpers/mortal-areas.ts';

const KILLS = REPETITIONS.storageKills;

const id = (n: number) => toBase64url(new Uint8Array(32).fill(n));

function vault(account: number, revision: number): DeviceVault {
  const envelopeText = `{"account":${account},"revision":${revision}}`;
  return {
    tenant: { id: `home-${account}`, origin: 'https://home.test', rpId: 'home.test', name: 'Home' },
    accountId: id(account),
    credentialId: id(account),
    envelopeText,
    digest: envelopeDigest(envelopeText),
    revision,
    syncedAt: revision,
  };
}

/** Text slots that aren't empty. */
const filled = (areas: ReturnType<typeof memoryAreas>) =>
  VAULT_SLOTS.filter((slot) => areas.local.content.has(slot));

interface Former {
  readonly vault: DeviceVault;
  readonly isKept: boolean;
}

/** The present vault, and former vaults, newest first. */
interface Content {
  readonly present: DeviceVault | undefined;
  readonly formers: readonly Former[];
}

async function contentOf(record: VaultRecord): Promise<Content> {
  const others = await record.others();
  const formers = others.flatMap((other) =>
    other.kind === 'former' ? [{ vault: other.vault, isKept: other.isKept }] : [],
  );
  return { present: await record.read(), formers };
}

/** A change of the record. `after` returns the content that the change should produce. */
interface Change {
  readonly run: (record: VaultRecord) => Promise<void>;
  readonly after: (before: Content) => Content;
}

const keep = (former: Former): Former => ({ ...former, isKept: true });

/** Returns the content after the user has gone back to the former vault with this index. */
function returned({ present, formers }: Content, index: number): Content {
  const target = formers[index];
  if (present === undefined || target === undefined) return { present, formers };
  const others = formers.filter((former) => former !== target).map(keep);
  return { present: target.vault, formers: [{ vault: present, isKept: true }, ...others] };
}

/**
 * Returns the content after a move. If the maximum number of former vaults is stored, the move
 * fails.
 */
function moved({ present, formers }: Content, next: DeviceVault, isKept: boolean): Content {
  if (present === undefined) return { present: next, formers };
  if (formers.length >= MAX_FORMER_VAULTS) return { present, formers };
  return { present: next, formers: [{ vault: present, isKept }, ...formers] };
}

function changeOf(choice: number, n: number): Change {
  const next = vault(choice % 2, n);
  const index = choice % 3;
  switch (choice % 7) {
    case 0:
    case 1:
      return {
        run: (record) => record.write(next),
        after: ({ present, formers }) => {
          const isOther = present !== undefined && present.accountId !== next.accountId;
          return { present: isOther ? present : next, formers };
        },
      };
    case 2:
      return {
        run: (record) => record.moveTo(next),
        after: (before) => moved(before, next, false),
      };
    case 3:
      return {
        run: (record) => record.moveTo(next, { keeps: true }),
        after: (before) => moved(before, next, true),
      };
    case 4:
      return {
        run: async (record) => {
          const others = await record.others();
          if (others[index] !== undefined) await record.returnTo(others[index].slot);
        },
        after: (before) => returned(before, index),
      };
    case 5:
      return {
        run: async (record) => {
          const others = await record.others();
          if (others[index] !== undefined) await record.deleteOther(others[index].slot);
        },
        after: ({ present, formers }) => ({
          present,
          formers: formers.filter((_, i) => i !== index),
        }),
      };
    default:
      return {
        run: (record) => record.dropFormers(),
        after: ({ present, formers }) => ({
          present,
          formers: formers.filter(({ isKept }) => isKept),
        }),
      };
  }
}

/**
 * Returns the possible contents after an interruption. Former vaults that aren't kept are deleted
 * one after another.
 */
function between(before: Content, after: Content): Content[] {
  const dropped = before.formers.filter(({ isKept }) => !isKept);
  const partly = dropped.map((_, count) => ({
    present: before.present,
    formers: before.formers.filter((former) => !dropped.slice(0, count).includes(former)),
  }));
  return [before, after, ...partly];
}

describe('the vault record', () => {
  it(`keeps the old or the new vaults after each of ${KILLS} random kills, and cleans up at the next start`, async () => {
    const random = createFakeRandom('kills of the vault record');
    const number = (below: number) => (random.bytes(1)[0] ?? 0) % below;
    const areas = memoryAreas();
    let expected: Content = { present: undefined, formers: [] };
    let deaths = 0;
    for (let n = 1; deaths < KILLS; n++) {
      const { run, after } = changeOf(number(250), n);
      const kill = { afterWrites: number(5), isDone: number(2) === 0 };
      const mortal = mortalAreas(areas, kill);
      await run(createVaultRecord(mortal.areas)).catch(() => undefined);
      if (mortal.isDead()) deaths += 1;
      const record = createVaultRecord(areas);
      const found = await contentOf(record);
      const changed = after(expected);
      expect(between(expected, changed)).toContainEqual(found);
      if (!mortal.isDead()) expect(found).toEqual(changed);
      await record.clean();
      expect(await contentOf(record)).toEqual(found);
      if (found.present === undefined) {
        // The very first write was interrupted. The record can't know yet that this text is
        // incomplete.
        for (const { slot } of await record.others()) await record.deleteOther(slot);
      }
      expect((await record.others()).filter(({ kind }) => kind === 'found')).toEqual([]);
      expect(filled(areas)).toHaveLength(
        found.formers.length + (found.present === undefined ? 0 : 1),
      );
      expected = found;
    }
  });

  it('keeps a stored vault without a pointer across starts and changes, until the user deletes that vault', async () => {
    const areas = memoryAreas();
    await createVaultRecord(areas).write(vault(1, 1));
    await areas.local.remove('vault');
    const record = createVaultRecord(areas);
    await record.clean();
    expect(await record.read()).toBeUndefined();
    const stray = { kind: 'found', slot: 'vault-a', text: vault(1, 1).envelopeText };
    expect(await record.others()).toEqual([stray]);
    for (let revision = 1; revision < 20; revision++) await record.write(vault(2, revision));
    await record.moveTo(vault(3, 1));
    await record.dropFormers();
    await record.clean();
    expect(await record.others()).toEqual([stray]);
    expect(await record.otherText('vault-a')).toBe(vault(1, 1).envelopeText);
    await record.deleteOther('vault-a');
    expect(await record.others()).toEqual([]);
    expect(await record.read()).toEqual(vault(3, 1));
  });

  it('keeps a stored vault when the pointer names a different slot, which is empty', async () => {
    const areas = memoryAreas();
    await createVaultRecord(areas).write(vault(1, 1));
    const pointer = Object(areas.local.content.get('vault'));
    const wrong = { ...pointer, value: { ...pointer.value, slot: 'vault-c' } };
    areas.local.content.set('vault', wrong);
    const record = createVaultRecord(areas);
    await record.clean();
    expect(await record.read()).toEqual({ ...vault(1, 1), envelopeText: '' });
    const [stray] = await record.others();
    expect(stray).toMatchObject({ kind: 'found', text: vault(1, 1).envelopeText });
  });

  it.each<[string, (record: VaultRecord) => Promise<unknown>]>([
    ['a start', (record) => record.clean()],
    ['a write', (record) => record.write(vault(1, 2))],
    ['a move', (record) => record.moveTo(vault(3, 1), { keeps: true })],
    ['the return to a former vault', async (record) => record.returnTo('vault-a')],
    ['the deletion of a former vault', async (record) => record.deleteOther('vault-a')],
  ])(
    'keeps the only stored vault after %s, even if the pointer lists the vault’s slot as spare',
    async (_, change) => {
      for (const damage of ['missing', 'torn'] as const) {
        const areas = memoryAreas();
        const before = createVaultRecord(areas);
        await before.write(vault(2, 1));
        await before.moveTo(vault(1, 1), { keeps: true });
        const pointer = Object(areas.local.content.get('vault'));
        expect(pointer.value).toMatchObject({ slot: 'vault-b', spare: 'vault-c' });
        const wrong = { ...pointer.value, slot: 'vault-c', spare: 'vault-b' };
        areas.local.content.set('vault', { ...pointer, value: wrong });
        if (damage === 'torn') areas.local.content.set('vault-c', { version: 1, value: '{"torn' });
        const record = createVaultRecord(areas);
        await change(record);
        await record.clean();
        expect(await record.others()).toContainEqual({
          kind: 'found',
          slot: 'vault-b',
          text: vault(1, 1).envelopeText,
        });
      }
    },
  );

  it("refuses to write another account's vault over the present one", async () => {
    const areas = memoryAreas();
    const record = createVaultRecord(areas);
    await record.write(vault(1, 1));
    await expect(record.write(vault(2, 1))).rejects.toMatchObject({ code: 'notStored' });
    expect(await record.read()).toEqual(vault(1, 1));
  });

  it('refuses a vault for which there is no room, and can still save the present one', async () => {
    const areas = memoryAreas();
    const record = createVaultRecord(areas);
    await record.write(vault(0, 1));
    for (let n = 1; n <= MAX_FORMER_VAULTS; n++) {
      await record.ensureRoom();
      await record.moveTo(vault(n, 1), { keeps: true });
    }
    await expect(record.ensureRoom()).rejects.toMatchObject({ code: 'tooManyVaults' });
    await expect(record.moveTo(vault(99, 1))).rejects.toMatchObject({ code: 'tooManyVaults' });
    for (let revision = 2; revision < 6; revision++) {
      await record.write(vault(MAX_FORMER_VAULTS, revision));
    }
    expect(await record.read()).toEqual(vault(MAX_FORMER_VAULTS, 5));
    expect((await contentOf(record)).formers).toHaveLength(MAX_FORMER_VAULTS);
  });

  it('never overwrites the current vault, and reads the new vault back before it switches to the new one', async () => {
    const areas = memoryAreas();
    await createVaultRecord(areas).write(vault(1, 1));
    const events: string[] = [];
    const { local } = areas;
    const watched = {
      ...areas,
      local: {
        get: (key: string) => {
          events.push(`read ${key}`);
          return local.get(key);
        },
        set: (key: string, value: unknown) => {
          events.push(`write ${key}`);
          return local.set(key, value);
        },
        remove: (key: string) => {
          events.push(`delete ${key}`);
          return local.remove(key);
        },
      },
    };
    await createVaultRecord(watched).write(vault(1, 2));
    const from = events.indexOf('write vault-b');
    const changes = events.slice(from).filter((event) => !/^read vault-[ac]$/.test(event));
    expect(changes.slice(0, 5)).toEqual([
      'write vault-b',
      'read vault-b',
      'write vault',
      'read vault-b',
      'delete vault-a',
    ]);
    expect(events).not.toContain('write vault-a');
  });

  it('keeps the old vault and throws when the browser returns a text that differs from the written text', async () => {
    const areas = memoryAreas();
    const record = createVaultRecord(areas);
    await record.write(vault(1, 1));
    const { set } = areas.local;
    areas.local.set = (key, value) =>
      set(key, key === 'vault-b' ? { version: 1, value: 'torn' } : value);
    await expect(record.write(vault(1, 2))).rejects.toMatchObject({ code: 'notStored' });
    expect(await record.read()).toEqual(vault(1, 1));
  });

  it('writes nothing when nothing has changed, and only the record’s facts when the envelope text hasn’t changed', async () => {
    const areas = memoryAreas();
    const record = createVaultRecord(areas);
    await record.write(vault(1, 1));
    const written: string[] = [];
    const { set } = areas.local;
    areas.local.set = (key, value) => {
      written.push(key);
      return set(key, value);
    };
    await record.write(vault(1, 1));
    expect(written).toEqual([]);
    await record.write({ ...vault(1, 1), syncedAt: 99 });
    expect(written).toEqual(['vault']);
    expect(await record.read()).toEqual({ ...vault(1, 1), syncedAt: 99 });
  });

  it('replaces a damaged text even if its digest hasn’t changed', async () => {
    const areas = memoryAreas();
    const record = createVaultRecord(areas);
    await record.write(vault(1, 1));
    areas.local.content.set('vault-a', { version: 1, value: 'damaged' });
    await record.write(vault(1, 1));
    expect(await record.read()).toEqual(vault(1, 1));
  });

  it('leaves no stored value after the record is cleared', async () => {
    const areas = memoryAreas();
    const record = createVaultRecord(areas);
    await record.write(vault(1, 1));
    await record.moveTo(vault(2, 1));
    await record.clear();
    expect(await contentOf(record)).toEqual({ present: undefined, formers: [] });
    expect([...areas.local.content.keys()]).toEqual([]);
  });

  it('remembers an account’s newest epoch after its vault is deleted, whenever the worker is killed', async () => {
    const areas = memoryAreas();
    const before = createVaultRecord(areas);
    await before.write({ ...vault(1, 1), epochMark: id(11) });
    await before.moveTo({ ...vault(2, 1), epochMark: id(22) }, { keeps: true });
    await before.moveTo({ ...vault(1, 2), epochMark: id(12) });
    for (let writes = 0; writes < 8; writes++) {
      const copy = copiedAreas(areas);
      const { areas: mortal } = mortalAreas(copy, { afterWrites: writes, isDone: true });
      const record = createVaultRecord(mortal);
      const changes = async () => {
        await record.moveTo({ ...vault(3, 1), epochMark: id(33) });
        await record.dropFormers();
        for (const { slot } of await record.others()) await record.deleteOther(slot);
        await record.write({ ...vault(3, 2), epochMark: id(34) });
      };
      await changes().catch(() => undefined);
      const next = createVaultRecord(copy);
      expect(await next.seenEpoch(id(1))).toBe(id(12));
      expect(await next.seenEpoch(id(2))).toBe(id(22));
    }
    expect(await before.seenEpoch(id(3))).toBeUndefined();
  });

  it('restores an older copy of an account’s vault with the account’s newest known epoch', async () => {
    const areas = memoryAreas();
    const record = createVaultRecord(areas);
    await record.write({ ...vault(1, 1), epochMark: id(11) });
    await record.moveTo({ ...vault(2, 1), epochMark: id(22) }, { keeps: true });
    await record.moveTo({ ...vault(1, 2), epochMark: id(12) });
    const oldest = (await record.others()).at(-1);
    expect(oldest).toMatchObject({ vault: { revision: 1, epochMark: id(11) } });
    await record.returnTo(oldest?.slot ?? 'vault-a');
    expect(await record.read()).toEqual({ ...vault(1, 1), epochMark: id(12) });
  });

  it('remembers the epochs of the present account and of the 64 accounts used before it', async () => {
    const areas = memoryAreas();
    const record = createVaultRecord(areas);
    await record.write({ ...vault(1, 1), epochMark: id(1) });
    for (let n = 2; n < 70; n++) {
      await record.moveTo({ ...vault(n, 1), epochMark: id(n) });
      await record.dropFormers();
    }
    expect(await record.seenEpoch(id(4))).toBeUndefined();
    expect(await record.seenEpoch(id(5))).toBe(id(5));
    expect(await record.seenEpoch(id(69))).toBe(id(69));
  });

  it('keeps the old or the new vault after an interruption at any point', async () => {
    const areas = memoryAreas();
    await createVaultRecord(areas).write(vault(1, 1));
    for (let writes = 0; writes < 4; writes++) {
      for (const isDone of [true, false]) {
        const copy = copiedAreas(areas);
        const mortal = mortalAreas(copy, { afterWrites: writes, isDone });
        await createVaultRecord(mortal.areas)
          .moveTo(vault(2, 1))
          .catch(() => undefined);
        const found = await contentOf(createVaultRecord(copy));
        expect([
          { present: vault(1, 1), formers: [] },
          { present: vault(2, 1), formers: [{ vault: vault(1, 1), isKept: false }] },
        ]).toContainEqual(found);
      }
    }
  });
});

describe('a pointer that names a slot twice', () => {
  /** Stores a vault with two former vaults, and a pointer that names wrong slots. */
  async function damaged(
    change: (formers: readonly { slot: string; isKept?: true }[], slot: string) => unknown,
  ) {
    const areas = memoryAreas();
    const record = createVaultRecord(areas);
    await record.write(vault(1, 1));
    await record.moveTo(vault(2, 1), { keeps: true });
    await record.moveTo(vault(3, 1), { keeps: true });
    const box = structuredClone(areas.local.content.get('vault')) as {
      value: { slot: string; formers: readonly { slot: string }[] };
    };
    const { formers, slot } = box.value;
    areas.local.content.set('vault', {
      ...box,
      value: { ...box.value, formers: change(formers, slot) },
    });
    return { areas, record };
  }

  const dropped = ({ isKept: _, ...former }: { isKept?: true; slot?: string | undefined }) =>
    former;

  it('keeps the current vault when the wallet deletes a former vault whose entry points to the same slot', async () => {
    const { record } = await damaged(([first, second], slot) => [{ ...first, slot }, second]);
    const [other] = await record.others();
    await record.deleteOther(other?.slot ?? expect.unreachable());
    expect((await record.read())?.envelopeText).toBe(vault(3, 1).envelopeText);
    const again = await damaged(([first, second], slot) => [dropped({ ...first, slot }), second]);
    await again.record.dropFormers();
    expect((await again.record.read())?.envelopeText).toBe(vault(3, 1).envelopeText);
  });

  it('keeps a former vault when the wallet drops another former vault whose entry points to the same slot', async () => {
    const { areas, record } = await damaged(([first, second]) => [
      dropped({ ...first, slot: second?.slot }),
      second,
    ]);
    await record.dropFormers();
    const others = await record.others();
    expect(others).toContainEqual(
      expect.objectContaining({
        kind: 'former',
        vault: expect.objectContaining({ envelopeText: vault(1, 1).envelopeText }),
      }),
    );
    expect(filled(areas).length).toBeGreaterThanOrEqual(2);
  });
});
