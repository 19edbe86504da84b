import type { Address, Hex } from 'viem';
import { DELEGATOR, NO_CODE } from '../../../../shared/chain/delegation.ts';
import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import { CondorError } from '../../../../shared/errors.ts';
import { isRecent } from '../../../../shared/is-recent.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { Clock, Random } from '../../../../shared/ports.ts';
import { readAccountCode } from '../../chain/account-code.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { ActivityLog } from '../../kernel/activity.ts';
import { OWN, ownKey } from './own-transactions.ts';
import type { Transactions } from './transactions.ts';

class PayerError extends CondorError<'notPossible'> {}

export type CodeChanges = ReturnType<typeof createCodeChanges>;

/** Sets and removes the code of the wallet's accounts on Base, through the approval queue. */
export function createCodeChanges(deps: {
  client: Rpc;
  transactions: Transactions;
  random: Random;
}) {
  /** The transaction calls its sender, so that no code of another account runs. */
  const ask = (
    payer: Address,
    codeChange: { account: Address; delegate: Address; former?: string },
  ) =>
    deps.transactions.ask({
      requester: OWN,
      requestKey: ownKey(deps.random),
      chainId: CHAIN_ID,
      account: payer,
      transaction: { to: payer, value: '0x0', data: '0x', codeChange },
    });

  return {
    /**
     * Removes an account's code. Another account can pay. Rejects when the node doesn't respond.
     */
    async remove({ account, payer }: { account: Address; payer: Address }): Promise<Hex> {
      const [code, own] = await Promise.all(
        [account, payer].map((address) => readAccountCode(deps.client, address)),
      );
      // The payer's transaction calls the payer and would run the payer's own unknown code.
      if (!isSameAddress(payer, account) && own?.kind === 'foreign') {
        throw new PayerError('notPossible', 'The payer runs foreign code.');
      }
      const former = code?.kind === 'foreign' ? { former: code.delegate } : {};
      return ask(payer, { account, delegate: NO_CODE, ...former });
    },

    set: (account: Address): Promise<Hex> => ask(account, { account, delegate: DELEGATOR }),
  };
}

/**
 * Milliseconds; enough time to move all assets out of an account whose key may be known to others.
 */
const RECENT_MS = 30 * 86_400_000;

/** Returns true for an account whose foreign code the wallet removed in the last 30 days. */
export function lostForeignCode(of: {
  activity: Pick<ActivityLog, 'transactions'>;
  clock: Clock;
  account: string;
}): boolean {
  return of.activity
    .transactions()
    .some(
      ({ what, status, at }) =>
        what.kind === 'remove code' &&
        what.former !== undefined &&
        status === 'confirmed' &&
        isSameAddress(what.account, of.account) &&
        isRecent(at, of.clock.now(), RECENT_MS),
    );
}
