import type { Address, Hex } from 'viem';
import { isPending } from '../../../../shared/activity/is-pending.ts';
import type { TransactionRecord } from '../../../../shared/activity/record.ts';
import type {
  ApprovalDraft,
  CodeChange,
  TransactionDraft,
} from '../../../../shared/approvals/types.ts';
import { NO_CODE } from '../../../../shared/chain/delegation.ts';
import { parseRaw } from '../../../../shared/chain/raw-transaction.ts';
import { CondorError } from '../../../../shared/errors.ts';
import type { Random } from '../../../../shared/ports.ts';
import { quantity } from '../../chain/quantities.ts';
import type { ActivityLog } from '../../kernel/activity.ts';
import { OWN, ownKey } from './own-transactions.ts';
import type { Transactions } from './transactions.ts';

/** Nodes require a replacement to pay at least 10 % more. The other 3 % cover rounding. */
const RAISE_PERCENT = 113n;

export class ReplacementError extends CondorError<'notPending'> {}

/** Returns one of the wallet's transactions while it is pending; otherwise `undefined`. */
export function pendingTransaction(activity: ActivityLog, id: string) {
  const entry = activity.find(id);
  if (entry === undefined || !isPending(entry) || !entry.raw || entry.nonce === undefined) return;
  return { entry, nonce: entry.nonce, signed: parseRaw(entry.raw as Hex) };
}

/** Returns the transaction that a draft replaces, if it is pending. Prices are in wei per gas. */
export function replacedBy(activity: ActivityLog, { request }: ApprovalDraft) {
  if (request.kind !== 'transaction' || request.replaces === undefined) return undefined;
  const found = pendingTransaction(activity, request.replaces);
  if (found === undefined) return undefined;
  const { entry, signed } = found;
  const isLegacy = signed.type === 'legacy';
  return {
    what: entry.what,
    gas: signed.gas,
    data: signed.data,
    maxFeePerGas: isLegacy ? signed.gasPrice : signed.maxFeePerGas,
    priority: isLegacy ? signed.gasPrice : signed.maxPriorityFeePerGas,
  };
}

/** Returns the minimum prices of a replacement, in wei per gas. */
export function replacementFloor(
  activity: ActivityLog,
  draft: ApprovalDraft,
): { maxFeePerGas: bigint; priority: bigint } | undefined {
  const replaced = replacedBy(activity, draft);
  if (replaced === undefined) return undefined;
  const { maxFeePerGas, priority } = replaced;
  return { maxFeePerGas: raised(maxFeePerGas), priority: raised(priority) };
}

function raised(price: bigint): bigint {
  return (price * RAISE_PERCENT) / 100n + 1n;
}

/** Speeds up and cancels the wallet's pending transactions, through the approval queue. */
export function createReplacements(deps: {
  activity: ActivityLog;
  transactions: Transactions;
  random: Random;
}) {
  const find = (id: string) => {
    const found = pendingTransaction(deps.activity, id);
    if (found === undefined) {
      throw new ReplacementError('notPending', 'The transaction is not waiting.');
    }
    return found;
  };

  const ask = (
    entry: TransactionRecord,
    transaction: Omit<TransactionDraft, 'siteFee'>,
    { isCancel = false } = {},
  ) =>
    deps.transactions.ask({
      requester: OWN,
      requestKey: ownKey(deps.random),
      chainId: entry.chainId,
      account: entry.account as Address,
      transaction,
      replaces: entry.id as Hex,
      ...(isCancel ? { isCancel } : {}),
    });

  return {
    /**
     * Asks for the same transaction with a higher fee. Rejects with `ReplacementError` if the
     * transaction isn't pending any more.
     */
    async speedUp(id: string): Promise<Hex> {
      const { entry, signed } = find(id);
      const transaction = {
        value: quantity(signed.value),
        data: signed.data,
        ...(signed.to ? { to: signed.to } : {}),
        gas: quantity(signed.gas),
        ...codeChangeOf(entry),
      };
      // A sped-up cancellation is still a cancellation.
      return ask(entry, transaction, { isCancel: entry.isCancel === true });
    },

    /**
     * Asks for an empty transaction to the same account with the same nonce, so that the pending
     * transaction can't be mined.
     */
    async cancel(id: string): Promise<Hex> {
      const { entry } = find(id);
      const transaction = {
        to: entry.account,
        value: '0x0',
        data: '0x',
        ...codeChangeOf(entry, NO_CODE),
      };
      return ask(entry, transaction, { isCancel: true });
    },
  };
}

/**
 * Returns the change of code that a replacement must contain. A sent authorization stays valid
 * until its nonce is used, so a cancellation removes the code.
 */
function codeChangeOf(
  { code, what }: TransactionRecord,
  delegate?: string,
): { readonly codeChange?: CodeChange } {
  if (code?.isChanged !== true) return {};
  const former = what.kind === 'remove code' ? what.former : undefined;
  const change = { account: code.account, delegate: delegate ?? code.delegate };
  return { codeChange: { ...change, ...(former === undefined ? {} : { former }) } };
}
