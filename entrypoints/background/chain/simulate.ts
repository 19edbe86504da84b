import type { TransactionDraft } from '../../../shared/approvals/types.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import { type Movement, movementsOf } from './movements.ts';
import { parseQuantity, quantity } from './quantities.ts';
import { revertReason } from './revert-reason.ts';
import type { Rpc } from './rpc.ts';

export type Simulation =
  | {
      readonly outcome: 'succeeds';
      readonly block: bigint;
      /** Of several transactions only the first could be tried: the others need what it does. */
      readonly isFirstOnly?: boolean;
      /** Gas that each transaction used, where the node simulates whole blocks. */
      readonly gasUsed?: readonly bigint[];
      /** What moves, by the simulation's logs; absent when only calls could be made. */
      readonly movements?: readonly Movement[];
    }
  | {
      readonly outcome: 'fails';
      readonly block: bigint;
      /** Revert text or the node's words, cleaned and cut. */
      readonly reason: string;
      /** Which of several transactions fails, from 0. */
      readonly index: number;
    }
  /** The node did not answer: nothing is known. */
  | { readonly outcome: 'unknown' };

/**
 * Runs transactions one after another on the newest block: by `eth_simulateV1` where the node has
 * it, which also tells what moves; else the first one by `eth_call`.
 */
export async function simulate(
  rpc: Rpc,
  account: string,
  drafts: readonly TransactionDraft[],
): Promise<Simulation> {
  try {
    const block = parseQuantity(await rpc.request('eth_blockNumber', []));
    const calls = drafts.map(({ to, value, data }) => ({ from: account, to, value, data }));
    return (
      (await simulateBlock(rpc, account, calls, block)) ?? (await callFirst(rpc, calls, block))
    );
  } catch {
    // Said on the screen: an unreachable node is not a failing transaction.
    return { outcome: 'unknown' };
  }
}

interface Call {
  readonly from: string;
  readonly to: string | undefined;
  readonly value: string;
  readonly data: string;
}

/** `undefined` when the node does not know the method, or answers in another form. */
async function simulateBlock(
  rpc: Rpc,
  account: string,
  calls: readonly Call[],
  block: bigint,
): Promise<Simulation | undefined> {
  let answer: unknown;
  try {
    const request = { blockStateCalls: [{ calls }], traceTransfers: true, validation: false };
    answer = await rpc.request('eth_simulateV1', [request, quantity(block)]);
  } catch (error) {
    // The plain call below tells a refusal of the transaction from one of the method.
    if (error instanceof NodeError) return undefined;
    throw error;
  }
  const first: unknown = Array.isArray(answer) ? answer[0] : undefined;
  const results = isRecord(first) && Array.isArray(first.calls) ? first.calls : [];
  if (results.length !== calls.length || !results.every(isRecord)) return undefined;
  const failed = results.findIndex((result) => result.status !== '0x1');
  if (failed >= 0) {
    return { outcome: 'fails', block, reason: reasonOf(results[failed]), index: failed };
  }
  return {
    outcome: 'succeeds',
    block,
    gasUsed: results.map((result) => parseQuantity(result.gasUsed)),
    movements: movementsOf(account, results),
  };
}

function reasonOf(result: unknown): string {
  const failure = isRecord(result) && isRecord(result.error) ? result.error : {};
  const fallback = isRecord(result) ? result.returnData : undefined;
  const data = typeof failure.data === 'string' ? failure.data : fallback;
  const message = typeof failure.message === 'string' ? failure.message : '';
  return revertReason(message, typeof data === 'string' ? data : undefined);
}

async function callFirst(rpc: Rpc, calls: readonly Call[], block: bigint): Promise<Simulation> {
  try {
    await rpc.request('eth_call', [calls[0], quantity(block)]);
    return { outcome: 'succeeds', block, ...(calls.length > 1 ? { isFirstOnly: true } : {}) };
  } catch (error) {
    if (!(error instanceof NodeError)) return { outcome: 'unknown' };
    const { message, data } = error.body;
    const reason = revertReason(message, typeof data === 'string' ? data : undefined);
    return { outcome: 'fails', block, reason, index: 0 };
  }
}
