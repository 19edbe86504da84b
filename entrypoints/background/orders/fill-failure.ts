import type { Address, Hex } from 'viem';
import { type CallFailure, wordsIn } from '../../../shared/chain/call-failure.ts';
import { hasCode } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { FillArguments } from '../../../shared/orders/calldata.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import {
  type FillRevertCode,
  failureOfRevert,
  fillRevert,
} from '../../../shared/orders/failures.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import { quoteFill } from '../../../shared/orders/quote.ts';
import { FAILURE_OF_TICKET } from '../../../shared/orders/ticket-failures.ts';
import { isRejection, NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { callFailure } from '../chain/call-failure.ts';
import { MinedAfterAll } from '../chain/made-again.ts';
import type { Rpc } from '../chain/rpc.ts';
import { readFillFacts, whoLacks } from './fill-facts.ts';
import type { FillFailure } from './fill-schemas.ts';
import { FeedError, NoFeedError } from './read-feed.ts';
import { TicketError } from './ticket-error.ts';

/** Returns why a fill failed, from the error that was thrown. */
export function failureOf(error: unknown): FillFailure {
  if (error instanceof TicketError) return failureOfTicket(error);
  if (error instanceof FeedError || error instanceof NoFeedError) return { code: 'feedDown' };
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
  return { code: FAILURE_OF_TICKET[code], ...(check === undefined ? {} : { check }) };
}

function failureByRevert(reason: CallFailure): FillFailure {
  return { code: fillRevert(wordsIn(reason)), reason };
}

/**
 * Returns the meaning of a fill's revert. When tokens or an allowance are missing, it reads whose:
 * the chain reports only that something is missing.
 */
export async function explainRevert(options: {
  client: Rpc;
  account: Address;
  book: Address;
  fill: FillArguments;
  reason: string;
}): Promise<{ readonly code: FillRevertCode }> {
  const { client, account } = options;
  const revert = fillRevert(options.reason);
  if (revert !== 'allowance' && revert !== 'balance') return { code: revert };
  const { order } = options.fill;
  const { terms, collateral } = describeOrder(order);
  if (terms === undefined || collateral === undefined) return { code: revert };
  const { decimals } = collateral;
  // Without the facts, returns the general code.
  const facts = await readFillFacts(client, account, {
    order,
    nonce: computeNonce(order),
    optionBookAddress: options.book,
  }).catch(() => undefined);
  if (facts === undefined) return { code: revert };
  const contracts = order.numContracts;
  const quote = quoteFill({ order, terms, contracts, decimals, spot: facts.oraclePrice });
  const [who] = whoLacks(revert, facts, quote);
  return { code: failureOfRevert(revert, who) };
}

/**
 * Returns why a mined transaction failed, from the same call on the state after it; `undefined`
 * when no node reports a reason. Never rejects: the failure itself is known.
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
