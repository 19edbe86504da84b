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

type Phone = ReturnType<typeof createDevice>;
/** Arranges that `die` runs at one moment of the save. `die` never returns. */
type Trap = (phone: Phone, die: () => Promise<never>) => void;

const atChallenge: Trap = (phone, die) => {
  phone.network.intercept = ({ path }, forward) =>
    path === '/v1/mutations/options' ? die() : forward();
};
const atPrompt: Trap = (phone, die) => {
  phone.prompts.beforeAssertion = die;
};
const atSending: Trap = (phone, die) => {
  phone.network.intercept = ({ path }, forward) =>
    path === '/v1/mutations/commit' ? die() : forward();
};

/** Saves a wallet with a worker that dies at one moment of the save. Starts the next worker. */
async function dying(trap: Trap) {
  const authenticator = createSoftAuthenticator();
  const areas = memoryAreas();
  const phone = createDevice({ harness, authenticator, areas });
  await phone.session.createAccount();
  const death = new Promise<ReturnType<typeof copiedAreas>>((resolve) => {
    trap(phone, () => {
      resolve(copiedAreas(areas));
      return new Promise(() => undefined);
    });
  });
  void phone.wallets.import('Key', KEY);
  const next = createDevice({ harness, authenticator, areas: await death });
  await next.start();
  return { next };
}

describe('a worker that dies during a save to the server', () => {
  it.each([
    ['the challenge', atChallenge],
    ['the prompt', atPrompt],
  ] as const)(
    'saves nothing if the worker dies before %s, and the next worker doesn’t report a problem',
    async (_, trap) => {
      const { next } = await dying(trap);
      expect(next.stages.problem()).toBeUndefined();
      await next.session.sync();
      expect(next.session.state()).toMatchObject({ device: { revision: 1 } });
      await next.wallets.import('Key', KEY);
      expect(next.addresses()).toHaveLength(1);
    },
  );

  it('the next worker reports an interrupted save as unknown, and as not saved once a sync has finished', async () => {
    const { next } = await dying(atSending);
    expect(next.stages.problem()).toBe('lastSaveUnknown');
    await next.session.sync();
    expect(next.stages.problem()).toBe('walletNotSaved');
    await next.wallets.import('Key', KEY);
    expect(next.stages.problem()).toBeUndefined();
    expect(next.addresses()).toHaveLength(1);
  });
});
