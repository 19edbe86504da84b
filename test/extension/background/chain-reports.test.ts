import { expect, it } from 'vitest';
import { askEndpoint } from '../../../entrypoints/background/chain/ask-endpoint.ts';
import {
  estimateFees,
  highestRecentPrice,
  readDataFee,
} from '../../../entrypoints/background/chain/fees.ts';
import { mostSendable } from '../../../entrypoints/background/chain/most-sendable.ts';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { simulate } from '../../../entrypoints/background/chain/simulate.ts';
import { leastTip } from '../../../shared/chain/built-in-networks.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { hasCode } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { parseJson } from '../../../shared/parse.ts';
import { isRight, reportCases } from '../../helpers/report-cases.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const DRAFT = { to: ACCOUNT, value: '0x0', data: '0x' };

interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data?: string;
}
type Answering = (method: string) => unknown;

/** Endpoints that answer in this order. A refusal that is thrown is a JSON-RPC error. */
function endpoints(answers: readonly Answering[], status = 200) {
  const asked: number[] = [];
  const rpc = createRpc({
    urls: () => answers.map((_, index) => `https://node${index}.example`),
    async fetch(url, init) {
      const index = Number(/node(\d)/.exec(url)?.[1]);
      asked.push(index);
      const request = parseJson(String(init?.body));
      const { id, method } = isRecord(request) ? request : {};
      const answer = answers[index]?.(String(method));
      return isRecord(answer) && 'refusal' in answer
        ? Response.json({ jsonrpc: '2.0', id, error: answer.refusal }, { status })
        : Response.json({ jsonrpc: '2.0', id, result: answer });
    },
  });
  return { rpc, asked };
}

const refusing =
  (error: unknown): Answering =>
  () => ({ refusal: error });

/** Answers of a healthy node, with the values that the report cases expect. */
const HEALTHY: Readonly<Record<string, unknown>> = {
  eth_blockNumber: '0x10',
  eth_getBlockByNumber: { baseFeePerGas: '0x5f5e100' },
  eth_maxPriorityFeePerGas: '0xf4240',
  eth_gasPrice: '0x6052340',
  eth_estimateGas: '0x5208',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_call: `0x${123456789012n.toString(16).padStart(64, '0')}`,
};

/** Returns a healthy node that refuses some methods. */
const except =
  (refusals: Readonly<Record<string, unknown>>): Answering =>
  (method) =>
    method in refusals ? { refusal: refusals[method] } : HEALTHY[method];

const recordsOf = (value: unknown) =>
  (Array.isArray(value) ? value : []).map((one) => (isRecord(one) ? one : {}));

async function answerOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return { refused: error instanceof Error && 'code' in error ? error.code : 'other' };
  }
}

it.each(reportCases('endpoints'))(
  'asks the second endpoint when the first endpoint fails: $name',
  async ({ input, right }) => {
    const { method = 'eth_chainId', error, status = 200 } = input;
    const { rpc } = endpoints([refusing(error), () => '0x2a'], Number(status));
    expect(await answerOf(() => rpc.request(String(method), []))).toEqual(right);
  },
);

/** Errors that only mean that a node can't answer, so the second endpoint's answer is expected. */
const UNABLE = reportCases('endpoints').map(({ name, input }) => ({ name, error: input.error }));

it.each(UNABLE)(
  'reports an unreachable chain when the only endpoint fails: $name',
  async ({ error }) => {
    const alone = endpoints([refusing(error)]);
    await expect(alone.rpc.request('eth_sendRawTransaction', [])).rejects.toSatisfy((failure) =>
      hasCode(failure, 'chainUnreachable'),
    );
  },
);

/** Errors of the chain itself, which another node would only repeat. */
const FINAL: readonly Refusal[] = [
  { code: 3, message: 'execution reverted: rate limit exceeded' },
  { code: -32000, message: 'execution reverted' },
  { code: -32603, message: 'Internal error', data: '0x08c379a0' },
  { code: -32015, message: 'VM execution error.' },
  { code: -32000, message: 'out of gas' },
  { code: -32000, message: 'nonce too low: next nonce 5, tx nonce 4' },
  { code: -32000, message: 'insufficient funds for gas * price + value' },
  { code: -32000, message: 'replacement transaction underpriced' },
  { code: -32000, message: 'intrinsic gas too low' },
  { code: -32000, message: 'already known' },
  { code: -32602, message: 'invalid argument 0: hex string has length 39' },
  { code: -32010, message: 'InsufficientFunds, Account balance: 3, cumulative cost: 5' },
  { code: -32010, message: 'OldNonce, Current nonce: 5, nonce of rejected tx: 4' },
  { code: -32010, message: 'AlreadyKnown' },
  { code: -32010, message: 'FeeTooLow, FeePerGas needs to be higher than 7' },
  { code: -32010, message: 'ReplacementNotAllowed' },
  { code: -32010, message: 'Transaction with the same hash was already imported.' },
  { code: -32009, message: 'Gas price below configured minimum gas price' },
  { code: -32000, message: 'insufficient sender balance for transfer' },
  { code: -32000, message: 'in-flight transaction limit reached for delegated accounts' },
  { code: -32003, message: 'transaction gas limit too high (cap: 16777216, tx: 20000000)' },
];

it.each(FINAL)('doesn’t ask a second endpoint after the error $code: $message', async (error) => {
  const { rpc, asked } = endpoints([refusing(error), () => '0x2a']);
  await expect(rpc.request('eth_call', [])).rejects.toMatchObject({ code: 'node' });
  expect(asked).toEqual([0]);
});

it.each(reportCases('fees'))(
  'derives the price, the data fee, the sendable amount or an error from the nodes’ answers: $name',
  async ({ input, right }) => {
    const { rpc } = endpoints(recordsOf(input.refuses).map(except));
    const options = { rpc, account: ACCOUNT, hasDataFee: true, leastTip: leastTip(CHAIN_ID) };
    const answer = await answerOf(async () => {
      if (input.what === 'dataFee') return String(await readDataFee(rpc, DRAFT));
      if (input.what === 'most')
        return String(
          await mostSendable({ rpc, chainId: CHAIN_ID, account: ACCOUNT, to: ACCOUNT }),
        );
      const { prices } = await estimateFees({ ...options, drafts: [DRAFT] });
      return prices.normal.maxFeePerGas > 0n ? 'a price' : 'none';
    });
    expect(isRight(answer, right), JSON.stringify(answer)).toBe(true);
  },
);

it('takes the tip from the gas price when a node doesn’t suggest a tip', async () => {
  const refusal = { code: -32601, message: 'not supported' };
  const { rpc } = endpoints([except({ eth_maxPriorityFeePerGas: refusal })]);
  const options = { rpc, account: ACCOUNT, hasDataFee: false, leastTip: 0n };
  const { prices } = await estimateFees({ ...options, drafts: [DRAFT] });
  expect(prices.normal.maxPriorityFeePerGas).toBe(1_000_000n);
});

it('fails with chainUnreachable when no endpoint can estimate the gas of two calls', async () => {
  const { rpc } = endpoints([
    (method) =>
      method === 'eth_estimateGas'
        ? { refusal: { code: -32000, message: 'missing trie node' } }
        : HEALTHY[method],
  ]);
  await expect(
    estimateFees({
      rpc,
      account: ACCOUNT,
      drafts: [DRAFT, DRAFT],
      hasDataFee: false,
      leastTip: 0n,
    }),
  ).rejects.toMatchObject({ code: 'chainUnreachable' });
});

it.each(reportCases('feeHistory'))(
  'reads or rejects a fee history in an unusual form as expected: $name',
  async ({ input, right }) => {
    const { rpc } = endpoints([() => input.answer]);
    const answer = await answerOf(async () => String(await highestRecentPrice(rpc)));
    expect(isRight(answer, right), JSON.stringify(answer)).toBe(true);
  },
);

it.each(reportCases('simulation'))(
  'derives a transaction’s outcome from eth_call when the nodes lack eth_simulateV1: $name',
  async ({ input, right }) => {
    const calls = Array.isArray(input.calls) ? input.calls : [];
    const { rpc } = endpoints(
      calls.map((refusal: unknown) =>
        except({
          eth_simulateV1: { code: -32601, message: 'the method eth_simulateV1 does not exist' },
          ...(refusal === null ? {} : { eth_call: refusal }),
        }),
      ),
    );
    const { outcome } = await simulate(rpc, ACCOUNT, [DRAFT]);
    expect(outcome).toBe(right);
  },
);

it.each(UNABLE)(
  'leaves the outcome of a transaction unknown when the node can’t answer: $name',
  async ({ error }) => {
    const { rpc } = endpoints([except({ eth_simulateV1: error, eth_call: error })]);
    expect((await simulate(rpc, ACCOUNT, [DRAFT])).outcome).toBe('unknown');
  },
);

it('reports the JSON-RPC error in a response with HTTP status 500', async () => {
  const fetch = async () =>
    Response.json({ id: 1, error: { code: -32603, message: 'Internal error' } }, { status: 500 });
  const asking = askEndpoint({ fetch }, 'https://node.example', { id: 1, method: 'x', params: [] });
  await expect(asking).rejects.toMatchObject({ code: 'node' });
});
