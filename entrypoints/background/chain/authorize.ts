import type { Address } from 'viem';
import { isPending } from '../../../shared/activity/is-pending.ts';
import type { TransactionRecord } from '../../../shared/activity/record.ts';
import type { CodeChange, TransactionDraft } from '../../../shared/approvals/types.ts';
import { NO_CODE } from '../../../shared/chain/delegation.ts';
import type { Authorization } from '../../../shared/chain/raw-transaction.ts';
import { CondorError } from '../../../shared/errors.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { codeUse, isDelegatorGenuine, readAccountCode } from './account-code.ts';
import { parseQuantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';

/**
 * Thrown when the account's code or pending transactions don't allow the transaction. Nothing was
 * signed.
 */
export class DelegationError extends CondorError<
  'delegator-changed' | 'account-busy' | 'code-changed'
> {
  constructor(code: DelegationError['code']) {
    super(code, 'The code of the account does not allow it.', {
      details: { phase: 'beforeSend' },
    });
  }
}

interface Due {
  readonly rpc: Rpc;
  readonly chainId: number;
  readonly account: Address;
  readonly draft: TransactionDraft;
  readonly nonce: number;
  readonly transactions: readonly TransactionRecord[];
}

/**
 * Checks right before signing that the account still has the code that the user agreed to. For a
 * change of code, returns the authorization to sign. Throws `DelegationError`.
 */
export async function authorizationFor(
  due: Due,
): Promise<{ readonly account: Address; readonly authorization: Authorization } | undefined> {
  const { rpc, chainId, account, draft } = due;
  ensureNoneWaits(due);
  const use = codeUse(draft, account);
  if (use === undefined) {
    // If the account gets code before the transaction is mined, that code would run with this data.
    const isOwnCall = draft.data !== '0x' && isSameAddress(draft.to ?? '', account);
    if (isOwnCall && (await readAccountCode(rpc, account)).kind !== 'none')
      throw new DelegationError('code-changed');
    return undefined;
  }
  if (use.delegate !== NO_CODE && !(await isDelegatorGenuine(rpc, chainId))) {
    throw new DelegationError('delegator-changed');
  }
  const { codeChange } = draft;
  if (codeChange === undefined) {
    // Without the code, a batch would do nothing and still succeed.
    const { kind } = await readAccountCode(rpc, account);
    if (kind !== 'delegator') throw new DelegationError('code-changed');
    return undefined;
  }
  const address = codeChange.delegate as Address;
  const nonce = await authorizationNonce(due, codeChange);
  return { account: codeChange.account as Address, authorization: { chainId, address, nonce } };
}

/**
 * Throws while another authorization of the account is pending. An authorization is valid until its
 * nonce is used, so a transaction that changes code may only be replaced by one that makes the same
 * change or removes the code. Until the nonce is used, the account sends nothing else.
 */
function ensureNoneWaits({ chainId, account, draft, nonce, transactions }: Due): void {
  const { codeChange } = draft;
  for (const row of transactions) {
    if (!isPending(row) || row.chainId !== chainId) continue;
    const pending = row.code?.isChanged === true ? row.code : undefined;
    if (row.nonce === nonce && isSameAddress(row.account, account)) {
      if (pending !== undefined && !covers(codeChange, pending)) {
        throw new DelegationError('account-busy');
      }
      continue;
    }
    const concerned = [account, ...(codeChange === undefined ? [] : [codeChange.account])];
    const isChanging = concerned.some((one) => isSameAddress(one, pending?.account ?? ''));
    const isAhead = codeChange !== undefined && isSameAddress(row.account, codeChange.account);
    if (isChanging || isAhead) throw new DelegationError('account-busy');
  }
}

function covers(
  change: CodeChange | undefined,
  pending: { readonly account: string; readonly delegate: string },
): boolean {
  if (change === undefined || !isSameAddress(change.account, pending.account)) return false;
  return change.delegate === pending.delegate || change.delegate === NO_CODE;
}

/**
 * Returns the nonce for the authorization. If the account is the sender, its transaction uses a
 * nonce first. Throws when the node knows unmined transactions of the account.
 */
async function authorizationNonce(
  { rpc, account, nonce }: Due,
  { account: authority }: CodeChange,
): Promise<number> {
  const [latest, pending] = await Promise.all(
    ['latest', 'pending'].map(async (tag) =>
      Number(parseQuantity(await rpc.request('eth_getTransactionCount', [authority, tag]))),
    ),
  );
  if (latest === undefined) throw new DelegationError('account-busy');
  if (isSameAddress(authority, account)) {
    if (nonce !== latest) throw new DelegationError('account-busy');
    return nonce + 1;
  }
  if (latest !== pending) throw new DelegationError('account-busy');
  return latest;
}
