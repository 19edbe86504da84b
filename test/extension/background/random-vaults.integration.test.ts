import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OtherVaultError } from '../../../entrypoints/background/vault/open/other-vaults.ts';
import type { OtherVault } from '../../../entrypoints/background/vault/record/vault-record.ts';
import { toHex } from '../../../shared/bytes.ts';
import { REPETITIONS } from '../../belts.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault, TENANT } from '../../server/vault/harness.ts';
import { createDevice, type Device } from '../helpers/device.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';
import { copiedAreas, mortalAreas } from '../helpers/mortal-areas.ts';

const STEPS = 250;
const NAMES = { name: 'Savings', accountNames: 'Account #' };
const LEAVE = { isServerLost: false, deletesAccount: false };

let harness: Harness;
beforeEach(async () => {
  harness = await startVault({ tenants: [{ ...TENANT, extensions: true }], rateLimits: false });
});
afterEach(() => harness.close());

/** Creates a person with one profile and one passkey provider. */
function createPerson(seed: string) {
  const random = createFakeRandom(seed);
  const number = (below: number) => ((random.bytes(2)[0] ?? 0) * 251 + 7) % below;
  const chance = (percent: number) => number(100) < percent;
  const areas = memoryAreas();
  const authenticator = createSoftAuthenticator();
  /** Account whose passkey the person chooses in a prompt without a list of allowed passkeys. */
  let chosenAccount: string | undefined;
  const provider: typeof authenticator = {
    ...authenticator,
    credentials: authenticator.credentials,
    get: (options, ceremony) => {
      const own = authenticator.credentials.filter(
        ({ userHandle, rpId }) => userHandle === chosenAccount && rpId === options.rpId,
      );
      const isFree = options.allowCredentials.length === 0 && own.length > 0;
      const allowCredentials = own.map(({ id }) => ({ id, type: 'public-key' as const }));
      return authenticator.get(isFree ? { ...options, allowCredentials } : options, ceremony);
    },
  };
  const worker = (over: typeof areas | ReturnType<typeof copiedAreas> = areas) =>
    createDevice({ harness, authenticator: provider, areas: over });
  return {
    areas,
    number,
    chance,
    worker,
    freshKey: () => toHex(random.bytes(32)),
    chooses: (accountId: string | undefined) => {
      chosenAccount = accountId;
    },
  };
}
type Person = ReturnType<typeof createPerson>;

/** Addresses that were reported as saved, except for those that the user agreed to lose. */
interface Promises {
  readonly saved: Set<string>;
  /** Addresses that were removed or whose save has an unknown outcome. They may or may not open. */
  readonly open: Set<string>;
}

const cutLine = () => {
  throw new TypeError('the line is cut');
};

/**
 * Opens one stored vault in a copy of the profile, without any server. Returns an empty list if the
 * start deleted the vault. The start may delete a vault that the present vault contains.
 */
async function openedOffline(person: Person, other: OtherVault | undefined): Promise<string[]> {
  const profile = person.worker(copiedAreas(person.areas));
  profile.network.intercept = async () => cutLine();
  await profile.start();
  await profile.session.lock();
  if (other?.kind === 'found') await profile.session.others.open(other.slot);
  else {
    if (other !== undefined) {
      const isDeleted = await profile.session.others.returnTo(other.slot).then(
        () => false,
        (error: unknown) => {
          if (error instanceof OtherVaultError && error.code === 'noSuchVault') return true;
          throw error;
        },
      );
      if (isDeleted) return [];
    }
    person.chooses(profile.session.device()?.accountId);
    await profile.session.unlock();
  }
  const addresses = profile.addresses();
  for (const address of addresses) {
    expect(profile.signer.canSign(address as `0x${string}`)).toBe(true);
  }
  return addresses;
}

/** Opens every vault that the screens offer. Returns each vault's content by slot. */
async function openAll(person: Person): Promise<Map<string, string[]>> {
  const profile = person.worker(copiedAreas(person.areas));
  await profile.start();
  const contents = new Map<string, string[]>();
  if (profile.session.device() !== undefined) {
    contents.set('present', await openedOffline(person, undefined));
  }
  for (const other of profile.session.others.list()) {
    contents.set(other.slot, await openedOffline(person, other));
  }
  return contents;
}

type Step = (profile: Device, person: Person, promises: Promises) => Promise<void>;

async function addWallet(profile: Device, person: Person, promises: Promises): Promise<void> {
  const before = profile.addresses();
  await profile.wallets.import('Key', person.freshKey());
  for (const address of profile.addresses()) {
    if (!before.includes(address)) promises.saved.add(address);
  }
}

const STEPS_BY_NAME: Readonly<Record<string, Step>> = {
  async create(profile, person, promises) {
    await profile.firstRun.withTyped({ ...NAMES, secret: person.freshKey() });
    for (const address of profile.addresses()) promises.saved.add(address);
  },
  'add a wallet': addWallet,
  'add another': addWallet,
  async 'remove a wallet'(profile, person, promises) {
    const wallets = profile.wallets.view();
    const wallet = wallets[person.number(Math.max(1, wallets.length))];
    if (wallet === undefined) return;
    for (const { address } of wallet.accounts) promises.open.add(address);
    await profile.wallets.save([{ kind: 'remove-wallet', walletId: wallet.id }]);
  },
  connect: (profile) => profile.session.connect(),
  async leave(profile) {
    await profile.session.leave(LEAVE);
  },
  'register again': (profile) => profile.session.registerAgain(),
  async join(profile, person) {
    person.chooses(undefined);
    await profile.session.join.begin();
    const { offeredDigest = '' } = profile.session.join.offer() ?? {};
    await profile.session.join.confirm({ offeredDigest, readmitted: [] });
  },
  async merge(profile) {
    await profile.session.sync().catch(() => undefined);
    const sync = profile.session.syncState();
    if ('offeredDigest' in sync) await profile.session.merge({ ...sync, readmitted: [] });
  },
  async relock(profile) {
    await profile.session.lock();
    await profile.session.unlock();
    await profile.session.syncEnded();
  },
  async 'go back'(profile, person) {
    await profile.session.lock();
    const others = profile.session.others.list();
    const other = others[person.number(Math.max(1, others.length))];
    if (other?.kind === 'former') await profile.session.others.returnTo(other.slot);
  },
  async 'add a passkey'(profile) {
    await profile.passkeys.add('Second');
  },
  async 'remove a passkey'(profile) {
    const other = profile.passkeys.view().find(({ isInUse }) => !isInUse);
    if (other !== undefined) await profile.passkeys.remove(other.credentialId);
  },
  async 'delete another vault'(profile, person, promises) {
    const others = profile.session.others.list();
    if (others.length < 4) return;
    const { slot } = others[person.number(others.length)] ?? {};
    if (slot === undefined) return;
    const contents = await openAll(person);
    const lost = contents.get(slot) ?? [];
    contents.delete(slot);
    const left = [...contents.values()].flat();
    for (const address of lost) if (!left.includes(address)) promises.open.add(address);
    await profile.session.others.remove(slot);
  },
  async forget(profile, person, promises) {
    if (!person.chance(15)) return;
    for (const address of promises.saved) promises.open.add(address);
    await profile.forget();
  },
};

/** Lets a server lose requests or responses, or restores it from a backup. */
function lie(profile: Device, person: Person, backups: Map<string, string>): void {
  const kind = person.number(8);
  let left = person.number(6);
  profile.network.intercept = async ({ path }, forward) => {
    left -= 1;
    if (kind === 0 && left < 0) return cutLine();
    const response = await forward();
    if (kind === 1 && left === 0) return cutLine();
    if (path !== '/v1/vault' && path !== '/v1/authentication/verify') return response;
    const text = await response.text();
    const answer = JSON.parse(text);
    if (response.status !== 200 || answer.envelope === undefined) {
      return new Response(text, { status: response.status });
    }
    const { accountId } = answer.envelope;
    const old = backups.get(accountId);
    if (old === undefined || person.chance(20)) {
      backups.set(accountId, JSON.stringify(answer.envelope));
    }
    if (kind !== 2 || old === undefined) return new Response(text, { status: 200 });
    return Response.json({ ...answer, envelope: JSON.parse(old) });
  };
}

/** Number of successes of each kind of step, over all sequences. */
const done = new Map<string, number>();

/** Runs one sequence. After each step, everything that was reported as saved must still open. */
async function runSequence(seed: string): Promise<void> {
  const person = createPerson(seed);
  const promises: Promises = { saved: new Set(), open: new Set() };
  const backups = new Map<string, string>();
  const names = Object.keys(STEPS_BY_NAME);
  for (let n = 0; n < STEPS; n++) {
    harness.clock.advance(60_000);
    const name = names[person.number(names.length)] ?? '';
    const afterWrites = person.chance(30) ? person.number(8) : Number.POSITIVE_INFINITY;
    const mortal = mortalAreas(person.areas, { afterWrites, isDone: person.chance(50) });
    const profile = person.worker(mortal.areas);
    await profile.start().catch(() => undefined);
    lie(profile, person, backups);
    const { intercept } = profile.network;
    profile.network.intercept = async (request, forward) =>
      mortal.isDead() ? cutLine() : (intercept?.(request, forward) ?? forward());
    person.chooses(profile.session.device()?.accountId);
    if (profile.session.state().status === 'locked' && person.chance(80)) {
      await profile.session.unlock().catch(() => undefined);
      await profile.session.syncEnded();
    }
    try {
      await STEPS_BY_NAME[name]?.(profile, person, promises);
      done.set(name, (done.get(name) ?? 0) + 1);
    } catch {
      // The save was refused, cut off or killed. Everything that was saved earlier must still open.
    }
    await profile.session.syncEnded();
    await person.worker().start();
    const contents = [...(await openAll(person)).values()].flat();
    const owed = [...promises.saved].filter((address) => !promises.open.has(address));
    expect(contents, `after step ${n}: ${name}`).toEqual(expect.arrayContaining(owed));
  }
  expect(promises.saved.size).toBeGreaterThan(10);
}

describe('random sequences of all actions that move a vault', () => {
  it.each(['first', 'second', 'third', 'fourth'].slice(0, REPETITIONS.vaultSequences))(
    'keeps every saved address despite kills, broken connections and old backups: %s seed',
    runSequence,
  );

  it('runs every kind of step of the random vault moves at least once', () => {
    const counts = Object.keys(STEPS_BY_NAME).map((name) => [name, done.get(name) ?? 0]);
    expect(counts.filter(([, count]) => count === 0)).toEqual([]);
  });
});
