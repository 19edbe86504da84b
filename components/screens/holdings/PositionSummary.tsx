import { i18n } from '#i18n';
import { closingAmount, headlineWorth } from '../../../shared/positions/headline.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { contractsWord, fittingPercent, fittingUsd, plainPercent } from '../../texts/numbers.ts';
import {
  contractsText,
  moneyText,
  originLabel,
  paidText,
  stateLabel,
} from '../../texts/position-texts.ts';
import { localTime } from '../../texts/times.ts';
import { Card } from '../../ui/Card.tsx';
import { TokenProfit } from './ProfitFigure.tsx';
import { SpotSource } from './SpotSource.tsx';
import { VerificationBadge } from './VerificationBadge.tsx';

const UNKNOWN = '—';
/** Numbers of characters that fit on a line: in large type, and in the small type below. */
const HEADLINE = 10;
const LINE = 16;

/** Shows a position in one line, its profit, and whether the chain confirms the position. */
export function PositionSummary({ row, owner }: { row: PositionRow; owner: string | undefined }) {
  const { token } = row;
  const hidden = useHidden();
  const worth = headlineWorth(row);
  const line = [
    originLabel(row),
    hidden(contractsWord(contractsText(row))),
    stateLabel(row.state),
    row.isPhysical ? i18n.t('positions.physical') : undefined,
    localTime(row.expiry),
    owner,
  ];
  return (
    <Card className="flex flex-col gap-2">
      <p className="text-xs text-muted">{line.filter((part) => part !== undefined).join(' · ')}</p>
      <div className="flex items-start justify-between gap-3">
        <VerificationBadge row={row} />
        <div className="flex max-w-[60%] shrink-0 flex-col items-end">
          <TokenProfit
            units={worth?.profit}
            token={token}
            most={HEADLINE}
            className="text-lg font-semibold"
          />
          <span className="max-w-full break-words text-end text-xs text-muted">
            {worth?.profitUsd === undefined ? '' : hidden(fittingUsd(worth.profitUsd, LINE, true))}
            {worth?.profitBps === undefined
              ? ''
              : ` · ${hidden(fittingPercent(worth.profitBps, LINE))}`}
          </span>
        </div>
      </div>
      {row.state === 'open' ? <p className="text-xs text-muted">{hidden(valuedHow(row))}</p> : null}
      <SpotSource row={row} />
    </Card>
  );
}

/** Explains how a running option was valued, and how much it would pay if it were settled now. */
function valuedHow(row: PositionRow): string {
  const { token, closesBy } = row;
  const closing = closingAmount(row);
  if (closing === undefined) return i18n.t('positions.asIfSettled');
  const volatility = plainPercent(BigInt(Math.round((row.volatility ?? 0) * 10_000)));
  const settled = row.worth === undefined ? UNKNOWN : moneyText(row.worth.value, token);
  return [
    row.side === 'buyer'
      ? i18n.t('positions.sellNowAmount', { amount: moneyText(closing, token) })
      : i18n.t('positions.buyBackNowAmount', { amount: paidText(closing, token) }),
    closesBy && i18n.t(`positions.closesBy.${closesBy}`, { volatility }),
    i18n.t('positions.settledNow', { now: settled }),
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}
