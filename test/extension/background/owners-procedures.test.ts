import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compose } from '../../../entrypoints/background/compose.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import type { RuntimePort } from '../../../entrypoints/background/platform/ports.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { browserOf } from '../helpers/browser-platform.ts';
import { createDevice } from '../helpers/device.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** Node returns no origin for the scheme of extensions. */
const ORIGIN = 'https://own.example';

const LEG = {
  terms: {
    ...{ asset: 'ETH', product: 'PUT', side: 'buy', strikes: [2500], expiry: 1_800_000_000 },
    collateralSymbol: 'USDC',
  },
  ...{ decimals: 6, contracts: '1000000', price: '100000000' },
} as const;

/** Legs that stopped after a first fill, of an account of this vault and of another vault. */
const ROWS = [OWN, OTHER].map((account) => ({
  ...{ id: `legs of ${account}`, at: 1, account, legs: [{ ...LEG, isDone: true }, LEG] },
  end: 'noQuote' as const,
}));

let harness: Harness;
beforeEach(async () => {
  // The extension's own pages are recognised by the browser's answers.
  Object.assign(Reflect.get(globalThis, 'chrome'), {
    runtime: { id: 'own', getURL: (path: string) => ORIGIN + path },
  });
  harness = await startVault();
});
afterEach(() => harness.close());

/** A worker of an unlocked device with stored legs, and a page of the wallet. */
async function workerWithLegs() {
  const phone = createDevice({ harness, authenticator: createSoftAuthenticator() });
  await phone.session.createAccount();
  await phone.wallets.import('Savings', PHRASE);
  await stored(phone.areas, STORED_KEYS.legs).write(ROWS);
  const wallet = compose(browserOf({ areas: phone.areas, clock: harness.clock }).platform);
  await wallet.ready;
  const received: { snapshot?: { procedures?: readonly unknown[] }; id?: number }[] = [];
  let send: (message: unknown) => void = () => undefined;
  wallet.ui.accept({
    name: 'ui',
    sender: { id: 'own', url: `${ORIGIN}/popup.html`, origin: ORIGIN },
    onMessage: {
      addListener(listener: (message: unknown) => void) {
        send = listener;
      },
    },
    onDisconnect: { addListener: () => undefined },
    postMessage: (message: object) => received.push(message),
    disconnect: () => undefined,
  } as unknown as RuntimePort);
  const snapshot = () => received.find((message) => message.snapshot !== undefined)?.snapshot;
  await eventually(() => expect(snapshot()).toBeDefined());
  return { areas: phone.areas, received, send: (message: unknown) => send(message), snapshot };
}

describe('what an owner of the device has under way', () => {
  it('lists nothing of another vault’s accounts, and keeps it stored', async () => {
    const { areas, snapshot } = await workerWithLegs();
    expect(snapshot()?.procedures).toMatchObject([{ id: `legs of ${OWN}` }]);
    expect(await stored(areas, STORED_KEYS.legs).read()).toHaveLength(2);
  });

  it('forgets everything with the device, and doesn’t store it again', async () => {
    const { areas, received, send, snapshot } = await workerWithLegs();
    expect(snapshot()?.procedures).toHaveLength(1);
    send({ id: 1, command: 'vault.forget', payload: { word: 'forget' } });
    await eventually(() => expect(received).toContainEqual({ id: 1, result: null }));
    send({ id: 2, command: 'procedures.stop', payload: { id: `legs of ${OWN}` } });
    await eventually(() => expect(received).toContainEqual({ id: 2, result: null }));
    expect(await stored(areas, STORED_KEYS.legs).read()).toBeUndefined();
  });
});
