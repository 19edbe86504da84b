import type { Address, Hex } from 'viem';
import { isOrderBook } from '../../../shared/chain/chain-context.ts';
import { BOOK_R12, CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { ReferrerView } from '../../../shared/messages/market.ts';
import { encodeClaimFees } from '../../../shared/orders/maker-calls.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Rpc } from '../chain/rpc.ts';
import { readReferrerFees } from '../orders/referrer-fees.ts';
import type { OwnTransactions } from '../sending/own-transactions.ts';

/**
 * Returns what an account has earned as referrer of fills. Rejects when the node doesn't respond.
 */
export async function referrerView(client: Rpc, account: Address): Promise<ReferrerView> {
  const { splitBps, claimable } = await readReferrerFees(client, account);
  return {
    account,
    splitBps: Number(splitBps),
    claimable: claimable.map(({ book, token, amount }) => ({
      book,
      isCurrentBook: book === BOOK_R12,
      token: token.address,
      symbol: token.symbol,
      amount: amount.toString(),
      decimals: token.decimals,
    })),
  };
}

/** Asks to withdraw the earnings in one token. */
export function claimFees(
  own: OwnTransactions,
  { account, book, token }: { account: Address; book: Address; token: Address },
): Promise<Hex> {
  if (!isOrderBook(book)) throw new RpcError('rejected');
  const data = encodeClaimFees(token);
  return own.call({ chainId: CHAIN_ID, account, to: book, data });
}
