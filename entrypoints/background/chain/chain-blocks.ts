import { isRecord } from '../../../shared/is-record.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { quantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';

/** A block's header. `at` is in Unix seconds. */
export interface BlockHeader {
  readonly number: number;
  readonly hash: string;
  readonly at: number;
}

/** Reads a header. @throws RpcError when the node doesn't have the block or returns another form */
export async function readHeader(client: Rpc, which: number | 'latest'): Promise<BlockHeader> {
  const tag = which === 'latest' ? which : quantity(which);
  const block = await client.request('eth_getBlockByNumber', [tag, false]);
  if (isRecord(block)) {
    const [number, at] = [Number(block.number), Number(block.timestamp)];
    const isHash = typeof block.hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(block.hash);
    const isNumbered = Number.isSafeInteger(number) && Number.isSafeInteger(at);
    if (isHash && isNumbered && (which === 'latest' || number === which))
      return { number, hash: String(block.hash).toLowerCase(), at };
  }
  throw new RpcError('chainUnreachable', 'The node gave an answer that cannot be used.');
}
