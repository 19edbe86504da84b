import { parseQuantity, quantity } from '../chain/quantities.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Reads of one chain in one round of polling, each sent once and shared. */
export interface ChainReads {
  head(): Promise<bigint>;
  block(number: bigint): Promise<unknown>;
  /** Logs of these blocks, both included; none when the node returns another form. */
  logs(filter: Readonly<Record<string, unknown>>, from: bigint, to: bigint): Promise<unknown[]>;
}

export type RoundReads = (chainId: number) => ChainReads;

/** Shares the answers of a round between all documents that subscribe to the same chain. */
export function createRoundReads(rpcOf: (chainId: number) => Rpc): RoundReads {
  const asked = new Map<string, Promise<unknown>>();

  function ask(chainId: number, method: string, params: readonly unknown[]): Promise<unknown> {
    const key = JSON.stringify([chainId, method, params]);
    const answer = asked.get(key) ?? rpcOf(chainId).request(method, params);
    asked.set(key, answer);
    return answer;
  }

  return (chainId) => ({
    head: async () => parseQuantity(await ask(chainId, 'eth_blockNumber', [])),
    block: (number) => ask(chainId, 'eth_getBlockByNumber', [quantity(number), false]),
    async logs(filter, from, to) {
      const range = { fromBlock: quantity(from), toBlock: quantity(to) };
      const answer = await ask(chainId, 'eth_getLogs', [{ ...filter, ...range }]);
      return Array.isArray(answer) ? answer : [];
    },
  });
}
