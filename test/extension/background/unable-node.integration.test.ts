import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inspectTransaction } from '../../../entrypoints/background/approvals/explain/inspect-transaction.ts';
import { createBroadcast } from '../../../entrypoints/background/chain/broadcast.ts';
import { mostSendable } from '../../../entrypoints/background/chain/most-sendable.ts';
import { createRpc, type Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { systemWait } from '../../../entrypoints/background/platform/clock.ts';
import { signTransaction } from '../../../entrypoints/background/signer/sign.ts';
import { readRequest } from '../../../shared/approvals/read-request.ts';
import type { FeeChoice } from '../../../shared/approvals/types.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { epochMs } from '../../../shared/units.ts';
import { type Devnet, startDevnet } from '../../devnet/devnet.ts';
import { receiptOf } from '../../devnet/receipt.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { startProfiledNode } from '../../helpers/profiled-node.ts';
import { sendError } from '../../helpers/synthetic-node.ts';
import { inspectDeps } from '../helpers/inspect-deps.ts';
import { memoryActivity } from '../helpers/memory-activity.ts';

/** Errors as nodes send them, with the status 200. */
const UNABLE = [
  [-32000, 'header not found'],
  [-32000, 'missing trie node 7635 (path ) state 0x7635 is not available'],
  [-32007, '15/second request limit reached - reduce calls per second'],
  [-32603, 'Internal error'],
  [-32000, 'Unauthorized: You must authenticate your request with an API key.'],
  [15, 'Too many request, try again later'],
] as const;
/** Methods that a node with such an error still answers. */
const ABLE: readonly string[] = ['eth_chainId', 'eth_blockNumber', 'eth_getBlockByNumber'];
const TO = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const TRANSACTION = { to: TO, value: '0x1', data: '0x' };

let devnet: Devnet;
let account: `0x${string}`;
let whole: Awaited<ReturnType<typeof review>>;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  devnet = await startDevnet();
  account = devnet.accounts.takers[0].address;
  whole = await review(rpcOf([devnet.rpcUrl]));
});
afterAll(() => devnet?.stop());
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A node in front of the devnet that answers these methods with an error. */
async function nodeWithout(
  error: readonly [code: number, message: string],
  isUnable: (method: string) => boolean,
): Promise<string> {
  const node = await startProfiledNode(devnet.rpcUrl, {
    name: 'unable',
    create:
      () =>
      ({ method }, response) => {
        if (isUnable(method)) sendError(response, ...error);
        return isUnable(method);
      },
  });
  ends.push(node.stop);
  return node.url;
}

const unableAt = (method: string) => !ABLE.includes(method);

/** Returns the worker's client for these endpoints. With one endpoint, pauses end immediately. */
function rpcOf(urls: readonly string[]): Rpc {
  let waited = 0;
  const wait = (ms: number) => {
    if (urls.length > 1) return systemWait(ms);
    waited += ms;
    return Promise.resolve();
  };
  const clock = { now: () => epochMs(Date.now() + waited) };
  return createRpc({ fetch, urls: () => urls, pace: { clock, wait } });
}

async function review(rpc: Rpc) {
  const request = { kind: 'transaction' as const, account, transaction: TRANSACTION };
  const draft = {
    ...{ id: 'draft', requestKey: 'key', chainId: CHAIN_ID, createdAt: 0, request },
    requester: { origin: 'https://site.example', own: false },
  };
  const read = readRequest(draft, 0);
  if (read.kind !== 'calls') throw new Error('not a transaction');
  const clock = createFakeClock(1000 * (await devnet.now()));
  return inspectTransaction({ ...inspectDeps(clock), rpcOf: () => rpc }, draft, read);
}

function send(rpc: Rpc, fee: FeeChoice) {
  const activity = memoryActivity();
  const key = devnet.accounts.takers[0].getHdKey().privateKey;
  const broadcast = createBroadcast({
    rpcOf: () => rpc,
    signer: {
      signAuthorization: () => expect.unreachable(),
      signTransaction: (_, transaction) => signTransaction(key ?? new Uint8Array(), transaction),
    },
    activity,
    genesis: { read: async () => undefined },
    clock: createFakeClock(),
    wait: async () => undefined,
    onSent: () => undefined,
  });
  const sent = broadcast.send({
    ...{ account, chainId: CHAIN_ID, draft: TRANSACTION, fee, origin: '', requestKey: 'own:1' },
    ...{ what: { kind: 'payout' as const }, isAgreed: () => true },
  });
  return { sent, activity };
}

const feeOf = ({ fees }: typeof whole): FeeChoice => {
  const fee = fees.find(({ preset }) => preset === 'normal')?.choice;
  if (fee === undefined) throw new Error('There is no fee.');
  return fee;
};

it('a node that can answer provides the fee, data fee, balance and outcome', () => {
  expect(whole.simulation.outcome).toBe('succeeds');
  expect(Number(whole.fees[0]?.leastDataFee)).toBeGreaterThan(0);
  expect(whole.balance).toBeDefined();
});

describe.each(UNABLE)(
  'a wallet whose first endpoint responds with code %i and “%s”',
  (...error) => {
    it('uses the second endpoint for fees, simulation and sending when the first endpoint can’t answer', async () => {
      const rpc = rpcOf([await nodeWithout(error, unableAt), devnet.rpcUrl]);
      const { simulation, fees, dangers, balance } = await review(rpc);
      expect(simulation.outcome).toBe('succeeds');
      expect(fees.map(({ leastDataFee }) => leastDataFee)).toEqual(
        whole.fees.map(({ leastDataFee }) => leastDataFee),
      );
      expect(fees.map(({ choice }) => choice.gas)).toEqual(
        whole.fees.map(({ choice }) => choice.gas),
      );
      expect(dangers).toEqual(whole.dangers);
      expect(BigInt(balance ?? 0)).toBeGreaterThan(0n);
      const options = { rpc, chainId: CHAIN_ID, account, to: TO };
      expect(await mostSendable(options)).toBe(
        await mostSendable({ ...options, rpc: rpcOf([devnet.rpcUrl]) }),
      );
      const { sent } = send(rpc, feeOf(whole));
      expect(await receiptOf(devnet.client, await sent)).toMatchObject({ status: 'success' });
    });

    it('reports the fee and the outcome as unknown, and signs nothing, when the failing node is the only one', async () => {
      const rpc = rpcOf([await nodeWithout(error, unableAt)]);
      const { simulation, fees, dangers, ...view } = await review(rpc);
      expect(simulation.outcome).toBe('unknown');
      expect(fees).toEqual([]);
      expect(dangers).not.toContainEqual({ code: 'wouldFail' });
      expect(view).not.toHaveProperty('balance');
      const most = mostSendable({ rpc, chainId: CHAIN_ID, account, to: TO });
      await expect(most).rejects.toMatchObject({ code: 'chainUnreachable' });
      const { sent, activity } = send(rpc, feeOf(whole));
      await expect(sent).rejects.toMatchObject({ code: 'chainUnreachable' });
      expect(activity.all()).toEqual([]);
    });

    it('keeps signed bytes that the only endpoint could not accept', async () => {
      const rpc = rpcOf([
        await nodeWithout(error, (method) => method === 'eth_sendRawTransaction'),
      ]);
      const { sent, activity } = send(rpc, feeOf(whole));
      const hash = await sent;
      expect(activity.transactions()).toMatchObject([{ hash, status: 'signed' }]);
    });
  },
);

it('estimates a fee with a node that lacks eth_maxPriorityFeePerGas', async () => {
  const error = [-32601, 'the method eth_maxPriorityFeePerGas does not exist'] as const;
  const url = await nodeWithout(error, (method) => method === 'eth_maxPriorityFeePerGas');
  const { fees, simulation } = await review(rpcOf([url]));
  expect(simulation.outcome).toBe('succeeds');
  expect(fees.length).toBe(whole.fees.length);
  for (const { choice } of fees) expect(BigInt(choice.maxFeePerGas)).toBeGreaterThan(0n);
});
