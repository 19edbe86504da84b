import { describe, expect, it } from 'vitest';
import {
  createVaultRecord,
  type VaultRecord,
} from '../../../entrypoints/background/state/vault-record.ts';
import {
  type DeviceVault,
  VAULT_SLOTS,
} from '../../../entrypoints/background/state/vault-schemas.ts';
import { toBase64url } from '../../../shared/bytes.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';
import { copiedAreas, mortalAreas } from '../helpers/mortal-areas.ts';

const KILLS = 200;

const id = (n: number) => toBase64url(new Uint8Array(32).fill(n));

const vault = (account: number, revision: number): DeviceVault => ({
  tenant: { id: `home-${account}`, origin: 'https://home.test', rpId: 'home.test', name: 'Home' },
  accountId: id(account),
  credentialId: id(account),
  envelopeText: `{"account":${account},"revision":${revision}}`,
  digest: id(revision),
  revision,
  syncedAt: revision,
});

/** Text slots that hold something. */
const filled = (areas: ReturnType<typeof memoryAreas>) =>
  VAULT_SLOTS.filter((slot) => areas.local.content.has(slot));

/** The present vault, the former one, and whether the user went back from the former one. */
type Content = readonly [DeviceVault | undefined, DeviceVault | undefined, boolean];
const contentOf = async (record: VaultRecord): Promise<Content> => [
  await record.read(),
  await record.former(),
  await record.isReturned(),
];

/** One change of the record, and what it makes of a present and a former vault. */
interface Change {
  readonly run: (record: VaultRecord) => Promise<void>;
  readonly after: (before: Content) => Content;
}

function changeOf(choice: number, n: number): Change {
  const next = vault(choice % 2, n);
  switch (choice % 5) {
    case 0:
    case 1:
      return { run: (record) => record.write(next), after: ([, ...others]) => [next, ...others] };
    case 2:
      return { run: (record) => record.moveTo(next), after: ([present]) => [next, present, false] };
    case 3:
      return {
        run: (record) => record.returnToFormer(),
        after: (before) => (before[1] === undefined ? before : [before[1], before[0], true]),
      };
    default:
      return {
        run: (record) => record.dropFormer(),
        after: (before) => (before[2] ? before : [before[0], undefined, false]),
      };
  }
}

describe('the vault record', () => {
  it(`keeps the old or the new vault after each of ${KILLS} random kills, and cleans up at the next start`, async () => {
    const random = createFakeRandom('kills of the vault record');
    const number = (below: number) => (random.bytes(1)[0] ?? 0) % below;
    const areas = memoryAreas();
    let expected: Content = [undefined, undefined, false];
    let deaths = 0;
    for (let n = 1; deaths < KILLS; n++) {
      const { run, after } = changeOf(number(250), n);
      const kill = { afterWrites: number(5), isDone: number(2) === 0 };
      const mortal = mortalAreas(areas, kill);
      await run(createVaultRecord(mortal.areas)).catch(() => undefined);
      if (mortal.isDead()) deaths += 1;
      // The next worker.
      const record = createVaultRecord(areas);
      const found = await contentOf(record);
      const changed = after(expected);
      expect([expected, changed]).toContainEqual(found);
      if (!mortal.isDead()) expect(found).toEqual(changed);
      expected = found;
      await record.clean();
      expect(await contentOf(record)).toEqual(found);
      expect(filled(areas)).toHaveLength(
        found.slice(0, 2).filter((kept) => kept !== undefined).length,
      );
    }
  });

  it('never overwrites the text in use, and reads the new one back before it switches', async () => {
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
    expect(changes.slice(0, 4)).toEqual([
      'write vault-b',
      'read vault-b',
      'write vault',
      'delete vault-a',
    ]);
    expect(events).not.toContain('write vault-a');
  });

  it('keeps the old vault and throws when the browser returns another text than was written', async () => {
    const areas = memoryAreas();
    const record = createVaultRecord(areas);
    await record.write(vault(1, 1));
    const { set } = areas.local;
    areas.local.set = (key, value) =>
      set(key, key === 'vault-b' ? { version: 1, value: 'torn' } : value);
    await expect(record.write(vault(1, 2))).rejects.toMatchObject({ code: 'not-stored' });
    expect(await record.read()).toEqual(vault(1, 1));
  });

  it('writes nothing when nothing has changed, and only the facts when the text is the same', async () => {
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

  it('repairs a damaged text, though its digest is the known one', async () => {
    const areas = memoryAreas();
    const record = createVaultRecord(areas);
    await record.write(vault(1, 1));
    areas.local.content.set('vault-a', { version: 1, value: 'damaged' });
    await record.write(vault(1, 1));
    expect(await record.read()).toEqual(vault(1, 1));
  });

  it('adopts the text that version 1 stored beside the facts', async () => {
    const areas = memoryAreas();
    areas.local.content.set('vault', { version: 1, value: vault(1, 1) });
    const record = createVaultRecord(areas);
    expect(await record.read()).toEqual(vault(1, 1));
    await record.write({ ...vault(1, 1), syncedAt: 5 });
    expect(await record.read()).toEqual({ ...vault(1, 1), syncedAt: 5 });
    await record.write(vault(1, 2));
    expect(await record.read()).toEqual(vault(1, 2));
    expect(JSON.stringify(areas.local.content.get('vault'))).not.toContain('envelopeText');
  });

  it('leaves no text after it was cleared', async () => {
    const areas = memoryAreas();
    const record = createVaultRecord(areas);
    await record.write(vault(1, 1));
    await record.moveTo(vault(2, 1));
    await record.clear();
    expect(await contentOf(record)).toEqual([undefined, undefined, false]);
    expect([...areas.local.content.keys()]).toEqual([]);
  });

  it('leaves storage at every point that opens as the old or the new vault', async () => {
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
          [vault(1, 1), undefined, false],
          [vault(2, 1), vault(1, 1), false],
        ]).toContainEqual(found);
      }
    }
  });
});
