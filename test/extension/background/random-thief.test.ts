import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { epochMark, parseEpochs } from '../../../shared/vault/continuity.ts';
import type { ContinuityEntry } from '../../../shared/vault/payload.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { createVaultThief, passkeyOf } from '../../helpers/vault-thief.ts';
import { createDevice, type Device } from '../helpers/device.ts';
import { startRestorableVault } from '../helpers/restorable-vault.ts';

const RUNS = 10;
const STEPS = 16;
const PLANTED = `0x${'e'.repeat(40)}`;

const step = fc.record({
  kind: fc.constantFrom(
    'save',
    'save',
    'remove the stolen passkey',
    'add and remove a passkey',
    'back up',
    'restore',
    'plant',
    'plant',
    'relock',
    'relock',
    'merge',
  ),
  isPhone: fc.boolean(),
  ahead: fc.integer({ min: 1, max: 3 }),
  epochs: fc.constantFrom('known', 'guessed next', 'reversed'),
});

async function relock({ session }: Device): Promise<void> {
  await session.lock();
  await session.unlock();
  await session.syncEnded();
}

const hasPlanted = ({ session }: Device) => {
  const state = session.state();
  if (state.status !== 'unlocked') throw new Error('the device is locked');
  return state.payload.contacts.some(({ address }) => address === PLANTED);
};

/**
 * Runs a change that the thief's server may stop. Even then, the thief must not gain write access.
 */
async function attempt(change: Promise<unknown>): Promise<void> {
  await change.catch(() => undefined);
}

it(`somebody with a removed passkey never plants content on a device that knows of the removal (${RUNS * STEPS} steps)`, async () => {
  let checks = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const server = await startRestorableVault({ isRemovalOn: true });
      try {
        const authenticator = createSoftAuthenticator();
        const phone = createDevice({ harness: server, authenticator, name: 'phone' });
        await phone.session.createAccount();
        const stolen = createSoftAuthenticator();
        phone.prompts.another = stolen;
        await phone.passkeys.add('Stolen');
        const thief = createVaultThief(server, passkeyOf(stolen));
        const laptop = createDevice({ harness: server, authenticator, name: 'laptop' });
        await laptop.session.signIn();
        let read = thief.read();
        const known = new Map<string, ContinuityEntry>();
        /** Reads every vault that the stolen passkey can open, as the thief. */
        const look = () => {
          try {
            const now = thief.read();
            if (now.contacts.every(({ address }) => address !== PLANTED)) read = now;
            for (const entry of now.continuity) {
              for (const epoch of parseEpochs([entry])) known.set(epochMark(epoch), entry);
            }
          } catch {
            // The stolen passkey doesn't open the new vault.
          }
        };
        /** Returns true if the thief doesn't know the device's newest epoch. */
        const isAwareNow = ({ session }: Device) => !known.has(session.device()?.epochMark ?? '');
        look();
        let copy = server.backUp();
        await phone.passkeys.remove(thief.credentialId);
        let names = 0;
        /**
         * Devices that accepted a planted vault: by consent, or because they couldn't recognize it.
         */
        const tainted = new Set<Device>();
        for (const { kind, isPhone, ahead, epochs } of steps) {
          server.clock.advance(1000);
          const device = isPhone ? phone : laptop;
          const isAware = isAwareNow(device);
          const isClean = !hasPlanted(device);
          if (kind === 'save') {
            names += 1;
            const contact = { address: `0x${String(names).padStart(40, '0')}`, name: 'Friend' };
            await attempt(device.wallets.save([{ kind: 'set-contact', ...contact }]));
          }
          if (kind === 'remove the stolen passkey') {
            await attempt(device.passkeys.remove(thief.credentialId));
          }
          if (kind === 'add and remove a passkey') {
            device.prompts.another = createSoftAuthenticator();
            const before = new Set(device.passkeys.view().map((one) => one.credentialId));
            await attempt(device.passkeys.add('Spare'));
            const added = device.passkeys.view().find((one) => !before.has(one.credentialId));
            if (added !== undefined) {
              await attempt(device.passkeys.remove(added.credentialId));
            }
          }
          if (kind === 'back up') copy = server.backUp();
          if (kind === 'restore') await server.restore(copy);
          if (kind === 'plant') {
            const newest = Math.max(...[...known.values()].map(({ epoch }) => epoch));
            const secret = randomBytes(32).toString('base64url');
            const list = [...known.values()].sort((a, b) => b.epoch - a.epoch).slice(0, 7);
            const guess = [{ epoch: newest + 1, secret }, ...list];
            const continuity =
              epochs === 'known' ? list : epochs === 'reversed' ? list.toReversed() : guess;
            const contact = { address: PLANTED, name: 'Friend', updatedAt: 9_000_000_000_000 };
            thief.plant({ ...read, continuity, contacts: [...read.contacts, contact] }, ahead);
            thief.register();
          }
          if (kind === 'relock') await relock(device);
          const isMerged = kind === 'merge' && 'offeredDigest' in device.session.syncState();
          if (isMerged) {
            const state = device.session.syncState();
            if ('offeredDigest' in state) {
              await attempt(device.session.merge({ ...state, readmitted: [] }));
            }
          }
          if (isMerged && hasPlanted(device)) tainted.add(device);
          // A device that has merged the thief's vault saves in an epoch that the thief doesn't
          // know.
          const isFromOther = [...tainted].some((other) => other !== device && isAwareNow(other));
          if (isAware && isClean && !isMerged && !isFromOther) {
            expect(hasPlanted(device)).toBe(false);
            checks += 1;
          }
          if (hasPlanted(device)) tainted.add(device);
          look();
        }
      } finally {
        await server.close();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(checks).toBeGreaterThan(RUNS);
}, 120_000);
