import type { Address, Hex } from 'viem';
import { type CallFailure, wordsIn } from '../../../shared/chain/call-failure.ts';
import { hasCode } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { fillRevert } from '../../../shared/orders/failures.ts';
import { fillFailureOf } from '../../../shared/orders/ticket-failures.ts';
import { isRejection, NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { callFailure } from '../chain/call-failure.ts';
import { MinedAfterAll } from '../chain/made-again.ts';
import type { Rpc } from '../chain/rpc.ts';
import { FeedError, NoFeedError } from '../market/feed/read-feed.ts';
import type { FillFailure } from './fill-schemas.ts';
import { TicketError } from './ticket-error.ts';

/** Returns why a fill failed, from the error that was thrown. */
export function failureOf(error: unknown): FillFailure {
  if (error instanceof TicketError) return failureOfTicket(error);
  if (error instanceof FeedError || error instanceof NoFeedError) return { code: 'feedDown' };
  if (hasCode(error, 'unanswered')) return { code: 'unanswered' };
  if (error instanceof RpcError && isRejection(error)) return { code: 'rejected' };
  if (error instanceof MinedAfterAll) return { code: 'minedAfterAll' };
  if (hasCode(error, 'lostStillOpen')) return { code: 'lostStillOpen' };
  if (hasCode(error, 'lostUnclear')) return { code: 'lostUnclear' };
  if (hasCode(error, 'account-busy')) return { code: 'accountBusy' };
  if (hasCode(error, 'chainUnreachable')) return { code: 'chainDown' };
  const reason = callFailure(error);
  return error instanceof NodeError ? failureByRevert(reason) : { code: 'other', reason };
}

function failureOfTicket({ code, facts }: TicketError): FillFailure {
  const { check, reason } = facts;
  if (code === 'wouldRevert' && reason !== undefined) return failureByRevert(reason);
  if (check?.reason === 'no-operator-role') return { code: 'makerRole' };
  return { code: fillFailureOf(code), ...(check === undefined ? {} : { check }) };
}

function failureByRevert(reason: CallFailure): FillFailure {
  return { code: fillRevert(wordsIn(reason)), reason };
}

/**
 * Returns why a mined transaction failed: repeats the call on the state after the transaction's
 * block. `undefined` when the repetition gives no reason. Never rejects, because the failure itself
 * is known.
 */
export async function revertOfMined(
  client: Rpc,
  call: { from: Address; to: Address; data: Hex },
  hash: string,
): Promise<CallFailure | undefined> {
  const receipt = await client.request('eth_getTransactionReceipt', [hash]).catch(() => undefined);
  const block = isRecord(receipt) ? receipt.blockNumber : 'latest';
  try {
    await client.request('eth_call', [call, block]);
    return undefined;
  } catch (error) {
    return error instanceof NodeError ? callFailure(error) : undefined;
  }
}
