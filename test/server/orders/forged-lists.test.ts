import { getAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, expect, it } from 'vitest';
import { type AdmissionDeps, admitPost } from '../../../server/orders/admission.ts';
import type { EntryCheck } from '../../../server/orders/check-entry.ts';
import { entryToWire } from '../../../server/orders/entry.ts';
import { createEntryChecker, type EntryChecker } from '../../../server/orders/entry-checker.ts';
import type { EntryJob } from '../../../server/orders/entry-worker.ts';
import { DEADLINES_MS } from '../../../server/orders/limits.ts';
import { BOOK_R12 } from '../../../shared/chain/deployments.ts';
import { epochMs, unixSeconds } from '../../../shared/units.ts';
import { signedOrder } from '../../bench/signed-orders.ts';
import { signOrder } from '../../devnet/fill.ts';

const NOW = 1_795_000_000;
const running: EntryChecker[] = [];
afterEach(async () => {
  for (const checker of running.splice(0)) await checker.close();
});

/** Starts a checker. Counts the entries that its worker has checked. */
function start(accepts: AdmissionDeps['acceptedSigners'] = async () => new Map()) {
  const checker = createEntryChecker();
  running.push(checker);
  const checked: EntryCheck[] = [];
  let asked = 0;
  const deps: AdmissionDeps = {
    clock: { now: () => epochMs(NOW * 1000) },
    books: [BOOK_R12],
    deadlines: DEADLINES_MS,
    checker: {
      ...checker,
      async check(job: EntryJob) {
        const checks = await checker.check(job);
        checked.push(...checks);
        return checks;
      },
    },
    acceptedSigners: async (signers) => {
      asked++;
      return accepts(signers);
    },
  };
  return { deps, checked, asked: () => asked };
}

const genuine = (i: number) => entryToWire(signedOrder(i, NOW));

/** An order with the signature of another order. */
const forged = (i: number) => ({ ...genuine(i), signature: genuine(i + 50).signature });

const list = <T>(length: number, entry: (i: number) => T): T[] =>
  Array.from({ length }, (_, i) => entry(i));

it('checks only one signature of a list of a hundred forged orders', async () => {
  const { deps, checked, asked } = start();
  await expect(admitPost(list(100, forged), deps)).rejects.toMatchObject({
    code: 'failed-check',
    details: { index: 0, check: 'signature', reason: 'not-the-maker' },
  });
  expect([checked.length, asked()]).toEqual([1, 1]);
});

it('rejects a list at its first forged order, and doesn’t check later entries', async () => {
  const { deps, checked } = start();
  const entries = list(100, (i) => (i < 60 ? genuine(i) : forged(i)));
  await expect(admitPost(entries, deps)).rejects.toMatchObject({ details: { index: 60 } });
  expect(checked).toHaveLength(61);
});

it('rejects a list and names the malformed entry that comes before a forged entry', async () => {
  const { deps } = start();
  const entries = [genuine(0), { ...genuine(1), order: {} }, forged(2)];
  await expect(admitPost(entries, deps)).rejects.toMatchObject({
    code: 'bad-entry',
    details: { index: 1 },
  });
});

it('asks the chain about the signer of a maker contract once for a whole list', async () => {
  const { deps, checked, asked } = start(async (signers) => signers);
  const operator = privateKeyToAccount(`0x${'11'.repeat(32)}`);
  const contract = getAddress(`0x${'c0'.repeat(20)}`);
  const entries = await Promise.all(
    list(30, (i) => signOrder(operator, { ...signedOrder(i, NOW).order, maker: contract })),
  );
  expect(await admitPost(entries.map(entryToWire), deps)).toHaveLength(30);
  // The first check stops at the unknown signer.
  expect([checked.length, asked()]).toEqual([30, 1]);
});

it('finishes a single post before a longer list that arrived earlier', async () => {
  const { deps } = start();
  const order: string[] = [];
  const long = admitPost(list(200, genuine), deps).then(() => order.push('long'));
  const single = admitPost(genuine(500), deps).then(() => order.push('single'));
  await Promise.all([long, single]);
  expect(order).toEqual(['single', 'long']);
});

it('reports a bad request when an entry is nested too deeply, and checks the next post', async () => {
  const { deps } = start();
  const levels = 200_000;
  const deep: unknown = JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  await expect(admitPost({ ...genuine(0), extra: deep }, deps)).rejects.toMatchObject({
    code: 'bad-request',
  });
  expect(await admitPost(genuine(1), deps)).toHaveLength(1);
});

it('reports the entry whose check fails unexpectedly, and checks all other entries', async () => {
  const { deps } = start();
  const broken = { ...signedOrder(0, NOW), order: undefined } as never;
  const terms = { now: unixSeconds(NOW), books: [BOOK_R12] };
  const [first, second] = await Promise.all([
    deps.checker.check({ ...terms, entries: [broken, signedOrder(1, NOW)] }),
    deps.checker.check({ ...terms, entries: [signedOrder(2, NOW)] }),
  ]);
  expect(first).toEqual([
    { malformed: 'entry' },
    expect.objectContaining({ signed: expect.anything() }),
  ]);
  expect(second).toHaveLength(1);
});
