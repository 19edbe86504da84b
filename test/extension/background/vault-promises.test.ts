import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { createDevice, type Device } from '../helpers/device.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const NAMES = { name: 'Savings', accountNames: 'Account #' };

let harness: Harness;
beforeEach(async () => {
  harness = await startVault();
});
afterEach(() => harness.close());

const device = (options: Partial<Parameters<typeof createDevice>[0]> = {}) =>
  createDevice({ harness, authenticator: createSoftAuthenticator(), ...options });

/** The user's device, and the backups from before the tested events. */
interface Kept {
  readonly profile: Device;
  readonly file: { readonly text: string; readonly code: string };
  readonly phrase: string;
}

async function begun(): Promise<Kept> {
  const profile = device();
  await profile.session.resume();
  await profile.firstRun.withTyped({ ...NAMES, secret: PHRASE });
  const file = await profile.backup.recoveryFile();
  return { profile, file, phrase: PHRASE };
}

async function connected(): Promise<Kept> {
  const kept = await begun();
  await kept.profile.session.connect();
  return kept;
}

/** Makes all further requests fail. */
function cut(profile: Device): void {
  profile.network.intercept = async () => {
    throw new TypeError('the line is cut');
  };
}

/** Situations of a vault, each with the events that lead to it. */
const SITUATIONS: readonly [string, () => Promise<Kept>][] = [
  ['a vault of the device', begun],
  ['a vault of a server', connected],
  [
    'a server that answers every request with a different vault',
    async () => {
      const kept = await connected();
      kept.profile.network.intercept = async (_, forward) => {
        const response = await forward();
        const text = (await response.text()).replace(/"ct":"../g, '"ct":"__');
        return new Response(text, { status: response.status });
      };
      return kept;
    },
  ],
  [
    'a server that was restored from an older backup',
    async () => {
      const kept = await begun();
      let old = '';
      kept.profile.network.intercept = async ({ path }, forward) => {
        const response = await forward();
        if (path !== '/v1/vault') return response;
        old = await response.text();
        return new Response(old, { status: 200 });
      };
      await kept.profile.session.connect();
      await kept.profile.wallets.save([{ kind: 'set-contact', address: ADDRESS, name: 'Me' }]);
      kept.profile.network.intercept = async ({ path }, forward) => {
        const response = await forward();
        if (path !== '/v1/authentication/verify') return response;
        const answer = { ...JSON.parse(await response.text()), ...JSON.parse(old) };
        return Response.json(answer);
      };
      return kept;
    },
  ],
  [
    'a server that is gone',
    async () => {
      const kept = await connected();
      cut(kept.profile);
      return kept;
    },
  ],
  [
    'a server that has deleted the account',
    async () => {
      const kept = await connected();
      kept.profile.network.intercept = async () =>
        Response.json({ error: 'UNKNOWN_PASSKEY' }, { status: 403 });
      return kept;
    },
  ],
];

describe.each(SITUATIONS)('with %s', (_, happen) => {
  it('a passkey that opened this device’s copy opens that copy again', async () => {
    const { profile } = await happen();
    await profile.session.lock();
    await profile.session.unlock();
    await profile.session.syncEnded();
    expect(profile.session.state().status).toBe('unlocked');
    expect(profile.addresses()).toEqual([ADDRESS]);
    expect(profile.signer.canSign(ADDRESS)).toBe(true);
  });

  it('a recovery file restores the wallets on a device without any server', async () => {
    const { file } = await happen();
    const fresh = device();
    await fresh.session.resume();
    cut(fresh);
    await fresh.firstRun.withRecoveryFile(file);
    expect(fresh.addresses()).toEqual([ADDRESS]);
    expect(fresh.signer.canSign(ADDRESS)).toBe(true);
  });

  it('the recovery phrase restores the wallet on a device without any server', async () => {
    const { phrase } = await happen();
    const fresh = device();
    await fresh.session.resume();
    cut(fresh);
    await fresh.firstRun.withTyped({ ...NAMES, secret: phrase });
    expect(fresh.addresses()).toEqual([ADDRESS]);
  });
});
