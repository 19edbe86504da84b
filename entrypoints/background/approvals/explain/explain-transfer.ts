import type { Address } from 'viem';
import type { MoveFact } from '../../../../shared/approvals/facts/moves.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import type { KnownAddress } from '../../../../shared/chain/receiver.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { coinMove, collectibleMove, tokenMove } from './asset-moves.ts';
import { explainNewReceiver, explainReceiver, type PartyFindings } from './explain-receiver.ts';
import { lostReceiver } from './lost-receiver.ts';

export interface ReceiverDeps {
  readonly context: ChainContext;
  /** Contacts, own accounts and earlier receivers. Without them, receivers aren't checked. */
  readonly known?: () => readonly KnownAddress[];
  /**
   * True when the user typed the receiver on the wallet's own page. That page shows the same check.
   */
  readonly isOwnRequest?: boolean;
}

type Transfer = Extract<
  Understanding,
  { kind: 'send' | 'transfer' | 'transfer from' | 'transfer item' }
>;

/**
 * Explains a transfer. Assets of other owners aren't listed as leaving, because they cost the
 * account nothing.
 */
export function explainTransfer(
  found: Transfer,
  deps: ReceiverDeps & { readonly account: Address },
): Partial<CallMeaning> {
  const { to } = found;
  const isAccount = (address: string) => isSameAddress(address, deps.account);
  if ('from' in found && !isAccount(found.from)) return {};
  return {
    ...transferReceiver(deps, found),
    ...lostReceiver(to, 'token' in found ? found.token : undefined, deps.context),
    // A transfer to the same account moves nothing. The simulation shows the same.
    leaves: isAccount(to) ? [] : [moveOf(found, deps.context)],
  };
}

/**
 * Checks the receiver. A coin's first receiver gets only a warning: such payments are common, and
 * users tick a checkbox unread when it always appears. Tokens and items that a site moves need an
 * acknowledgement.
 */
function transferReceiver(deps: ReceiverDeps, { kind, to }: Transfer): PartyFindings {
  const isPlain = kind === 'send' || deps.isOwnRequest === true;
  if (isPlain || deps.known === undefined) return receiverFindings(deps, to);
  return explainNewReceiver(deps.known(), to);
}

function moveOf(found: Transfer, context: ChainContext): MoveFact {
  if (found.kind === 'send') return coinMove(found.value, context);
  return found.kind === 'transfer item'
    ? collectibleMove(found.token, found.count, found.item.toString())
    : tokenMove(found.token, found.amount, context);
}

/** Checks a receiver if there are known addresses to compare it with. */
export function receiverFindings(
  { known }: Pick<ReceiverDeps, 'known'>,
  to: Address,
): PartyFindings {
  return known === undefined ? { checks: [], dangers: [] } : explainReceiver(known(), to);
}
