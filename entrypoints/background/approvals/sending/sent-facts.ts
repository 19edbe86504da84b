import { asOwnBatch } from '../../../../shared/approvals/batch.ts';
import { callOf } from '../../../../shared/approvals/facts/call-of.ts';
import type { TransactionDraft } from '../../../../shared/approvals/types.ts';
import { understandTransaction } from '../../../../shared/approvals/understand.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { chainContext } from '../../../../shared/chain/chain-context.ts';
import { COIN_DECIMALS, isDust } from '../../../../shared/chain/dust.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { TokenNames } from '../../chain/token-names.ts';

/** Names that the approval window showed. */
export interface Names {
  readonly coinOf: (chainId: number) => string;
  readonly tokenNames: Pick<TokenNames, 'known'>;
}

/** Returns the facts about a transaction that the activity stores. */
export function sentFacts(
  draft: TransactionDraft,
  { account, chainId }: { account: string; chainId: number },
  { coinOf, tokenNames }: Names,
) {
  const understanding = asOwnBatch(understandTransaction(draft, chainId), account);
  const allowance = allowanceOf(understanding);
  const receiver = receiverOf(understanding, { account, chainId });
  const context = chainContext(chainId, coinOf(chainId), tokenNames.known(chainId));
  return {
    what: callOf(understanding, context, account),
    ...(allowance === undefined ? {} : { allowance }),
    ...(receiver === undefined ? {} : { receiver }),
  };
}

/**
 * Returns the allowance that a transaction grants, for the list of allowances. Amount in base
 * units.
 */
function allowanceOf(
  understanding: Understanding,
): { token: string; spender: string; amount: string } | undefined {
  const { kind } = understanding;
  if (kind !== 'approve' && kind !== 'increase allowance') return undefined;
  const { token, spender, amount } = understanding;
  return { token, spender, amount: amount.toString() };
}

/**
 * Returns the receiver of a transfer from the account. `undefined` for dust, collectibles and
 * unlisted tokens, because sending these costs almost nothing.
 */
export function receiverOf(
  understanding: Understanding,
  { account, chainId }: { account: string; chainId: number },
): string | undefined {
  const { kind } = understanding;
  // Ignores names that contracts claim.
  const { nameAt } = chainContext(chainId, '');
  const isWorthSending = (token: string, amount: bigint) => {
    const name = nameAt(token);
    return name !== undefined && !isDust(amount, name.decimals ?? 0);
  };
  if (kind === 'send' && !isDust(understanding.value, COIN_DECIMALS)) return understanding.to;
  if (kind === 'transfer option') return understanding.target;
  if (kind === 'transfer' || kind === 'transfer from') {
    const { token, amount, to } = understanding;
    const isOwn = kind === 'transfer' || isSameAddress(understanding.from, account);
    return isOwn && isWorthSending(token, amount) ? to : undefined;
  }
  if (kind !== 'supply' && kind !== 'withdraw') return undefined;
  const { asset, amount, to } = understanding;
  return isWorthSending(asset, amount) && !isSameAddress(to, account) ? to : undefined;
}
