import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  type MulticallParameters,
  type MulticallReturnType,
} from 'viem';
import { multicall3Abi } from '../../../shared/chain/abi/multicall3.ts';
import { hasCanonicalLayout } from '../../../shared/chain/canonical-layout.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { parseQuantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';

/*
 * Reads contracts over JSON-RPC with viem's types and ABI coding, but without its clients and
 * actions. They would make up a tenth of the worker.
 */

export const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
/**
 * Maximum calls per `eth_call`: about 90 kB, and gas well below Geth's default limit of 50 million.
 */
const CALLS_AT_ONCE = 200;

type View = 'view' | 'pure';
type ReadName<Of extends Abi> = ContractFunctionName<Of, View>;

/**
 * Calls one view function of a contract. Rejects when the call reverts or the node doesn't respond.
 */
export async function readContract<
  const Of extends Abi,
  Name extends ReadName<Of>,
  const Args extends ContractFunctionArgs<Of, View, Name>,
>(
  rpc: Rpc,
  call: { address: Address; abi: Of; functionName: Name; args?: Args },
): Promise<ContractFunctionReturnType<Of, View, Name, Args>> {
  const { address, abi, functionName } = call;
  // The compiler has checked the arguments.
  const args = (call.args ?? []) as readonly unknown[];
  const data = encode({ abi, functionName, args });
  const answer = await rpc.request('eth_call', [{ to: address, data }, 'latest']);
  // The value was decoded with the ABI that declares this type.
  return decode({ abi, functionName }, hexOf(answer)) as ContractFunctionReturnType<
    Of,
    View,
    Name,
    Args
  >;
}

/**
 * Reads several values, up to `CALLS_AT_ONCE` per request. The values of one request are from the
 * same block. With `allowFailure: false`, rejects when one read fails; otherwise each result has a
 * status.
 */
export async function multicall<
  const Contracts extends readonly unknown[],
  AllowFailure extends boolean = true,
>(
  rpc: Rpc,
  options: MulticallParameters<Contracts, AllowFailure>,
): Promise<MulticallReturnType<Contracts, AllowFailure>> {
  // Each entry has the type of a viem call. Generic code can't name this type.
  const calls = options.contracts as unknown as readonly Call[];
  const parts = Array.from({ length: Math.ceil(calls.length / CALLS_AT_ONCE) }, (_, i) =>
    aggregate(rpc, calls.slice(i * CALLS_AT_ONCE, (i + 1) * CALLS_AT_ONCE)),
  );
  const results = (await Promise.all(parts)).flat();
  if (options.allowFailure !== false) {
    return results as unknown as MulticallReturnType<Contracts, AllowFailure>;
  }
  const values = results.map((outcome) => {
    if (outcome.status === 'failure') throw outcome.error;
    return outcome.result;
  });
  return values as unknown as MulticallReturnType<Contracts, AllowFailure>;
}

/** Returns the account's balance of the chain's coin in wei. */
export async function getBalance(rpc: Rpc, { address }: { address: Address }): Promise<bigint> {
  return parseQuantity(await rpc.request('eth_getBalance', [address, 'latest']));
}

export async function getBlockNumber(rpc: Rpc): Promise<bigint> {
  return parseQuantity(await rpc.request('eth_blockNumber', []));
}

/** Returns the runtime code at an address; "0x" if it has no code. `block` is a number in hex. */
export async function getCode(
  rpc: Rpc,
  { address, block = 'latest' }: { address: string; block?: string },
): Promise<Hex> {
  return hexOf(await rpc.request('eth_getCode', [address, block]));
}

interface Call {
  readonly address: Address;
  readonly abi: Abi;
  readonly functionName: string;
  readonly args?: readonly unknown[];
}

type Outcome =
  | { readonly status: 'success'; readonly result: unknown }
  | { readonly status: 'failure'; readonly error: Error; readonly result: undefined };

async function aggregate(rpc: Rpc, calls: readonly Call[]): Promise<Outcome[]> {
  const tuples = calls.map((call) => ({
    target: call.address,
    allowFailure: true,
    callData: encode(call),
  }));
  const answers = await readAggregate(rpc, tuples);
  return calls.map((call, i): Outcome => {
    const answer = answers[i];
    try {
      if (answer?.success !== true) throw new RpcError('internal', 'The call was reverted.');
      return { status: 'success', result: decode(call, answer.returnData) };
    } catch (error) {
      const failure = error instanceof Error ? error : new RpcError('internal');
      return { status: 'failure', error: failure, result: undefined };
    }
  });
}

async function readAggregate(
  rpc: Rpc,
  calls: readonly { target: Address; allowFailure: boolean; callData: Hex }[],
): Promise<readonly { success: boolean; returnData: Hex }[]> {
  const functionName = 'aggregate3';
  const data = encodeFunctionData({ abi: multicall3Abi, functionName, args: [calls] });
  const answer = await rpc.request('eth_call', [{ to: MULTICALL3, data }, 'latest']);
  const result = hexOf(answer);
  const [{ outputs }] = multicall3Abi;
  if (!hasCanonicalLayout(outputs, result.slice(2))) throw badAnswer();
  return decodeFunctionResult({ abi: multicall3Abi, functionName, data: result });
}

function encode(call: { abi: Abi; functionName: string; args?: readonly unknown[] }): Hex {
  return encodeFunctionData({
    abi: call.abi,
    functionName: call.functionName,
    args: call.args ?? [],
  });
}

function decode(call: { abi: Abi; functionName: string }, data: Hex): unknown {
  return decodeFunctionResult({ abi: call.abi, functionName: call.functionName, data });
}

function hexOf(answer: unknown): Hex {
  if (typeof answer === 'string' && /^0x[0-9a-fA-F]*$/.test(answer)) return answer as Hex;
  throw badAnswer();
}

function badAnswer(): RpcError {
  return new RpcError('chainUnreachable', 'The node gave an answer that cannot be used.');
}
