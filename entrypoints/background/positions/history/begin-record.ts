import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { type BlockHeader, readHeader } from './chain-blocks.ts';
import type { HistoryRecord } from './history-record.ts';

/** 35 days of blocks of two seconds: options live about so long, so that older ones have ended. */
export const LOOK_BACK = 35 * 43_200;
/** Before this block there was no order book on Base. */
const FIRST_BLOCK = 33_000_000;
/** Blocks that are read again when the chain has another block than the one that was read. */
const REORG = 1_000;

/** Returns the first block that can hold a fill. The devnet is younger than the protocol. */
export function firstBlock(head: number): number {
  return head < FIRST_BLOCK ? 0 : FIRST_BLOCK;
}

/**
 * Returns the record to go on with, whose newest block is on the chain: the known one, or one that
 * reads the last 35 days from the start and keeps the known transactions. @throws RpcError
 */
export async function beginRecord(
  { client, account, isAgain }: { client: Rpc; account: string; isAgain: boolean },
  known: HistoryRecord | undefined,
  border: BlockHeader,
): Promise<HistoryRecord> {
  const gap = border.number - (known?.to ?? 0);
  if (known === undefined || isAgain || gap < 0 || gap > LOOK_BACK) {
    const target = Math.max(firstBlock(border.number), border.number - LOOK_BACK);
    const { at } = await readHeader(client, target);
    return {
      chainId: CHAIN_ID,
      account,
      from: border.number + 1,
      to: border.number,
      toHash: border.hash,
      toAt: border.at,
      target,
      targetAt: at,
      transactions: known?.transactions ?? [],
      single: [],
      searched: [],
    };
  }
  const block = await readHeader(client, known.to);
  if (block.hash === known.toHash) return known;
  const to = Math.max(known.from - 1, known.to - REORG, 0);
  const again = await readHeader(client, to);
  const transactions = known.transactions.filter((one) => one.block <= to);
  return { ...known, to, toHash: again.hash, toAt: again.at, transactions };
}
