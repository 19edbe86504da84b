import type { Address, Hex } from 'viem';
import { hasCode } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import type { DecodedFill } from '../../../shared/orders/calldata.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import {
  type FillFailureCode,
  failureOfRevert,
  fillRevert,
} from '../../../shared/orders/failures.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import { quoteFill } from '../../../shared/orders/quote.ts';
import { FAILURE_OF_TICKET } from '../../../shared/orders/ticket-failures.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { chainFailure } from '../chain/revert-reason.ts';
import type { Rpc } from '../chain/rpc.ts';
import { readFillFacts, whoLacks } from './fill-facts.ts';
import { FeedError, NoFeedError } from './read-feed.ts';
import { TicketError } from './ticket-error.ts';

/** Why a fill comes to nothing, with the chain's own words or the name of a check. */
export interface FillFailure {
  readonly code: FillFailureCode;
  readonly detail?: string;
}

/** What was thrown on the way to a fill. */
export function failureOf(error: unknown): FillFailure {
  if (error instanceof TicketError) {
    const { check } = error.details;
    if (error.code === 'would-revert') {
      const detail = String(error.details.reason);
      return { code: fillRevert(detail), detail };
    }
    if (error.details.reason === 'no-operator-role') return { code: 'makerRole' };
    return {
      code: FAILURE_OF_TICKET[error.code],
      ...(typeof check === 'string' ? { detail: check } : {}),
    };
  }
  if (error instanceof FeedError || error instanceof NoFeedError) return { code: 'feedDown' };
  if (error instanceof RpcError && error.code === 'rejected') return { code: 'rejected' };
  if (hasCode(error, 'chainUnreachable')) return { code: 'chainDown' };
  if (error instanceof NodeError) {
    const detail = chainFailure(error);
    return { code: fillRevert(detail), detail };
  }
  return { code: 'other', detail: chainFailure(error) };
}

/**
 * A revert of a fill, by the chain's words and, where tokens or allowances lack, by whose: the chain
 * says only that there are too few.
 */
export async function explainRevert(options: {
  client: Rpc;
  account: Address;
  book: Address;
  fill: Extract<DecodedFill, { kind: 'fill' }>;
  reason: string;
}): Promise<FillFailure> {
  const { client, account, reason } = options;
  const revert = fillRevert(reason);
  const detail = reason;
  if (revert !== 'allowance' && revert !== 'balance') return { code: revert, detail };
  const { order } = options.fill;
  const { terms, collateral } = describeOrder(order);
  if (terms === undefined || collateral === undefined) return { code: revert, detail };
  const { decimals } = collateral;
  // Without the facts the words are the general ones.
  const facts = await readFillFacts(client, account, {
    order,
    nonce: computeNonce(order),
    optionBookAddress: options.book,
  }).catch(() => undefined);
  if (facts === undefined) return { code: revert, detail };
  const contracts = order.numContracts;
  const quote = quoteFill({ order, terms, contracts, decimals, spot: facts.oraclePrice });
  const [who] = whoLacks(revert, facts, quote);
  return { code: failureOfRevert(revert, who), detail };
}

/**
 * The revert text of a transaction that was mined and failed: the same call on the state after it.
 * Empty when no node tells it. Never rejects: that it failed is known.
 */
export async function revertOf(
  client: Rpc,
  call: { from: Address; to: Address; data: Hex },
  hash: string,
): Promise<string> {
  const receipt = await client.request('eth_getTransactionReceipt', [hash]).catch(() => undefined);
  const block = isRecord(receipt) ? receipt.blockNumber : 'latest';
  try {
    await client.request('eth_call', [call, block]);
    return '';
  } catch (error) {
    return error instanceof NodeError ? chainFailure(error) : '';
  }
}
