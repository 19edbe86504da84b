import type { Address, Hex } from 'viem';
import { isPending } from '../../../../shared/activity/is-pending.ts';
import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import { parseRaw } from '../../../../shared/chain/raw-transaction.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { ActivityLog } from '../../kernel/activity.ts';

/** A call that was sent and isn't mined yet. */
export interface SentCall {
  readonly hash: Hex;
  readonly data: Hex;
}

export type SentCalls = (account: Address, to: Address) => readonly SentCall[];

/**
 * Reads an account's pending calls to a contract on Base, including calls that a former worker
 * sent.
 */
export function createSentCalls(activity: Pick<ActivityLog, 'transactions'>): SentCalls {
  return (account, to) =>
    activity.transactions().flatMap((row) => {
      if (!isPending(row) || row.raw === '' || row.chainId !== CHAIN_ID) return [];
      if (!isSameAddress(row.account, account)) return [];
      const signed = parseRaw(row.raw as Hex);
      if (signed.to === undefined || !isSameAddress(signed.to, to)) return [];
      return [{ hash: row.id as Hex, data: signed.data }];
    });
}
