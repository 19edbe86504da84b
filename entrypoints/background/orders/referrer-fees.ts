import type { Address } from 'viem';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { BOOK_R12, TOKENS, type Token } from '../../../shared/chain/deployments.ts';
import { type TokenAmount, tokenAmount } from '../../../shared/units.ts';
import { multicall, readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

export interface ReferrerFees {
  /** Basis points of each fee; zero means that the book's owner has not listed the referrer. */
  readonly splitBps: bigint;
  /** What can be claimed, in base units of each token; tokens without fees are left out. */
  readonly claimable: readonly { readonly token: Token; readonly amount: TokenAmount }[];
}

/** What a referrer has earned and not claimed, by token (spec, "Referrer rules"). */
export async function readReferrerFees(client: Rpc, referrer: Address): Promise<ReferrerFees> {
  const book = { address: BOOK_R12, abi: optionBookAbi } as const;
  const [amounts, splitBps] = await Promise.all([
    multicall(client, {
      allowFailure: false,
      contracts: TOKENS.map(
        ({ address }) => ({ ...book, functionName: 'fees', args: [address, referrer] }) as const,
      ),
    }),
    readContract(client, { ...book, functionName: 'referrerFeeSplitBps', args: [referrer] }),
  ]);
  return {
    splitBps,
    claimable: TOKENS.flatMap((token, i) => {
      const amount = amounts[i] ?? 0n;
      return amount > 0n ? [{ token, amount: tokenAmount(amount) }] : [];
    }),
  };
}
