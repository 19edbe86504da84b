import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import { type BlockHeader, readHeader } from '../../chain/chain-blocks.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { HistoryRecord } from '../history-schemas.ts';

/** 35 days of two-second blocks: options live about as long, so older ones have ended. */
export const LOOK_BACK = 35 * 43_200;
/** Block of Base before every order book. */
const FIRST_BLOCK = 33_000_000;
/** Blocks to read again when the chain replaced the last one. */
export const REORG = 1_000;

/** Returns the first block that can hold a fill. The devnet is younger than the protocol. */
export function firstBlock(head: number): number {
  return head < FIRST_BLOCK ? 0 : FIRST_BLOCK;
}

/**
 * Returns the record to continue with, whose newest block is on the chain: the known one, or one
 * that reads the last 35 days again and keeps the known transactions. Calls `known` again after
 * each wait, because the user can extend the search meanwhile.
 * @throws RpcError
 */
export async function beginRecord(
  deps: {
    readonly client: Rpc;
    readonly account: string;
    readonly books: readonly string[];
    readonly isAgain: boolean;
    readonly known: () => HistoryRecord | undefined;
  },
  border: BlockHeader,
): Promise<HistoryRecord> {
  const { client, account, books } = deps;
  const before = deps.known();
  const gap = border.number - (before?.to ?? 0);
  const isReadFor = books.every((book) => before?.books.includes(book));
  // Nodes are rarely at the same block, so a slightly lower border makes no difference.
  if (before !== undefined && isReadFor && !deps.isAgain && gap >= -REORG && gap <= LOOK_BACK) {
    if (gap < 0) return { ...before, books: [...books] };
    const block = await readHeader(client, before.to);
    const known = deps.known() ?? before;
    if (block.hash === known.toHash) return { ...known, books: [...books] };
    const to = Math.max(known.from - 1, known.to - REORG, 0);
    const { hash, at } = await readHeader(client, to);
    const now = deps.known() ?? known;
    return {
      ...now,
      books: [...books],
      to,
      toHash: hash,
      toAt: at,
      transactions: now.transactions.filter((one) => one.block <= to),
      searched: now.searched.map((one) => ({ ...one, to: Math.min(one.to, to) })),
      single: now.single.flatMap((one) =>
        one.from > to ? [] : [{ ...one, to: Math.min(one.to, to) }],
      ),
    };
  }
  const lookBack = Math.max(firstBlock(border.number), border.number - LOOK_BACK);
  const { at } = await readHeader(client, lookBack);
  const now = deps.known();
  const isFurther = now !== undefined && !deps.isAgain && now.target < lookBack && gap <= LOOK_BACK;
  return {
    chainId: CHAIN_ID,
    account,
    books: [...books],
    from: border.number + 1,
    to: border.number,
    toHash: border.hash,
    toAt: border.at,
    target: isFurther ? now.target : lookBack,
    targetAt: isFurther ? now.targetAt : at,
    transactions: now?.transactions ?? [],
    single: [],
    searched: [],
  };
}
