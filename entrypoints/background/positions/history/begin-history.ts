import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import { type BlockHeader, readHeader } from '../../chain/chain-blocks.ts';
import { resumed, type ScanDeps } from '../../chain/scan/scan.ts';
import type { HistoryRecord } from '../history-schemas.ts';
import { withoutNewest } from './history-record.ts';

/** Number of blocks in 35 days (one block per two seconds). Options are rarely open longer. */
export const LOOK_BACK = 35 * 43_200;
/** A block of Base before the first order book. */
const FIRST_BLOCK = 33_000_000;
/** Returns the first block that can have a fill: 0 on a young chain such as the devnet. */
export function firstBlock(head: number): number {
  return head < FIRST_BLOCK ? 0 : FIRST_BLOCK;
}

/**
 * Returns the record to continue with: the known record, or a record that reads the last 35 days
 * again and keeps the known transactions. The record's newest block is on the chain.
 * @throws RpcError
 * @throws ChainNodeError when the client's node is far behind the chain
 */
export async function beginHistory(
  deps: ScanDeps,
  border: BlockHeader,
  options: {
    readonly account: string;
    readonly books: readonly string[];
    readonly isAgain: boolean;
    /** Called after each wait, because the user can extend the search during the wait. */
    readonly known: () => HistoryRecord | undefined;
  },
): Promise<HistoryRecord> {
  const { account, isAgain, known } = options;
  const books = [...options.books];
  const isNear = ({ to }: HistoryRecord) => border.number - to <= LOOK_BACK;
  const record = await resumed(deps, border, {
    known,
    isUsable: (before) =>
      !isAgain && isNear(before) && books.every((book) => before.books.includes(book)),
    cut: withoutNewest,
  });
  if (record !== undefined) return { ...record, books };
  const lookBack = Math.max(firstBlock(border.number), border.number - LOOK_BACK);
  const { at } = await readHeader(deps.client, lookBack);
  const now = known();
  const isFurther = now !== undefined && !isAgain && now.target < lookBack && isNear(now);
  return {
    chainId: CHAIN_ID,
    account,
    books,
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
