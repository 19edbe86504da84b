import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { createDevice, type Device } from '../helpers/device.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';
import { mortalAreas } from '../helpers/mortal-areas.ts';
import { type RestorableVault, startRestorableVault } from '../helpers/restorable-vault.ts';

const STEPS = 160;
const LEAVE = { isServerLost: false, deletesAccount: false };
const COMMITS = ['/v1/mutations/commit', '/ext/v1/passkeys/removal/commit'];

let server: RestorableVault;
beforeEach(async () => {
  server = await startRestorableVault({ isRemovalOn: true });
});
afterEach(() => server.close());

/** Creates a person whose profile's vault moves and who removes passkeys. */
function createPerson(seed: string) {
  const random = createFakeRandom(seed);
  const number = (below: number) => ((random.bytes(2)[0] ?? 0) * 251 + 7) % below;
  const areas = memoryAreas();
  const authenticator = createSoftAuthenticator();
  const spares = createSoftAuthenticator();
  return {
    number,
    chance: (percent: number) => number(100) < percent,
    areas,
    spares,
    /** Credential ids whose removal was reported as successful. */
    removed: new Set<string>(),
    copies: [] as string[],
    worker: (over = areas) => createDevice({ harness: server, authenticator, areas: over }),
  };
}
type Person = ReturnType<typeof createPerson>;
type Step = (profile: Device, person: Person) => Promise<void>;

async function addPasskey(profile: Device, { spares }: Person): Promise<void> {
  profile.prompts.another = spares;
  try {
    await profile.passkeys.add('Spare');
  } finally {
    profile.prompts.another = undefined;
  }
}

async function removePasskey(profile: Device, { removed, number }: Person): Promise<void> {
  const others = profile.passkeys.view().filter(({ isInUse }) => !isInUse);
  const { credentialId } = others[number(Math.max(1, others.length))] ?? {};
  if (credentialId === undefined) throw new Error('there is no other passkey');
  await profile.passkeys.remove(credentialId);
  removed.add(credentialId);
}

async function mergeOffered(profile: Device): Promise<void> {
  await profile.session.sync().catch(() => undefined);
  const sync = profile.session.syncState();
  if (!('offeredDigest' in sync)) throw new Error('there is nothing to merge');
  await profile.session.merge({ ...sync, readmitted: [] });
}

const STEPS_BY_NAME: Readonly<Record<string, Step>> = {
  'add a passkey': addPasskey,
  'add another passkey': addPasskey,
  'remove a passkey': removePasskey,
  'remove another passkey': removePasskey,
  async save(profile, { number }) {
    const address = `0x${number(1000).toString().padStart(40, '0')}`;
    await profile.wallets.save([{ kind: 'set-contact', address, name: 'Friend' }]);
  },
  connect: (profile) => profile.session.connect(),
  async leave(profile) {
    await profile.session.leave(LEAVE);
  },
  async join(profile) {
    await profile.session.join.begin();
    const { offeredDigest = '' } = profile.session.join.offer() ?? {};
    await profile.session.join.confirm({ offeredDigest, readmitted: [] });
  },
  merge: mergeOffered,
  'merge again': mergeOffered,
  async 'go back'(profile, { chance, number }) {
    if (!chance(40)) throw new Error('not now');
    await profile.session.lock();
    const others = profile.session.others.list();
    const other = others[number(Math.max(1, others.length))];
    if (other?.kind !== 'former') throw new Error('there is no former vault');
    await profile.session.others.returnTo(other.slot);
  },
  async 'delete another vault'(profile) {
    const others = profile.session.others.list();
    if (others.length < 4) throw new Error('there is room');
    await profile.session.others.remove(others[0]?.slot ?? 'vault-a');
  },
  async 'register again'(profile, { chance }) {
    if (!chance(30)) throw new Error('not now');
    await profile.session.registerAgain();
  },
  async 'back up the server'(_, { copies }) {
    copies.push(server.backUp());
  },
  async 'restore the server'(_, { copies, chance, number }) {
    const copy = copies.slice(-4)[number(Math.max(1, Math.min(4, copies.length)))];
    if (copy === undefined) throw new Error('there is no copy');
    await server.restore(copy, { isRemovalOn: chance(60) });
  },
};

/** Number of successes of each kind of step, over all sequences. */
const done = new Map<string, number>();

async function runSequence(seed: string): Promise<void> {
  const person = createPerson(seed);
  const names = Object.keys(STEPS_BY_NAME);
  const problems: string[] = [];
  const first = person.worker();
  await first.start();
  await first.session.createAccount();
  for (let n = 0; n < STEPS; n++) {
    server.clock.advance(60_000);
    const name = names[person.number(names.length)] ?? '';
    const afterWrites = person.chance(20) ? person.number(8) : Number.POSITIVE_INFINITY;
    const mortal = mortalAreas(person.areas, { afterWrites, isDone: person.chance(50) });
    const profile = person.worker(mortal.areas);
    await profile.start().catch(() => undefined);
    profile.network.intercept = async ({ path, body }, forward) => {
      if (mortal.isDead()) throw new TypeError('the worker is dead');
      if (COMMITS.includes(path)) {
        const { envelope } = JSON.parse(body ?? '');
        const wrapped = envelope.wraps.map((wrap: { credentialId: string }) => wrap.credentialId);
        const back = wrapped.filter((id: string) => person.removed.has(id));
        if (back.length > 0) problems.push(`step ${n}, ${name}: ${back.join()}`);
      }
      return forward();
    };
    if (profile.session.state().status === 'locked') {
      await profile.session.unlock().catch(() => undefined);
      await profile.session.syncEnded();
    }
    try {
      await STEPS_BY_NAME[name]?.(profile, person);
      done.set(name, (done.get(name) ?? 0) + 1);
    } catch {
      // The step was refused, or the worker was killed.
    }
    await profile.session.syncEnded();
    expect(problems).toEqual([]);
  }
}

describe('random sequences of removals, moves and restored servers', () => {
  it.each(['first', 'second', 'third', 'fourth'])(
    'never writes a vault for a removed passkey: %s seed',
    runSequence,
  );

  it('runs every kind of step of the random removals at least once', () => {
    const counts = Object.keys(STEPS_BY_NAME).map((name) => [name, done.get(name) ?? 0]);
    expect(counts.filter(([, count]) => count === 0)).toEqual([]);
  });
});
