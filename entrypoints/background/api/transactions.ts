import type { Address } from 'viem';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { CondorError } from '../../../shared/errors.ts';
import { listAllowances } from '../approvals/allowances.ts';
import type { createOwnTransactions } from '../approvals/own-transactions.ts';
import type { createReplacements } from '../approvals/replacements.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { ActivityLog } from '../state/activity.ts';
import type { Handlers } from './serve.ts';

class NoAccountError extends CondorError<'no-account'> {}

type Topics = Extract<keyof Handlers, `transactions.${string}` | `allowances.${string}`>;

/** Sending, replacing and revoking from the wallet's own pages. */
export function transactionHandlers(deps: {
  own: ReturnType<typeof createOwnTransactions>;
  replacements: ReturnType<typeof createReplacements>;
  activity: ActivityLog;
  rpcOf: (chainId: number) => Rpc;
  account: () => string | undefined;
}): Pick<Handlers, Topics> {
  const account = (): Address => {
    const selected = deps.account();
    if (selected === undefined) {
      throw new NoAccountError('no-account', 'Unlock the wallet and choose an account first.');
    }
    return selected as Address;
  };
  return {
    'transactions.speedUp': async ({ id }) => ({ hash: await deps.replacements.speedUp(id) }),
    'transactions.cancel': async ({ id }) => ({ hash: await deps.replacements.cancel(id) }),
    'transactions.send': async ({ chainId, to, amount, token }) => ({
      hash: await deps.own.send({
        chainId,
        account: account(),
        to: to as Address,
        amount: BigInt(amount),
        token: token as Address | undefined,
      }),
    }),
    'allowances.list': () =>
      listAllowances({
        activity: deps.activity,
        rpc: deps.rpcOf(CHAIN_ID),
        account: account(),
      }),
    'allowances.revoke': async ({ token, spender }) => ({
      hash: await deps.own.revoke({
        chainId: CHAIN_ID,
        account: account(),
        token: token as Address,
        spender: spender as Address,
      }),
    }),
  };
}
