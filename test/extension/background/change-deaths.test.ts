import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';
import { copiedAreas } from '../helpers/mortal-areas.ts';

const KEY = `0x${'11'.repeat(32)}`;

let harness: Harness;
beforeEach(async () => {
  harness = await startVault();
});
afterEach(() => harness.close());

/** Saves a wallet with a worker that dies once it has stored a stage, and starts the next worker. */
async function dyingAt(stage: string) {
  const authenticator = createSoftAuthenticator();
  const areas = memoryAreas();
  const phone = createDevice({ harness, authenticator, areas });
  await phone.session.createAccount();
  const { set } = areas.session;
  const death = new Promise<ReturnType<typeof copiedAreas>>((resolve) => {
    areas.session.set = async (key, value) => {
      await set(key, value);
      if (!JSON.stringify(value).includes(`"${stage}"`)) return;
      resolve(copiedAreas(areas));
      await new Promise(() => undefined);
    };
  });
  void phone.wallets.import('Key', KEY);
  const next = createDevice({ harness, authenticator, areas: await death });
  await next.start();
  return { next, sent: phone.requests.filter((line) => line.endsWith('/commit')) };
}

describe('a worker that dies during a save', () => {
  it.each(['prepared', 'sealed', 'signed'])(
    'has sent nothing when the change was %s, and the next worker reports nothing',
    async (stage) => {
      const { next, sent } = await dyingAt(stage);
      expect(sent).toHaveLength(1);
      expect(next.stages.problem()).toBeUndefined();
      await next.session.sync();
      expect(next.session.state()).toMatchObject({ device: { revision: 1 } });
      await next.wallets.import('Key', KEY);
      expect(next.addresses()).toHaveLength(1);
    },
  );

  it('leaves the outcome of a sent change to the next worker, which finds out', async () => {
    const { next } = await dyingAt('sent');
    expect(next.stages.problem()).toBe('last-save-unknown');
    await next.session.sync();
    expect(next.stages.problem()).toBe('wallet-not-saved');
    await next.wallets.import('Key', KEY);
    expect(next.stages.problem()).toBeUndefined();
    expect(next.addresses()).toHaveLength(1);
  });
});
