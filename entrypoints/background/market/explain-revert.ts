import type { Address } from 'viem';
import type { FillArguments } from '../../../shared/orders/calldata.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import {
  type FillRevertCode,
  failureOfRevert,
  fillRevert,
} from '../../../shared/orders/failures.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import { quoteFill } from '../../../shared/orders/quote.ts';
import type { Rpc } from '../chain/rpc.ts';
import { readFillFacts, whoLacks } from './fill-facts.ts';

/**
 * Returns the meaning of a fill's revert. If tokens or an allowance are missing, also reads which
 * side lacks them. The chain doesn't report the side.
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
  // Without these facts, the general code is returned.
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
