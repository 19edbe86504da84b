import fc from 'fast-check';
import { type Hex, keccak256, parseTransaction, serializeTransaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { createBroadcast, type Sending } from '../../../entrypoints/background/chain/broadcast.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { memoryActivity } from '../helpers/memory-activity.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const { address: ACCOUNT } = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const GENESIS = `0x${'9e'.repeat(32)}`;
const TO = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

/** Starts a broadcast, and records the order of its events: signed, stored, sent. */
function start(
  answer: (raw: string) => Promise<unknown> = async () => '0x',
  /** The chain's answers about the transaction after a refusal. */
  known: unknown = null,
  codeOf: () => Promise<unknown> = async () => '0x',
) {
  const log: string[] = [];
  const signed: Hex[] = [];
  const areas = memoryAreas();
  const activity = memoryActivity({
    areas,
    onChange: () => log.push(`stored ${activity.transactions()[0]?.status}`),
  });
  const broadcast = createBroadcast({
    rpcOf: () => ({
      async request(method, params) {
        if (method === 'eth_getTransactionCount') return '0x5';
        if (method === 'eth_getTransactionByHash') return known;
        if (method === 'eth_getCode') return codeOf();
        log.push(method);
        return answer(String(Array.isArray(params) ? params[0] : ''));
      },
    }),
    signer: {
      signAuthorization: (_, authorization) => ({
        ...authorization,
        r: '0x1',
        s: '0x1',
        yParity: 0,
      }),
      signTransaction(_, transaction) {
        const raw = serializeTransaction(transaction);
        signed.push(raw);
        return raw;
      },
    },
    activity,
    genesis: { read: async () => GENESIS },
    clock: createFakeClock(),
    wait: async () => undefined,
    onSent: () => log.push('watched'),
  });
  return { broadcast, activity, area: areas.local, log, signed };
}

const SENDING: Sending = {
  account: ACCOUNT,
  chainId: 8453,
  draft: { to: TO, value: '0x1', data: '0x' },
  fee: { gas: ['0x5208'], maxFeePerGas: '0x64', maxPriorityFeePerGas: '0x1', isLegacy: false },
  origin: 'https://dapp.example',
  what: { kind: 'payout' },
  isAgreed: () => true,
  requestKey: 'doc:1',
};

describe('the broadcast', () => {
  it('doesn’t sign a transaction whose activity row couldn’t be read back', async () => {
    const { broadcast, activity, log, signed } = start(async () => '0x');
    const what = { kind: 'send', to: TO, amount: { wei: '1', coin: 'x'.repeat(9_000) } } as const;
    await expect(broadcast.send({ ...SENDING, what })).rejects.toMatchObject({ code: 'bad-row' });
    expect(signed).toEqual([]);
    expect(log).toEqual([]);
    expect(activity.all()).toEqual([]);
  });

  it('signs nothing when the wallet was locked after the consent', async () => {
    const { broadcast, activity, log, signed } = start(async () => '0x');
    const sending = { ...SENDING, isAgreed: () => false };
    await expect(broadcast.send(sending)).rejects.toMatchObject({ code: 'lockedMeanwhile' });
    expect(signed).toEqual([]);
    expect(log).toEqual([]);
    expect(activity.all()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['delegator-changed', async () => '0x60'],
    ['no-answer', () => Promise.reject(new RpcError('chainUnreachable'))],
  ])(
    'records “%s” as the reason why a batch wasn’t signed when no page waits for the answer',
    async (cause, codeOf) => {
      const { broadcast, activity, signed } = start(async () => '0x', null, codeOf);
      const draft = { to: ACCOUNT, value: '0x0', data: '0xe9ae5c53' };
      const sending = { ...SENDING, draft, isUnattended: true };
      await expect(broadcast.send(sending)).rejects.toThrow();
      expect(signed).toEqual([]);
      expect(activity.transactions()).toMatchObject([
        { hash: '', status: 'failed', failure: { code: 'not signed', cause } },
      ]);
      // An answer from this row would give a repeated request an empty hash.
      expect(activity.answerTo('doc:1')).toBeUndefined();
    },
  );

  it('doesn’t store a failure that the caller shows or that a lock causes', async () => {
    const { broadcast, activity } = start(
      async () => '0x',
      null,
      async () => '0x60',
    );
    const draft = { to: ACCOUNT, value: '0x0', data: '0xe9ae5c53' };
    await expect(broadcast.send({ ...SENDING, draft })).rejects.toThrow();
    const locked = { ...SENDING, isUnattended: true, isAgreed: () => false };
    await expect(broadcast.send(locked)).rejects.toThrow();
    expect(activity.all()).toEqual([]);
  });

  it('stores a transaction’s hash and bytes before the node receives them, and returns the local hash', async () => {
    const { broadcast, activity, log, signed } = start(async () => '0xliar');
    const hash = await broadcast.send(SENDING);
    expect(hash).toBe(keccak256(signed[0] ?? '0x'));
    expect(log).toEqual(['stored signed', 'eth_sendRawTransaction', 'stored sent', 'watched']);
    expect(activity.answerTo('doc:1')).toBe(hash);
    expect(activity.find(hash)?.genesis).toBe(GENESIS);
  });

  it('signs exactly the draft, with a fee that never exceeds what the user agreed to', async () => {
    const price = fc.bigInt({ min: 0n, max: 10n ** 12n });
    await fc.assert(
      fc.asyncProperty(
        price,
        price,
        fc.bigInt({ min: 21_000n, max: 30_000_000n }),
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.uint8Array({ maxLength: 64 }),
        fc.boolean(),
        async (max, priority, gas, value, data, isLegacy) => {
          const { broadcast, signed } = start();
          const hex = (amount: bigint): Hex => `0x${amount.toString(16)}`;
          const fee = {
            gas: [hex(gas)],
            maxFeePerGas: hex(max),
            maxPriorityFeePerGas: hex(priority),
            isLegacy,
          };
          const bytes: Hex = `0x${Buffer.from(data).toString('hex')}`;
          const draft = { to: TO, value: hex(value), data: bytes };
          const sent = broadcast.send({ ...SENDING, draft, fee });
          if (priority > max) {
            await expect(sent).rejects.toBeInstanceOf(RpcError);
            expect(signed).toEqual([]);
            return;
          }
          await sent;
          const parsed = parseTransaction(signed[0] ?? '0x');
          expect(parsed.chainId).toBe(8453);
          expect(parsed.nonce).toBe(5);
          expect(parsed.to?.toLowerCase()).toBe(TO.toLowerCase());
          expect([parsed.value ?? 0n, parsed.data ?? '0x', parsed.gas]).toEqual([
            value,
            bytes,
            gas,
          ]);
          expect((parsed.gasPrice ?? parsed.maxFeePerGas ?? 0n) * gas).toBe(max * gas);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('gives two concurrent sends different nonces', async () => {
    const { broadcast, signed } = start();
    await Promise.all([
      broadcast.send(SENDING),
      broadcast.send({ ...SENDING, requestKey: 'doc:2' }),
    ]);
    expect(signed.map((raw) => parseTransaction(raw).nonce)).toEqual([5, 6]);
  });

  it('keeps the hash when the node doesn’t respond or already knows the bytes', async () => {
    for (const error of [
      new RpcError('chainUnreachable'),
      new NodeError({ code: -32000, message: 'already known' }),
    ]) {
      const { broadcast, activity, log } = start(() => Promise.reject(error));
      const hash = await broadcast.send(SENDING);
      expect(activity.find(hash)?.status).toBe('signed');
      expect(log.at(-1)).toBe('watched');
    }
  });

  it('watches a delegated account’s transaction when the node refuses it because of another pending transaction', async () => {
    for (const message of [
      'in-flight transaction limit reached for delegated accounts',
      'gapped-nonce tx from delegated accounts',
      'authority already reserved',
    ]) {
      const { broadcast, activity, log } = start(() =>
        Promise.reject(new NodeError({ code: -32000, message })),
      );
      const hash = await broadcast.send(SENDING);
      expect(activity.find(hash)?.status).toBe('signed');
      expect(log.at(-1)).toBe('watched');
    }
  });

  it('stores and reports a node’s refusal, and returns no hash', async () => {
    const refusal = new NodeError({ code: -32000, message: 'insufficient funds' });
    const { broadcast, activity } = start(() => Promise.reject(refusal));
    await expect(broadcast.send(SENDING)).rejects.toBe(refusal);
    const [row] = activity.all();
    expect(row).toMatchObject({
      status: 'failed',
      failure: { code: 'node refused', text: expect.any(String) },
    });
    expect(row).not.toHaveProperty('raw');
    expect(activity.answerTo('doc:1')).toBeUndefined();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['accepted', async () => '0x'],
    ['refused', () => Promise.reject(new NodeError({ code: -32000, message: 'no funds' }))],
  ])(
    'returns the hash of a transaction that the node %s, and watches the transaction even if the disk is full',
    async (_, answer) => {
      const { broadcast, activity, area, log } = start(async () => {
        area.set = () => Promise.reject(new Error('the disk is full'));
        return answer();
      });
      const hash = await broadcast.send(SENDING);
      expect(activity.find(hash)).toMatchObject({ status: 'signed', raw: expect.any(String) });
      expect(activity.answerTo('doc:1')).toBe(hash);
      expect(log.at(-1)).toBe('watched');
    },
  );

  it('ignores a node’s refusal when the chain has the transaction', async () => {
    const refusal = new NodeError({ code: -32000, message: 'nonce too low' });
    const { broadcast, activity } = start(() => Promise.reject(refusal), {});
    const hash = await broadcast.send(SENDING);
    expect(activity.find(hash)).toMatchObject({ status: 'signed', hash });
    expect(activity.answerTo('doc:1')).toBe(hash);
  });
});
