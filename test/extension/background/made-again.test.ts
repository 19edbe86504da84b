import { expect, it } from 'vitest';
import { createBroadcast } from '../../../entrypoints/background/chain/broadcast.ts';
import { codeOf, DELEGATOR } from '../../../shared/chain/delegation.ts';
import type { RawTransaction } from '../../../shared/chain/raw-transaction.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { memoryActivity } from '../helpers/memory-activity.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const LOST = `0x${'aa'.repeat(32)}`;
const LATER = `0x${'bb'.repeat(32)}`;
const FORMER = `0x${'ee'.repeat(32)}`;
/** The newest final block, in hex: the newest block (100) minus the depth of finality. */
const FINAL = '0x58';

/** A wallet whose transactions with these hashes and nonces were lost, and a node. */
async function createWallet(options: {
  lost: Readonly<Record<string, number>>;
  /** Next unused nonce in the newest block. */
  count: number;
  /** Next unused nonce in the newest final block. Default: `count`. */
  finalCount?: number;
  /** Statuses in the receipts, by hash. */
  receipts?: Readonly<Record<string, '0x0' | '0x1'>>;
  /** Number of times that a slow node returns nothing before it returns the receipt. */
  lag?: number;
  /** Nonces of waiting transactions by hash. */
  pool?: Readonly<Record<string, string>>;
  /** The code of the account. Default: none. */
  code?: string;
}) {
  const { count, finalCount = count, receipts = {}, pool = {}, code = '0x' } = options;
  let { lag = 0 } = options;
  const activity = memoryActivity({});
  const row = (id: string, nonce: number) => ({
    ...{ id, hash: id, kind: 'transaction' as const, at: 0, origin: '', account: ACCOUNT },
    ...{ chainId: 8453, nonce, what: { kind: 'payout' as const } },
  });
  for (const [hash, nonce] of Object.entries(options.lost))
    await activity.add({ ...row(hash, nonce), status: 'dropped' });
  const signed: RawTransaction[] = [];
  const broadcast = createBroadcast({
    rpcOf: () => ({
      async request(method, [first, block]) {
        const hash = String(first);
        if (method === 'eth_blockNumber') return '0x64';
        if (method === 'eth_getTransactionCount')
          return `0x${(block === FINAL ? finalCount : count).toString(16)}`;
        if (method === 'eth_sendRawTransaction') return '0x';
        if (method === 'eth_getCode') return code;
        if (method === 'eth_getTransactionByHash')
          return pool[hash] === undefined ? null : { hash, nonce: pool[hash] };
        const status = receipts[hash];
        lag -= 1;
        return status === undefined || lag >= 0
          ? null
          : { transactionHash: hash, status, blockNumber: '0x1', logs: [] };
      },
    }),
    signer: {
      signAuthorization: () => expect.unreachable(),
      signTransaction(_, transaction) {
        signed.push(transaction);
        return '0x02';
      },
    },
    activity,
    genesis: { read: async () => undefined },
    clock: createFakeClock(),
    wait: async () => undefined,
    onSent: () => undefined,
  });
  return {
    signed,
    activity,
    row,
    makeAgain: (...insteadOf: readonly string[]) =>
      broadcast.send({
        ...{ account: ACCOUNT, chainId: 8453, insteadOf, origin: '', requestKey: 'own:again' },
        draft: { to: ACCOUNT, value: '0x0', data: '0x' },
        fee: { gas: ['0x5208'], maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1', isLegacy: false },
        what: { kind: 'payout' },
        isAgreed: () => true,
      }),
  };
}

it('signs a lost transaction’s replacement with the same nonce, so that only one of the two can be mined', async () => {
  const wallet = await createWallet({ lost: { [LOST]: 5 }, count: 5 });
  // Another transaction of the account waits with the next nonce.
  await wallet.activity.add({ ...wallet.row(LATER, 6), status: 'sent', raw: '0x02' });
  await wallet.makeAgain(LOST);
  expect(wallet.signed).toMatchObject([{ nonce: 5 }]);
});

it('signs nothing when the lost transaction was mined while the user confirmed', async () => {
  const wallet = await createWallet({ lost: { [LOST]: 5 }, count: 6, receipts: { [LOST]: '0x1' } });
  await expect(wallet.makeAgain(LOST)).rejects.toMatchObject({
    ...{ code: 'minedAfterAll', hash: LOST },
  });
  expect(wallet.signed).toEqual([]);
});

it('signs nothing when the activity lists the lost transaction as mined but the nodes have forgotten the transaction', async () => {
  const wallet = await createWallet({ lost: { [LOST]: 5 }, count: 7 });
  await wallet.activity.change(LOST, (row) => ({ ...row, status: 'confirmed', block: '1' }));
  await expect(wallet.makeAgain(LOST)).rejects.toMatchObject({ code: 'minedAfterAll' });
  expect(wallet.signed).toEqual([]);
});

it.each([
  { status: 'dropped' },
  { status: 'failed', failure: { code: 'code unchanged' } },
] as const)(
  'signs with the next nonce when the lost transaction was mined as a batch that did nothing (listed as $status)',
  async (stage) => {
    const receipts = { [LOST]: '0x1' } as const;
    const wallet = await createWallet({ lost: { [LOST]: 5 }, count: 7, receipts });
    const code = { account: ACCOUNT, delegate: LATER.slice(0, 42), isChanged: true };
    await wallet.activity.change(LOST, (row) => ({ ...row, ...stage, code }) as typeof row);
    await wallet.makeAgain(LOST);
    expect(wallet.signed).toMatchObject([{ nonce: 7 }]);
  },
);

it('signs nothing when a reorganization turned a mined batch that did nothing into a successful batch', async () => {
  const code = { account: ACCOUNT, delegate: DELEGATOR, isChanged: true };
  const wallet = await createWallet({
    ...{ lost: { [LOST]: 5 }, count: 7, receipts: { [LOST]: '0x1' }, code: codeOf(DELEGATOR) },
  });
  const failure = { code: 'code unchanged' } as const;
  await wallet.activity.change(LOST, (row) => ({
    ...{ ...row, status: 'failed', failure, block: '1', raw: '0x01', code },
  }));
  await expect(wallet.makeAgain(LOST)).rejects.toMatchObject({ code: 'minedAfterAll' });
  expect(wallet.signed).toEqual([]);
});

it('signs nothing when a slow node returns the lost transaction’s receipt only at a later attempt', async () => {
  const wallet = await createWallet({
    ...{ lost: { [LOST]: 5 }, count: 6, finalCount: 5, receipts: { [LOST]: '0x1' }, lag: 3 },
  });
  await expect(wallet.makeAgain(LOST)).rejects.toMatchObject({ code: 'minedAfterAll' });
  expect(wallet.signed).toEqual([]);
});

it('signs nothing while a recent block has used the nonce and no node knows the transaction that used the nonce', async () => {
  const wallet = await createWallet({ lost: { [LOST]: 5 }, count: 6, finalCount: 5 });
  await wallet.activity.add({ ...wallet.row(LATER, 5), status: 'dropped' });
  await expect(wallet.makeAgain(LOST)).rejects.toMatchObject({ code: 'lostUnclear' });
  expect(wallet.signed).toEqual([]);
});

it.each([{ status: 'confirmed', block: '99' }, { status: 'dropped' }] as const)(
  'signs with the next nonce when a transaction that is listed as $status used the lost transaction’s nonce',
  async (stage) => {
    const receipts = stage.status === 'dropped' ? { [LATER]: '0x0' as const } : {};
    const wallet = await createWallet({ lost: { [LOST]: 5 }, count: 6, finalCount: 5, receipts });
    await wallet.activity.add({ ...wallet.row(LATER, 5), ...stage });
    await wallet.makeAgain(LOST);
    expect(wallet.signed).toMatchObject([{ nonce: 6 }]);
  },
);

it.each([{ status: 'dropped' }, { status: 'confirmed' }, { status: 'sent', raw: '0x02' }] as const)(
  'signs nothing when a sped-up form of the lost transaction was mined (listed as $status)',
  async (stage) => {
    const lost = { [LOST]: 5 };
    const wallet = await createWallet({ lost, count: 6, receipts: { [LATER]: '0x1' } });
    await wallet.activity.add({ ...wallet.row(LATER, 5), speedsUp: LOST, ...stage });
    await expect(wallet.makeAgain(LOST)).rejects.toMatchObject({ lost: LOST, hash: LATER });
    expect(wallet.signed).toEqual([]);
  },
);

it.each([{ status: 'replaced', replacedBy: LOST }, { status: 'dropped' }] as const)(
  'signs nothing when the lost transaction was a speed-up and its original was mined (listed as $status)',
  async (stage) => {
    const wallet = await createWallet({ lost: {}, count: 6, receipts: { [FORMER]: '0x1' } });
    await wallet.activity.add({ ...wallet.row(FORMER, 5), ...stage });
    for (const id of [LOST, LATER])
      await wallet.activity.add({ ...wallet.row(id, 5), speedsUp: FORMER, status: 'dropped' });
    await expect(wallet.makeAgain(LOST)).rejects.toMatchObject({ lost: LOST, hash: FORMER });
    expect(wallet.signed).toEqual([]);
  },
);

it('signs with the next nonce when an activity row refers to itself as the sped-up transaction', async () => {
  const wallet = await createWallet({ lost: { [LOST]: 5 }, count: 7 });
  await wallet.activity.add({ ...wallet.row(LATER, 5), speedsUp: LOST, status: 'dropped' });
  const again = `0x${'cc'.repeat(32)}`;
  await wallet.activity.add({ ...wallet.row(again, 5), speedsUp: again, status: 'dropped' });
  await wallet.makeAgain(LOST, again);
  expect(wallet.signed).toMatchObject([{ nonce: 7 }]);
});

it('signs with the next nonce when another transaction of the account used the lost transaction’s nonce', async () => {
  const lost = { [LOST]: 5, [LATER]: 5 };
  const wallet = await createWallet({ lost, count: 7, receipts: { [LATER]: '0x1' } });
  await wallet.makeAgain(LOST);
  expect(wallet.signed).toMatchObject([{ nonce: 7 }]);
});

it.each<[string, Readonly<Record<string, '0x0'>>]>([
  ['a final block has used the lost transaction’s nonce for another transaction', {}],
  ['the lost transaction was mined and failed', { [LOST]: '0x0' }],
])('signs with the next nonce when %s', async (_, receipts) => {
  const wallet = await createWallet({ lost: { [LOST]: 5 }, count: 7, receipts });
  await wallet.makeAgain(LOST);
  expect(wallet.signed).toMatchObject([{ nonce: 7 }]);
});

it('signs with the node’s nonce when only the node, not the activity, still knows the lost transaction', async () => {
  const wallet = await createWallet({ lost: {}, count: 5, pool: { [LOST]: '0x5' } });
  await wallet.makeAgain(LOST);
  expect(wallet.signed).toMatchObject([{ nonce: 5 }]);
});

it('signs nothing while two lost transactions with different nonces can both still be mined', async () => {
  const wallet = await createWallet({ lost: { [LOST]: 5, [LATER]: 6 }, count: 5 });
  await expect(wallet.makeAgain(LOST, LATER)).rejects.toMatchObject({ code: 'lostStillOpen' });
  expect(wallet.signed).toEqual([]);
});

it('signs nothing while another pending transaction of the account has the lost transaction’s nonce', async () => {
  const wallet = await createWallet({ lost: { [LOST]: 5 }, count: 5 });
  await wallet.activity.add({ ...wallet.row(LATER, 5), status: 'sent', raw: '0x02' });
  await expect(wallet.makeAgain(LOST)).rejects.toMatchObject({ code: 'account-busy' });
  expect(wallet.signed).toEqual([]);
});
