import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { isPinnedBook } from '../../../shared/chain/pinned-book.ts';
import { formatAmount, shortAddress } from '../../../shared/format.ts';
import type { AllowanceView } from '../../../shared/messages/snapshot.ts';
import { tokenAt } from '../../../shared/orders/tokens.ts';
import type { Rpc } from '../chain/rpc.ts';
import { chainOf } from '../chain/transaction-state.ts';
import type { ActivityLog } from '../state/activity.ts';

/** Above this an allowance is one without limit: no token has so many units. */
export const UNLIMITED = 2n ** 96n;

/**
 * Allowances on Base that were granted through the wallet by this account and that the chain still
 * knows, newest first. Rejects when the node cannot be reached.
 */
export async function listAllowances(options: {
  activity: ActivityLog;
  rpc: Rpc;
  account: string;
}): Promise<AllowanceView[]> {
  const { activity, rpc, account } = options;
  const seen = new Set<string>();
  const granted = activity.all().flatMap((entry) => {
    const { allowance } = entry;
    if (allowance === undefined || chainOf(entry) !== CHAIN_ID) return [];
    if (entry.account.toLowerCase() !== account.toLowerCase()) return [];
    const key = `${allowance.token}:${allowance.spender}`.toLowerCase();
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ ...allowance, grantedAt: entry.at }];
  });
  const views = await Promise.all(
    granted.map(async ({ token, spender, grantedAt }): Promise<AllowanceView | undefined> => {
      const amount = await readAllowance(rpc, token, account, spender);
      if (amount === 0n) return undefined;
      const known = tokenAt(token as Address);
      const text = known === undefined ? amount.toString() : formatAmount(amount, known.decimals);
      return {
        token,
        symbol: known?.symbol ?? shortAddress(token),
        spender,
        ...(isPinnedBook(spender) ? { spenderName: 'Order book' } : {}),
        amount: amount >= UNLIMITED ? 'Unlimited' : text,
        grantedAt,
      };
    }),
  );
  return views.filter((view) => view !== undefined);
}

async function readAllowance(rpc: Rpc, token: string, owner: string, spender: string) {
  const functionName = 'allowance';
  const args = [owner as Address, spender as Address] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args });
  const answer = await rpc.request('eth_call', [{ to: token, data }, 'latest']);
  return decodeFunctionResult({ abi: erc20Abi, functionName, data: answer as Hex });
}
