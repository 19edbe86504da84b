import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { i18n } from '#i18n';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { isOrderBook, UNLIMITED } from '../../../shared/chain/place.ts';
import { shortAddress } from '../../../shared/format.ts';
import type { AllowanceView } from '../../../shared/messages/snapshot.ts';
import { tokenAt } from '../../../shared/orders/tokens.ts';
import type { Rpc } from '../chain/rpc.ts';
import { chainOf } from '../chain/transaction-state.ts';
import { amountWords } from '../orders/market-words.ts';
import type { ActivityLog } from '../state/activity.ts';

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
      // Zero, or no token at all: there is nothing to take back.
      if (amount === undefined || amount === 0n) return undefined;
      const known = tokenAt(token as Address);
      const isBook = isOrderBook(spender);
      const text = known === undefined ? amount.toString() : amountWords(amount, known.decimals);
      return {
        token,
        symbol: known?.symbol ?? shortAddress(token),
        spender,
        ...(isBook ? { spenderName: i18n.t('approving.orderBook') } : {}),
        amount: amount >= UNLIMITED ? i18n.t('approving.unlimited') : text,
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
  try {
    return decodeFunctionResult({ abi: erc20Abi, functionName, data: answer as Hex });
  } catch {
    // The contract is gone or never was a token; the others are listed all the same.
    return undefined;
  }
}
