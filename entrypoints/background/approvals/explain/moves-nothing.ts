import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { dangersOf } from '../../../../shared/messages/inner-calls.ts';
import { unitsOf } from './asset-moves.ts';

const NOBODY = /^0x0{40}$/;

/**
 * Returns true for a call of an unknown contract that looks harmless, or for a batch with such a
 * call: behind a harmless name, the contract can do anything.
 */
export function isEffectUnproven(
  found: Understanding,
  to: string | undefined,
  meaning: CallMeaning,
  where: { readonly context: ChainContext; readonly account: string },
): boolean {
  if (found.kind === 'batch')
    return found.calls.some(({ draft, call }, index) => {
      const inner = meaning.inner?.[index];
      return inner !== undefined && isEffectUnproven(call, draft.to, inner, where);
    });
  if (to === undefined || where.context.isContract(to)) return false;
  return movesNothing(found, where.account) || isUntold(found, meaning);
}

/** Returns true if the request moves nothing out of the account and has no danger; false for known options. */
function isUntold({ kind }: Understanding, meaning: CallMeaning): boolean {
  if (kind === 'send' || kind === 'change code') return false;
  return (
    dangersOf(meaning).length === 0 &&
    meaning.leaves.every((move) => unitsOf(move) === 0n) &&
    meaning.checks.every(({ code }) => code !== 'option.productKnown')
  );
}

/**
 * Returns true for a call whose name promises to take nothing from the account. Such calls are a
 * revocation, a transfer to the account itself, a transfer of another owner's tokens, or several of
 * these.
 */
function movesNothing(found: Understanding, account: string): boolean {
  const isOwn = (address: string) => address.toLowerCase() === account.toLowerCase();
  switch (found.kind) {
    case 'approve':
    case 'allow through permit2':
      return found.amount === 0n;
    case 'allow item':
      return NOBODY.test(found.operator);
    case 'allow all':
      return !found.isAllowed;
    case 'transfer':
      return found.amount === 0n || isOwn(found.to);
    case 'transfer from':
      return found.amount === 0n || isOwn(found.to) || !isOwn(found.from);
    case 'transfer item':
      return found.count === 0n || isOwn(found.to) || !isOwn(found.from);
    case 'multicall':
      return found.calls.every((call) => movesNothing(call, account));
    default:
      return false;
  }
}
