import { type Address, type Hex, zeroAddress } from 'viem';
import { BOOK_R12, CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { exactAmount } from '../../../shared/format.ts';
import type { ReferrerView } from '../../../shared/messages/market.ts';
import { encodeClaimFees } from '../../../shared/orders/maker-calls.ts';
import type { OwnTransactions } from '../approvals/own-transactions.ts';
import type { Rpc } from '../chain/rpc.ts';
import { amountWords } from '../orders/market-words.ts';
import { readReferrerFees } from '../orders/referrer-fees.ts';

/** What an account has earned by fills that name it as their referrer. Rejects without a node. */
export async function referrerView(
  client: Rpc,
  options: { account: Address; ownReferrer: string },
): Promise<ReferrerView> {
  const { account, ownReferrer } = options;
  const { splitBps, claimable } = await readReferrerFees(client, account);
  return {
    account,
    splitBps: Number(splitBps),
    claimable: claimable.map(({ token, amount }) => ({
      token: token.address,
      symbol: token.symbol,
      amount: amountWords(amount, token.decimals),
      exact: exactAmount(amount, token.decimals),
    })),
    ...(ownReferrer === zeroAddress ? {} : { ownReferrer }),
  };
}

/** Asks to be paid what was earned in one token. */
export function claimFees(
  own: OwnTransactions,
  options: { account: Address; token: Address },
): Promise<Hex> {
  const data = encodeClaimFees(options.token);
  return own.call({ chainId: CHAIN_ID, account: options.account, to: BOOK_R12, data });
}
