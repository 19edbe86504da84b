import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHex } from '../../../shared/bytes.ts';
import type { VaultEdit } from '../../../shared/vault/edits.ts';
import { REPETITIONS } from '../../belts.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { createDevice, type Device } from '../helpers/device.ts';

const RUNS = REPETITIONS.deviceSequences;
const ROUNDS = 25;

/** Points during one device's save at which the other device saves. */
const MOMENTS = ['before', 'after reading', 'after options', 'after commit', 'never'] as const;
/** Effects of a connection on a commit. */
const LINES = ['good', 'request lost', 'answer lost', 'answer and receipt lost', '503'] as const;
const CHANGES = ['add', 'rename', 'remove', 'reorder', 'contact'] as const;

const saving = fc.record({
  change: fc.constantFrom(...CHANGES),
  pick: fc.nat(),
  line: fc.constantFrom(...LINES),
});
const round = fc.record({
  outer: saving,
  inner: saving,
  moment: fc.constantFrom(...MOMENTS),
  isPhoneOuter: fc.boolean(),
});
type Saving = typeof saving extends fc.Arbitrary<infer T> ? T : never;
type Round = typeof round extends fc.Arbitrary<infer T> ? T : never;

let harness: Harness;
beforeAll(async () => {
  harness = await startVault();
});
afterAll(() => harness.close());

/**
 * Wallets that must exist after all edits, and wallets that may exist because an answer was lost.
 */
interface Expected {
  readonly present: Set<string>;
  readonly open: Set<string>;
}

let keys = 0;
function freshKey(): string {
  keys += 1;
  return toHex(
    Uint8Array.from({ length: 32 }, (_, i) => (i < 28 ? 1 : (keys >> (8 * (31 - i))) & 255)),
  );
}

function editsOf(device: Device, { change, pick }: Saving): readonly VaultEdit[] {
  const wallets = device.wallets.view();
  const wallet = wallets[pick % Math.max(1, wallets.length)];
  const at = harness.clock.now();
  if (change === 'contact') {
    const address = `0x${String(pick % 3).repeat(40)}`;
    return [{ kind: 'set-contact', address, name: `Contact ${pick}`, at }];
  }
  if (wallet === undefined) return [];
  if (change === 'remove') return [{ kind: 'remove-wallet', walletId: wallet.id, at }];
  if (change === 'reorder') {
    return [{ kind: 'order-wallets', walletIds: wallets.map(({ id }) => id).reverse() }];
  }
  return [
    { kind: 'rename-wallet', walletId: wallet.id, name: `Name ${pick}`, was: wallet.name, at },
  ];
}

/** Saves on a device with a bad connection. The model records certain and unknown outcomes. */
async function save(device: Device, what: Saving, line: Saving['line'], expected: Expected) {
  const isAdd = what.change === 'add' && device.wallets.view().length < 20;
  let added: string | undefined;
  let removed: string | undefined;
  let action: () => Promise<void>;
  if (isAdd) {
    const { draftId, address } = device.signer.draftImport(freshKey());
    added = address;
    action = () => device.wallets.saveDraft(draftId, 'New');
  } else {
    const edits = editsOf(device, what.change === 'add' ? { ...what, change: 'remove' } : what);
    if (edits.length === 0) return;
    const [edit] = edits;
    if (edit?.kind === 'remove-wallet') {
      removed = device.wallets.view().find(({ id }) => id === edit.walletId)?.accounts[0]?.address;
    }
    action = () => device.session.save({ purpose: 'save-changes', edits });
  }
  const changed = added ?? removed;
  try {
    await action();
    if (added !== undefined) expected.present.add(added);
    if (removed !== undefined) expected.present.delete(removed);
    if (changed !== undefined) expected.open.delete(changed);
  } catch (error) {
    expect(error).toMatchObject({
      code: expect.stringMatching(/UNREACHABLE|UNAVAILABLE|CONFLICT|OUTCOME_UNKNOWN/),
    });
    if (changed !== undefined && line === 'answer and receipt lost') expected.open.add(changed);
  }
}

/** Saves on one device. At the chosen moment during the save, another device saves too. */
async function interleave(outer: Device, inner: Device, step: Round, expected: Expected) {
  let isPending: boolean = step.moment !== 'never';
  const other = async () => {
    if (!isPending) return;
    isPending = false;
    await broken(inner, step.inner.line, undefined, () =>
      save(inner, step.inner, step.inner.line, expected),
    );
  };
  if (step.moment === 'before') await other();
  await broken(
    outer,
    step.outer.line,
    async (path) => {
      if (step.moment === 'after reading' && path === '/v1/vault') await other();
      if (step.moment === 'after options' && path === '/v1/mutations/options') await other();
      if (step.moment === 'after commit' && path === '/v1/mutations/commit') await other();
    },
    () => save(outer, step.outer, step.outer.line, expected),
  );
}

async function broken(
  device: Device,
  line: Saving['line'],
  after: ((path: string) => Promise<void>) | undefined,
  act: () => Promise<void>,
) {
  device.network.intercept = async ({ path }, forward) => {
    // Advances the clock between requests, so that an account's oldest challenge is unambiguous.
    harness.clock.advance(1);
    const isCommit = path === '/v1/mutations/commit';
    if (isCommit && line === 'request lost') throw new TypeError('the line broke');
    if (isCommit && line === '503') {
      return new Response('{"error":"SERVICE_UNAVAILABLE"}', { status: 503 });
    }
    if (line === 'answer and receipt lost' && path.startsWith('/v1/operations/')) {
      throw new TypeError('the line broke');
    }
    const response = await forward();
    await after?.(path);
    if (isCommit && line.startsWith('answer')) throw new TypeError('the line broke');
    return response;
  };
  await act();
  delete device.network.intercept;
}

const contentOf = (device: Device) => {
  const state = device.session.state();
  return state.status === 'unlocked' ? state.payload : undefined;
};

describe('two devices on one vault', () => {
  it(`no wallet is lost and both vaults end up equal, however two devices’ saves overlap (${RUNS * ROUNDS} interleavings)`, async () => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(round, { minLength: ROUNDS, maxLength: ROUNDS }),
        async (rounds) => {
          const authenticator = createSoftAuthenticator();
          const phone = createDevice({ harness, authenticator, name: 'phone' });
          const laptop = createDevice({ harness, authenticator, name: 'laptop' });
          await phone.session.createAccount();
          await laptop.session.signIn();
          const expected: Expected = { present: new Set(), open: new Set() };
          for (const step of rounds) {
            seen += 1;
            const [outer, inner] = step.isPhoneOuter ? [phone, laptop] : [laptop, phone];
            await interleave(outer, inner, step, expected);
            await phone.session.sync();
            await laptop.session.sync();
            expect(contentOf(phone)).toEqual(contentOf(laptop));
            const there = new Set(phone.addresses());
            for (const address of expected.open) {
              if (there.has(address)) expected.present.add(address);
              else expected.present.delete(address);
            }
            expected.open.clear();
            expect(there).toEqual(expected.present);
            for (const address of there) {
              expect(laptop.signer.canSign(address as `0x${string}`)).toBe(true);
            }
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(seen).toBeGreaterThanOrEqual(RUNS * ROUNDS);
  }, 300_000);

  it('keeps the overwritten name in the history when both devices rename the same wallet', async () => {
    const authenticator = createSoftAuthenticator();
    const phone = createDevice({ harness, authenticator, name: 'phone' });
    await phone.session.createAccount();
    await phone.wallets.import('Savings', freshKey());
    const laptop = createDevice({ harness, authenticator, name: 'laptop' });
    await laptop.session.signIn();
    const walletId = phone.wallets.view()[0]?.id ?? '';
    const rename = { kind: 'rename-wallet', walletId, was: 'Savings', at: 5 } as const;
    await phone.session.save({ purpose: 'save-changes', edits: [{ ...rename, name: 'Old age' }] });
    await laptop.session.save({ purpose: 'save-changes', edits: [{ ...rename, name: 'House' }] });
    expect(laptop.wallets.view()[0]?.name).toBe('House');
    expect(contentOf(laptop)?.history).toEqual([
      { kind: 'wallet', key: walletId, field: 'name', lost: 'Old age', kept: 'House', at: 5 },
    ]);
  });
});
