import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { type ChainNode, ChainNodeError } from '../../shared/chain/logs/chain-node.ts';
import { retry } from './timing.ts';

/** Address of Multicall3 on every chain that has it, including Base and the devnet. */
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
 * Reads many values of one block in few requests. Returns results in the order of the reads;
 * undefined for a read that reverts or finds no code.
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
        throw new ChainNodeError('odd', 'the node returned an invalid multicall result');
      return decoded;
    });
    for (const { success, returnData } of results)
      answers.push(success && returnData !== '0x' ? returnData : undefined);
  }
  return answers;
}

/**
 * Like `multicall`, for untrusted contracts. Such a contract can make a whole request fail (by
 * burning all gas or returning endless data). A failed batch is halved until the hostile read is
 * alone; its result is undefined. If a harmless read fails too, the node is at fault.
 * @throws ChainNodeError
 */
export async function multicallStrangers(
  node: ChainNode,
  reads: readonly Read[],
): Promise<(Hex | undefined)[]> {
  try {
    return await multicall(node, reads);
  } catch (error) {
    if (!(error instanceof ChainNodeError) || error.code === 'busy' || reads.length === 0)
      throw error;
    await multicall(node, [HARMLESS]);
    if (reads.length === 1) return [undefined];
    const half = Math.ceil(reads.length / 2);
    return [
      ...(await multicallStrangers(node, reads.slice(0, half))),
      ...(await multicallStrangers(node, reads.slice(half))),
    ];
  }
}

/** The call `getBlockNumber()` of Multicall3 itself, which no contract can disturb. */
const HARMLESS: Read = { target: MULTICALL, data: '0x42cbb15c' };

function decode(answer: unknown) {
  try {
    return decodeFunctionResult({
      abi: multicallAbi,
      functionName: 'aggregate3',
      data: answer as Hex,
    });
  } catch {
    // A chain without Multicall3 returns empty data, and a faulty node may return anything.
    return undefined;
  }
}
