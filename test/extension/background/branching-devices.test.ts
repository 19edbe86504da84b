import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toHex } from '../../../shared/bytes.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { createDevice, type Device } from '../helpers/device.ts';
import { startRestorableVault } from '../helpers/restorable-vault.ts';

const RUNS = 12;
const STEPS = 14;

const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'remove', 'back up', 'restore', 'restore', 'unlock', 'merge'),
  isPhone: fc.boolean(),
  pick: fc.nat(),
});

let keys = 0;
function freshKey(): string {
  keys += 1;
  return toHex(
    Uint8Array.from({ length: 32 }, (_, i) => (i < 30 ? 7 : (keys >> (8 * (31 - i))) & 255)),
  );
}

async function relock({ session }: Device): Promise<void> {
  await session.lock();
  await session.unlock();
  await session.syncEnded();
}

/** Reads the server again, and merges if the device then shows a difference. */
async function mergeIfAsked(device: Device): Promise<void> {
  await relock(device);
  const state = device.session.syncState();
  if (state.kind === 'older' || state.kind === 'forked') {
    await device.session.merge({ ...state, readmitted: [] });
  }
  // Written as text, so that a failure shows the code of the state.
  expect(JSON.stringify(device.session.syncState())).toBe('{"kind":"synced"}');
}

/** A device may refuse to save only when the server offers another vault. */
async function tolerateDivergence(attempt: Promise<void>): Promise<boolean> {
  try {
    await attempt;
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/^(ROLLED_BACK|FORKED)$/) });
    return false;
  }
}

it('two devices don’t lose a wallet when the server is restored to earlier states between the devices’ saves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const server = await startRestorableVault();
      try {
        const authenticator = createSoftAuthenticator();
        const phone = createDevice({ harness: server, authenticator, name: 'phone' });
        const laptop = createDevice({ harness: server, authenticator, name: 'laptop' });
        await phone.session.createAccount();
        await laptop.session.signIn();
        let copy = server.backUp();
        const known = new Map<Device, Set<string>>([
          [phone, new Set()],
          [laptop, new Set()],
        ]);
        const removed = new Set<string>();
        for (const { kind, isPhone, pick } of steps) {
          server.clock.advance(1000);
          const device = isPhone ? phone : laptop;
          if (kind === 'add') await tolerateDivergence(device.wallets.import('New', freshKey()));
          if (kind === 'remove') {
            const wallets = device.wallets.view();
            const wallet = wallets[pick % Math.max(1, wallets.length)];
            if (wallet === undefined) continue;
            const edit = { kind: 'remove-wallet', walletId: wallet.id } as const;
            if (await tolerateDivergence(device.wallets.save([edit]))) {
              removed.add(wallet.accounts[0]?.address ?? '');
            }
          }
          if (kind === 'back up') copy = server.backUp();
          if (kind === 'restore') await server.restore(copy);
          if (kind === 'unlock') await relock(device);
          if (kind === 'merge') await mergeIfAsked(device);
          for (const [each, addresses] of known) {
            for (const address of each.addresses()) addresses.add(address);
            const expected = [...addresses].filter((address) => !removed.has(address));
            expect(each.addresses()).toEqual(expect.arrayContaining(expected));
            for (const address of each.addresses()) {
              expect(each.signer.canSign(address as `0x${string}`)).toBe(true);
            }
          }
        }
        // After each device has merged in turn, the devices have equal vaults, whatever happened
        // before.
        await mergeIfAsked(phone);
        await mergeIfAsked(laptop);
        await mergeIfAsked(phone);
        expect([...phone.addresses()].sort()).toEqual([...laptop.addresses()].sort());
        const all = [...known.values()].flatMap((addresses) => [...addresses]);
        const kept = all.filter((address) => !removed.has(address));
        expect(phone.addresses()).toEqual(expect.arrayContaining(kept));
        for (const address of removed) expect(phone.addresses()).not.toContain(address);
      } finally {
        await server.close();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 120_000);
