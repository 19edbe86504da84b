import { RpcError } from '../../../shared/rpc/codes.ts';
import { topOf } from '../approvals/site-limits.ts';
import { nodeErrorOf } from '../chain/node-answers.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type Method, method } from './method.ts';
import type { ReadQueue } from './read-queue.ts';

/** Read methods of the execution API that are forwarded to the user's node. */
export const PASSED_TO_NODE = [
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleByBlockNumberAndIndex',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_protocolVersion',
  'eth_sendRawTransaction',
  'eth_simulateV1',
  'eth_syncing',
  'net_listening',
] as const;

export function passthroughMethods(rpcOf: (chainId: number) => Rpc, reads: ReadQueue): Method[] {
  return PASSED_TO_NODE.map((name) =>
    method<readonly unknown[]>({
      name,
      waitsFor: 'activity',
      asks: 'nobody',
      refuses: 'nobody',
      once: false,
      parse(params) {
        if (!Array.isArray(params)) throw new RpcError('invalidParams');
        return params;
      },
      handle: (params, { requester, chainId }) =>
        reads.run(topOf(requester), () =>
          rpcOf(chainId).request(name, params).catch(withNodeWords),
        ),
    }),
  );
}

/** If every node is busy, the page gets the last node's error. */
function withNodeWords(error: unknown): never {
  throw nodeErrorOf(error) ?? error;
}
