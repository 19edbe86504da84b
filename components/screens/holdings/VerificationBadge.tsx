import { BadgeCheck, CircleAlert, CircleDashed, Clock } from 'lucide-react';
import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/positions/position-view.ts';

/** Shows whether the option contract confirms the position. */
export function VerificationBadge({ row }: { row: PositionRow }) {
  const { verification, isFresh, isMoneyProven, isChecking, formulaPayout } = row;
  const { Icon, text, tone } =
    verification === 'disagrees'
      ? ({ Icon: CircleAlert, text: 'positions.disagrees', tone: 'text-bad' } as const)
      : verification === 'notChecked'
        ? ({
            Icon: CircleDashed,
            text: isChecking === true ? 'positions.checking' : 'positions.notChecked',
            tone: 'text-muted',
          } as const)
        : isMoneyProven
          ? ({
              Icon: BadgeCheck,
              text:
                formulaPayout === undefined ? 'positions.verified' : 'positions.provenByReceipt',
              tone: 'text-good',
            } as const)
          : // An unproven premium can make a loss look like a gain.
            ({
              Icon: CircleDashed,
              text: 'positions.contractVerified',
              tone: 'text-muted',
            } as const);
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-xs">
      <span className={`flex items-center gap-1 ${tone}`}>
        <Icon aria-hidden size={13} /> {i18n.t(text)}
      </span>
      {isFresh ? (
        <span className="flex items-center gap-1 text-muted">
          <Clock aria-hidden size={12} /> {i18n.t('positions.justFilled')}
        </span>
      ) : null}
    </span>
  );
}
