import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { type ChainNode, NodeError } from './node.ts';
import { retry } from './retry.ts';

/** Multicall3 stands at this address on every chain that has it, Base and the devnet among them. */
const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
const CHUNK = 400;

const multicallAbi = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) view returns ((bool success, bytes returnData)[])',
]);

export interface Read {
  readonly target: Address;
  readonly data: Hex;
}

/**
 * Many reads of one block in few requests. The answers stand in the order of the reads; a read that
 * reverts or finds no code gives undefined.
 */
export async function multicall(
  node: ChainNode,
  reads: readonly Read[],
  block: Hex | 'latest' = 'latest',
): Promise<(Hex | undefined)[]> {
  const answers: (Hex | undefined)[] = [];
  for (let from = 0; from < reads.length; from += CHUNK) {
    const calls = reads.slice(from, from + CHUNK);
    const data = encodeFunctionData({
      abi: multicallAbi,
      functionName: 'aggregate3',
      args: [calls.map(({ target, data: callData }) => ({ target, allowFailure: true, callData }))],
    });
    const results = await retry(async () => {
      const decoded = decode(await node.call('eth_call', [{ to: MULTICALL, data }, block]));
      if (decoded?.length !== calls.length)
        throw new NodeError('odd', 'the node answered a multicall with something else');
      return decoded;
    });
    for (const { success, returnData } of results)
      answers.push(success && returnData !== '0x' ? returnData : undefined);
  }
  return answers;
}

/**
 * As `multicall`, for contracts that anyone may have written: where one of them makes a whole request
 * fail (it burns all gas, or answers without end), the reads are halved down to it, and it gives
 * undefined. A node that fails at a harmless read too is the culprit itself.
 * @throws NodeError
 */
export async function multicallStrangers(
  node: ChainNode,
  reads: readonly Read[],
): Promise<(Hex | undefined)[]> {
  try {
    return await multicall(node, reads);
  } catch (error) {
    if (!(error instanceof NodeError) || error.code === 'busy' || reads.length === 0) throw error;
    await multicall(node, [HARMLESS]);
    if (reads.length === 1) return [undefined];
    const half = Math.ceil(reads.length / 2);
    return [
      ...(await multicallStrangers(node, reads.slice(0, half))),
      ...(await multicallStrangers(node, reads.slice(half))),
    ];
  }
}

/** `getBlockNumber()` of the contract itself. */
const HARMLESS: Read = { target: MULTICALL, data: '0x42cbb15c' };

function decode(answer: unknown) {
  try {
    return decodeFunctionResult({
      abi: multicallAbi,
      functionName: 'aggregate3',
      data: answer as Hex,
    });
  } catch {
    // A chain without the contract answers empty data, and odd nodes anything.
    return undefined;
  }
}
