import type { Address } from 'viem';
import { tokenFact } from '../../../shared/approvals/facts/amounts.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { chainContext, isOrderBook } from '../../../shared/chain/chain-context.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { AllowanceView } from '../../../shared/messages/snapshot.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { TokenNames } from '../chain/token-names.ts';
import type { ActivityLog } from '../state/activity.ts';

/**
 * Returns the allowances on Base that this account granted through the wallet and that still exist,
 * newest first. Rejects when the node doesn't respond.
 */
export async function listAllowances(options: {
  activity: ActivityLog;
  rpc: Rpc;
  account: string;
  tokenNames: TokenNames;
}): Promise<AllowanceView[]> {
  const { activity, rpc, account, tokenNames } = options;
  const seen = new Set<string>();
  const granted = activity.transactions().flatMap((entry) => {
    const { allowance } = entry;
    if (allowance === undefined || entry.chainId !== CHAIN_ID) return [];
    if (entry.account.toLowerCase() !== account.toLowerCase()) return [];
    const key = `${allowance.token}:${allowance.spender}`.toLowerCase();
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ ...allowance, grantedAt: entry.at }];
  });
  const context = chainContext(CHAIN_ID, '', tokenNames.known(CHAIN_ID));
  const named = tokenNames.read(
    rpc,
    CHAIN_ID,
    granted.map(({ token }) => token),
  );
  const views = await Promise.all(
    granted.map(async ({ token, spender, grantedAt }): Promise<AllowanceView | undefined> => {
      const [amount] = await Promise.all([readAllowance(rpc, token, account, spender), named]);
      // Zero, or the contract isn't a token: there is nothing to revoke.
      if (amount === undefined || amount === 0n) return undefined;
      return {
        token: tokenFact(token, context),
        spender,
        isBook: isOrderBook(spender),
        units: amount.toString(),
        grantedAt,
      };
    }),
  );
  return views.filter((view) => view !== undefined);
}

async function readAllowance(rpc: Rpc, token: string, owner: string, spender: string) {
  try {
    return await readContract(rpc, {
      address: token as Address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [owner as Address, spender as Address],
    });
  } catch (error) {
    if (error instanceof CondorError) throw error;
    // Skips a contract that is gone or never was a token.
    return undefined;
  }
}
