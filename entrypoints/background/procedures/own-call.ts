import type { Address } from 'viem';
import type { CodeChange } from '../../../shared/approvals/types.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Clock, Random, Wait } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { OWN } from '../approvals/sending/own-transactions.ts';
import type { TransactionRequest, Transactions } from '../approvals/sending/transactions.ts';
import { readReceipt } from '../chain/read-receipt.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settled } from '../chain/settlements.ts';

/** The parts of the wallet that the calls of a procedure pass through. */
export interface OwnCallDeps {
  readonly client: Rpc;
  readonly transactions: Transactions;
  readonly settled: (hash: string) => Promise<Settled>;
  /** Returns the hash that was sent for a request, if any. */
  readonly answerTo: (requestKey: string) => string | undefined;
  /** Returns true while the vault with this account is open. */
  readonly isUnlocked: (account: string) => boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly wait: Wait;
}

/** A planned call, stored with its key before the user is asked. */
interface OwnCall {
  readonly key: string;
  readonly to: string;
  readonly data: string;
  readonly value?: string;
  readonly codeChange?: CodeChange;
}

/**
 * Asks the user for a procedure's call on Base, unless a former worker has sent it. Returns the
 * call's hash. Rejects with the errors of `Transactions`, and with `lockedMeanwhile` while the
 * account's vault is locked.
 */
export async function askOnce(
  { answerTo, isUnlocked, transactions }: OwnCallDeps,
  account: string,
  { key, value = '0x0', to, data, codeChange }: OwnCall,
  more: Pick<TransactionRequest, 'insteadOf' | 'onAgreed' | 'step'> = {},
): Promise<string> {
  const sent = answerTo(key);
  if (sent !== undefined) return sent;
  // A new worker can start while the wallet is locked and the user is away, and another vault can be
  // open by now.
  if (!isUnlocked(account)) throw new RpcError('lockedMeanwhile');
  return transactions.ask({
    ...{ requester: OWN, requestKey: key, chainId: CHAIN_ID, account: account as Address },
    transaction: { to, data, value, ...(codeChange === undefined ? {} : { codeChange }) },
    ...more,
  });
}

/**
 * Resolves when a sent call has ended. The call's receipt decides if the activity has no row of the
 * call, or reports it as lost because a node lags.
 */
export async function settledOnChain(deps: OwnCallDeps, sent: string): Promise<Settled> {
  const settled = await deps.settled(sent);
  if (settled.status !== 'dropped') return settled;
  const receipt = await readReceipt(deps.client, deps.wait, settled.hash);
  // The activity may have recorded the call's end during the reads.
  if (receipt === undefined) return deps.settled(sent);
  return { hash: settled.hash, status: receipt.status === '0x1' ? 'confirmed' : 'failed' };
}
