import type { Address } from 'viem';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { BOOK_R12, BOOKS, TOKENS, type Token } from '../../../shared/chain/deployments.ts';
import { type TokenAmount, tokenAmount } from '../../../shared/units.ts';
import { multicall, readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Unclaimed fees in one book, in base units of one token. */
export interface ClaimableFee {
  readonly book: Address;
  readonly token: Token;
  readonly amount: TokenAmount;
}

export interface ReferrerFees {
  /**
   * The referrer's share of each fee in basis points; zero when the book's owner hasn't listed the
   * referrer.
   */
  readonly splitBps: bigint;
  /** Claimable fees by book and token, without entries of zero. */
  readonly claimable: readonly ClaimableFee[];
}

const KNOWN_BOOKS: readonly Address[] = BOOKS.map(({ address }) => address);

/**
 * Reads the unclaimed fees of a referrer on every known book (options-market.md, "Referrer rules").
 * Skips books without referrer fees or without code on this chain. Reads the share from the current
 * book.
 */
export async function readReferrerFees(client: Rpc, referrer: Address): Promise<ReferrerFees> {
  const pairs = KNOWN_BOOKS.flatMap((book) => TOKENS.map((token) => ({ book, token })));
  const [amounts, splitBps] = await Promise.all([
    multicall(client, {
      contracts: pairs.map(
        ({ book, token }) =>
          ({
            address: book,
            abi: optionBookAbi,
            functionName: 'fees',
            args: [token.address, referrer],
          }) as const,
      ),
    }),
    readContract(client, {
      address: BOOK_R12,
      abi: optionBookAbi,
      functionName: 'referrerFeeSplitBps',
      args: [referrer],
    }),
  ]);
  return {
    splitBps,
    claimable: pairs.flatMap((pair, i) => {
      const amount = amounts[i]?.result ?? 0n;
      return amount > 0n ? [{ ...pair, amount: tokenAmount(amount) }] : [];
    }),
  };
}
