import type {
  ActionBlock,
  PositionAction,
  PositionRow,
} from '../../../shared/positions/position-view.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { Side } from '../../../shared/positions/value.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { Delivery } from './deliveries.ts';
import { type ChainCheck, isUnproven } from './verify.ts';

/**
 * Returns the actions of one side of an open position, each with the reason that blocks it, if any.
 * The option contract sets the rules (options-protocol.md, section 2.2): either side settles when
 * due, a holder transfers its side, either side splits, only a holder of both sides closes, excess
 * goes to the seller.
 */
export function actionsFor(input: {
  position: PositionRecord;
  side: Side;
  now: UnixSeconds;
  verification: ChainCheck;
  /** True when the account's key is in the vault. */
  canSign: boolean;
  /** Delivery of a physical option, if its contract reports one. */
  delivery: Delivery | undefined;
}): PositionRow['actions'] {
  const { position, side, now, verification, canSign, delivery } = input;
  if (position.status !== 'open' || isUnproven(verification)) return [];
  const common = commonBlock(side, verification, canSign);
  const list: readonly (readonly [PositionAction, ActionBlock | undefined])[] = [
    ...(side === 'buyer' && delivery !== undefined ? deliveryActions(delivery, position, now) : []),
    ['payout', payoutBlock(position, delivery, now)],
    ['offers', position.expiry > now ? undefined : 'expired'],
    ['transfer', undefined],
    ['split', position.expiry > now ? undefined : 'expired'],
    ...(position.buyer === position.seller ? [['close', undefined] as const] : []),
    ...(side === 'seller'
      ? [['returnExcess', (verification.excess ?? 0n) > 0n ? undefined : 'noExcess'] as const]
      : []),
  ];
  return list.map(([action, own]) => {
    const blocked = common ?? own;
    return { action, ...(blocked === undefined ? {} : { blocked }) };
  });
}

/** Reasons that block an action, but not the allowance for this action. */
const HARMLESS: readonly (ActionBlock | undefined)[] = [
  undefined,
  'alreadyAllowed',
  'shortOfDelivery',
];

/** Returns true when the option now takes exactly the allowance that the buyer gives. */
export function mayAllowDelivery({ actions, delivery }: PositionRow, now: UnixSeconds): boolean {
  const found = actions.find(({ action }) => action === 'allowDelivery');
  if (found === undefined || !HARMLESS.includes(found.blocked)) return false;
  return delivery?.until !== undefined && now <= delivery.until;
}

/** Until the exercise window ends, only the buyer decides about a physical option. */
function payoutBlock(
  { expiry }: PositionRecord,
  delivery: Delivery | undefined,
  now: UnixSeconds,
): ActionBlock | undefined {
  if (expiry > now) return 'notDue';
  return delivery !== undefined && now <= delivery.until ? 'windowOpen' : undefined;
}

function deliveryActions(
  { amount, allowed, balance, until, isAsAgreed }: Delivery,
  { expiry }: PositionRecord,
  now: UnixSeconds,
): readonly (readonly [PositionAction, ActionBlock | undefined])[] {
  const time = expiry > now ? 'notDue' : now > until ? 'windowEnded' : undefined;
  // This reason applies at any time, so it comes first.
  const terms = isAsAgreed ? undefined : 'otherDelivery';
  const blocked = terms ?? time ?? (balance < amount ? 'shortOfDelivery' : undefined);
  const isAllowed = allowed >= amount;
  return [
    ['allowDelivery', blocked ?? (isAllowed ? 'alreadyAllowed' : undefined)],
    ['exercise', blocked ?? (isAllowed ? undefined : 'allowFirst')],
    ['decline', time],
  ];
}

function commonBlock(
  side: Side,
  verification: ChainCheck,
  canSign: boolean,
): ActionBlock | undefined {
  if (!canSign) return 'watchedOnly';
  if (verification.result === 'notChecked') return 'notChecked';
  if (verification.result === 'verified') return undefined;
  if (verification.disagreements.some((fact) => fact === 'code' || fact === 'absent'))
    return 'foreignContract';
  return verification.disagreements.includes(side) ? 'notTheHolder' : undefined;
}
