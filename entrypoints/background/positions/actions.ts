import type {
  ActionBlock,
  PositionAction,
  PositionRow,
} from '../../../shared/messages/positions.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { Side } from '../../../shared/positions/value.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import { isUnproven, type Verification } from './verify.ts';

/**
 * What one side may do with a position that has not ended, and what stands in the way. The rules are
 * the option contract's (reference section 2.2): either side settles when due, a holder hands its
 * side over, only whoever holds both closes, excess goes to the seller.
 */
export function actionsFor(input: {
  position: PositionRecord;
  side: Side;
  now: UnixSeconds;
  verification: Verification;
  /** The account's key is in the vault. */
  canSign: boolean;
}): PositionRow['actions'] {
  const { position, side, now, verification, canSign } = input;
  if (position.status !== 'open' || isUnproven(verification)) return [];
  const common = commonBlock(side, verification, canSign);
  const excess = verification.result === 'not checked' ? undefined : verification.excess;
  const list: readonly (readonly [PositionAction, ActionBlock | undefined])[] = [
    ['payout', position.expiry > now ? 'not due' : undefined],
    ['transfer', undefined],
    ['close', position.buyer === position.seller ? undefined : 'one side only'],
    ...(side === 'seller'
      ? [['return-excess', (excess ?? 0n) > 0n ? undefined : 'no excess'] as const]
      : []),
  ];
  return list.map(([action, own]) => {
    const blocked = common ?? own;
    return { action, ...(blocked === undefined ? {} : { blocked }) };
  });
}

function commonBlock(
  side: Side,
  verification: Verification,
  canSign: boolean,
): ActionBlock | undefined {
  if (!canSign) return 'watched only';
  if (verification.result === 'not checked') return 'not checked';
  if (verification.result === 'verified') return undefined;
  if (verification.disagreements.some((fact) => fact === 'code' || fact === 'absent'))
    return 'foreign contract';
  return verification.disagreements.includes(side) ? 'not the holder' : undefined;
}
