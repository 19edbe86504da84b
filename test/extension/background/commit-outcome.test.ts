import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureOf as failureOfError } from '../../../entrypoints/background/chain/failures.ts';
import { toBase64url } from '../../../shared/bytes.ts';
import type { Wait } from '../../../shared/ports.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { createDevice, type Network } from '../helpers/device.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const KEY = `0x${'11'.repeat(32)}`;

let harness: Harness;
beforeEach(async () => {
  harness = await startVault();
});
afterEach(() => harness.close());

type Answer = Parameters<NonNullable<Network['intercept']>>[1];
type Interference = (path: string, forward: Answer) => Promise<Response> | undefined;

/** A device with an open vault of revision 1. `interfere` may answer or break its requests. */
async function phoneWith(interfere: Interference) {
  const phone = createDevice({ harness, authenticator: createSoftAuthenticator(), name: 'phone' });
  await phone.session.createAccount();
  phone.requests.length = 0;
  phone.network.intercept = ({ path }, forward) => interfere(path, forward) ?? forward();
  return phone;
}

const json = (value: unknown) => new Response(JSON.stringify(value), { status: 200 });
const broken = () => Promise.reject(new TypeError('connection reset'));
const isReceipt = (path: string) => path.startsWith('/v1/operations/');
const isCommit = (path: string) => path === '/v1/mutations/commit';

const committedThenLost = async (forward: Answer) => {
  await forward();
  return broken();
};

const failureOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => failureOfError(error),
  );

const saveKey = (phone: Awaited<ReturnType<typeof phoneWith>>) => phone.wallets.import('Key', KEY);

describe('a commit whose answer is lost', () => {
  it('counts a commit as saved, and doesn’t send it again, when both the receipt and the vault show it', async () => {
    const phone = await phoneWith((path, forward) =>
      isCommit(path) ? committedThenLost(forward) : undefined,
    );
    await saveKey(phone);
    expect(phone.addresses()).toHaveLength(1);
    expect(phone.requests.filter((line) => line.endsWith('/commit'))).toHaveLength(1);
  });

  it('counts a commit as saved when the vault shows the commit but the receipt can’t be read', async () => {
    const phone = await phoneWith((path, forward) =>
      isCommit(path) ? committedThenLost(forward) : isReceipt(path) ? broken() : undefined,
    );
    await saveKey(phone);
    expect(phone.session.state()).toMatchObject({ device: { revision: 2 } });
    expect(phone.stages.problem()).toBeUndefined();
  });

  it('reports a commit as unknown while receipt and vault can’t be read, until the next sync finds the commit', async () => {
    let isCut = false;
    const phone = await phoneWith((path, forward) => {
      if (isCommit(path)) {
        isCut = true;
        return committedThenLost(forward);
      }
      return isCut ? broken() : undefined;
    });
    const failure = await failureOf(saveKey(phone));
    expect(failure).toEqual({ code: 'OUTCOME_UNKNOWN' });
    expect(phone.stages.problem()).toBe('lastSaveUnknown');
    delete phone.network.intercept;
    await phone.session.sync();
    expect(phone.addresses()).toHaveLength(1);
    expect(phone.stages.problem()).toBeUndefined();
  });

  it('reports a commit as unsaved when the vault doesn’t contain the commit', async () => {
    const phone = await phoneWith((path) => (isCommit(path) ? broken() : undefined));
    const failure = await failureOf(saveKey(phone));
    expect(failure).toEqual({ code: 'UNREACHABLE', phase: 'missing' });
    expect(phone.session.state()).toMatchObject({ device: { revision: 1 } });
  });

  it('reports a commit as unknown when the receipt contradicts the vault', async () => {
    let digest = '';
    const phone = await phoneWith((path) => {
      if (isReceipt(path)) return Promise.resolve(json({ revision: 2, digest }));
      return isCommit(path) ? broken() : undefined;
    });
    const { intercept } = phone.network;
    phone.network.intercept = (request, forward) => {
      if (request.path === '/v1/mutations/options') digest = JSON.parse(request.body ?? '').digest;
      return intercept?.(request, forward) ?? forward();
    };
    expect(await failureOf(saveKey(phone))).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });

  it('reports a commit as lost when another commit took its revision', async () => {
    const authenticator = createSoftAuthenticator();
    const phone = createDevice({ harness, authenticator, name: 'phone' });
    await phone.session.createAccount();
    const laptop = createDevice({ harness, authenticator, name: 'laptop' });
    await laptop.session.signIn();
    phone.network.intercept = async ({ path }, forward) => {
      if (!isCommit(path)) return forward();
      await laptop.wallets.import('Another', `0x${'22'.repeat(32)}`);
      return broken();
    };
    expect(await failureOf(saveKey(phone))).toEqual({ code: 'UNREACHABLE', phase: 'lost' });
  });
});

describe('a failure before the commit is sent', () => {
  it('reports that nothing was saved when a failure precedes the commit', async () => {
    const phone = await phoneWith((path) =>
      path === '/v1/mutations/options' ? broken() : undefined,
    );
    const failure = await failureOf(saveKey(phone));
    expect(failure).toEqual({ code: 'UNREACHABLE', phase: 'beforeSend' });
    expect(phone.requests).not.toContain('POST /v1/mutations/commit');
  });
});

describe('a new passkey whose save fails before the commit', () => {
  it('doesn’t report a new passkey as unsaved after the server registered the passkey', async () => {
    const phone = await phoneWith((path) =>
      path === '/v1/mutations/options' ? broken() : undefined,
    );
    phone.prompts.another = createSoftAuthenticator();
    const failure = await failureOf(phone.passkeys.add('Key'));
    expect(failure).toEqual({ code: 'UNREACHABLE' });
  });
});

describe('a lost save whose revision other commits took', () => {
  /**
   * The phone loses the response to a commit, and then the laptop saves twice. Returns the phone.
   */
  async function overtaken(wait?: Wait) {
    let isCut = false;
    const authenticator = createSoftAuthenticator();
    const phone = createDevice({
      harness,
      authenticator,
      name: 'phone',
      ...(wait === undefined ? {} : { wait }),
    });
    await phone.session.createAccount();
    const laptop = createDevice({ harness, authenticator, name: 'laptop' });
    await laptop.session.signIn();
    phone.network.intercept = ({ path }, forward) => {
      isCut ||= isCommit(path);
      return isCut ? broken() : forward();
    };
    expect(await failureOf(saveKey(phone))).toEqual({ code: 'OUTCOME_UNKNOWN' });
    delete phone.network.intercept;
    await laptop.wallets.import('Another', `0x${'22'.repeat(32)}`);
    await laptop.wallets.import('Third', `0x${'33'.repeat(32)}`);
    phone.requests.length = 0;
    return phone;
  }

  it('the receipt shows at the next sync that a save was lost to two other commits', async () => {
    const phone = await overtaken();
    await phone.session.sync();
    expect(phone.session.state()).toMatchObject({ device: { revision: 3 } });
    expect(phone.stages.problem()).toBe('walletNotSaved');
    expect(phone.requests).toContainEqual(expect.stringMatching(/^GET \/v1\/operations\//));
  });

  it('detects after an unlock that a save was lost to two other commits', async () => {
    const pauses: (() => void)[] = [];
    const phone = await overtaken(() => new Promise((resolve) => pauses.push(resolve)));
    await phone.session.lock();
    for (const go of pauses.splice(0)) go();
    await phone.session.unlock();
    await phone.session.syncEnded();
    expect(phone.stages.problem()).toBe('lastSaveUnknown');
    await eventually(async () => expect(pauses).not.toHaveLength(0));
    for (const go of pauses.splice(0)) go();
    await eventually(async () => expect(phone.stages.problem()).toBe('walletNotSaved'));
  });

  it('reports a lost save even after the save that discovers the loss, until a further save succeeds', async () => {
    const phone = await overtaken();
    await phone.wallets.import('Fourth', `0x${'44'.repeat(32)}`);
    expect(phone.session.state()).toMatchObject({ device: { revision: 4 } });
    expect(phone.stages.problem()).toBe('walletNotSaved');
    await saveKey(phone);
    expect(phone.stages.problem()).toBeUndefined();
  });

  it('refuses the next save while the receipt of the lost save can’t be read', async () => {
    const phone = await overtaken();
    phone.network.intercept = ({ path }, forward) => (isReceipt(path) ? broken() : forward());
    const failure = await failureOf(phone.wallets.import('Fourth', `0x${'44'.repeat(32)}`));
    expect(failure).toEqual({ code: 'FORMER_SAVE_UNKNOWN', phase: 'beforeSend' });
    expect(phone.requests).not.toContain('POST /v1/mutations/commit');
    expect(phone.stages.problem()).toBe('lastSaveUnknown');
  });

  it('forgets a lost save when the vault is forgotten', async () => {
    const phone = await overtaken();
    await phone.forget();
    expect(phone.stages.problem()).toBeUndefined();
  });
});

describe('the receipt of a commit', () => {
  it.each([
    ['digest', { digest: toBase64url(new Uint8Array(32)) }],
    ['revision', { revision: 7 }],
  ])('reads the vault when the receipt’s %s differs from the request', async (_, lie) => {
    const phone = await phoneWith((path, forward) =>
      isCommit(path) || isReceipt(path)
        ? forward().then(async (response) => json({ ...(await response.json()), ...lie }))
        : undefined,
    );
    await saveKey(phone);
    // The vault on the server contains the commit, so it counts as saved even without a receipt.
    expect(phone.requests.slice(-2)).toEqual([
      expect.stringMatching(/^GET \/v1\/operations\//),
      'GET /v1/vault',
    ]);
  });

  it('rejects a receipt for a save that the server never stored', async () => {
    const phone = await phoneWith((path) =>
      isCommit(path)
        ? Promise.resolve(json({ revision: 2, digest: toBase64url(new Uint8Array(32)) }))
        : undefined,
    );
    expect(await failureOf(saveKey(phone))).toMatchObject({ code: 'WRONG_RECEIPT' });
    expect(phone.session.state()).toMatchObject({ device: { revision: 1 } });
  });
});

describe('AUTH_RETRY', () => {
  const retryOnce = (at: (path: string) => boolean): Interference => {
    let isFirst = true;
    return (path) => {
      if (!at(path) || !isFirst) return undefined;
      isFirst = false;
      const body = JSON.stringify({ error: 'AUTH_RETRY' });
      return Promise.resolve(new Response(body, { status: 409 }));
    };
  };

  it('repeats a commit after the server answered AUTH_RETRY', async () => {
    const phone = await phoneWith(retryOnce(isCommit));
    await saveKey(phone);
    expect(phone.addresses()).toHaveLength(1);
  });

  it('prompts again and repeats a login after the server answered AUTH_RETRY', async () => {
    const phone = await phoneWith(retryOnce((path) => path === '/v1/authentication/verify'));
    harness.clock.advance(595_000);
    await phone.session.sync();
    expect(phone.purposes.slice(-2)).toEqual(['sign-in', 'sign-in']);
    expect(phone.session.syncState()).toEqual({ kind: 'synced' });
  });
});

describe('a lock during the write of a committed vault', () => {
  it('keeps a committed vault when a lock interrupts its write', async () => {
    const areas = memoryAreas();
    const authenticator = createSoftAuthenticator();
    const phone = createDevice({ harness, authenticator, areas, name: 'phone' });
    await phone.session.createAccount();
    const { set } = areas.local;
    areas.local.set = async (key, value) => {
      await set(key, value);
      if (JSON.stringify(value).includes('"revision":2')) await phone.session.lock();
    };
    await saveKey(phone).catch(() => undefined);
    expect(phone.session.state()).toMatchObject({ status: 'locked', device: { revision: 2 } });
    areas.local.set = set;
    await phone.session.unlock();
    expect(phone.addresses()).toHaveLength(1);
  });
});
