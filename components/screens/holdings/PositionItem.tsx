import { ChevronRight } from 'lucide-react';
import { i18n } from '#i18n';
import { shortAddress } from '../../../shared/format.ts';
import { closingAmount, headlineWorth, isByModel } from '../../../shared/positions/headline.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import type { TokenAmount } from '../../../shared/units.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { fittingPercent, percentText } from '../../texts/numbers.ts';
import {
  contractsText,
  exactMoney,
  markInputs,
  moneyText,
  nameOf,
  originLabel,
  paidText,
  strikesText,
} from '../../texts/position-texts.ts';
import { leftUntil, localTime, utcTime } from '../../texts/times.ts';
import { TokenProfit } from './ProfitFigure.tsx';
import { VerificationBadge } from './VerificationBadge.tsx';

const UNKNOWN = '—';
/** Number of characters of a figure that fit the right column. */
const NARROW = 13;

/** Shows a position as one button of the list. */
export function PositionItem(props: { row: PositionRow; now: number; onPick: () => void }) {
  const hidden = useHidden();
  const { row, now } = props;
  const { token } = row;
  const worth = headlineWorth(row);
  const when = whenOf(row, now);
  const isMark = worth !== undefined && isByModel(row);
  const exact = worth === undefined ? undefined : hidden(exactMoney(worth.value, token));
  const valueTitle = isMark ? `${exact} · ${markInputs(row, now)}` : exact;
  return (
    <button
      type="button"
      onClick={props.onPick}
      className="flex w-full items-center gap-2 rounded-2xl border border-line bg-surface py-3 pe-2 ps-4 text-start hover:bg-raised"
    >
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 text-sm leading-tight font-semibold break-words">
            {nameOf(row)}
          </span>
          <span className="shrink-0 rounded-md bg-raised px-1.5 py-0.5 text-xs text-muted">
            {originLabel(row)}
          </span>
        </span>
        <span className="text-xs break-words text-muted">
          {hidden(contractsText(row))} × {strikesText(row)}
        </span>
        <span className="text-xs text-muted" title={when.full}>
          {when.text}
        </span>
        <VerificationBadge row={row} />
      </span>
      <span className="flex max-w-[45%] shrink-0 flex-col items-end gap-0.5 text-end">
        <TokenProfit
          units={worth?.profit}
          usd={worth?.profitUsd}
          token={token}
          most={NARROW}
          className="text-sm font-semibold"
        />
        {worth?.profitBps === undefined ? null : (
          <span
            className="max-w-full text-xs break-words text-muted"
            title={hidden(percentText(worth.profitBps))}
          >
            {hidden(fittingPercent(worth.profitBps, NARROW))}
          </span>
        )}
        <span className="max-w-full text-xs break-words text-muted" title={valueTitle}>
          {worth === undefined ? UNKNOWN : valueText(row, worth.value, hidden)}
          {isMark ? <span className="sr-only"> {markInputs(row, now)}</span> : null}
        </span>
      </span>
      <ChevronRight aria-hidden size={16} className="shrink-0 text-muted" />
    </button>
  );
}

/** Returns the price of closing, the value at a settlement now, or the final amount. */
function valueText(row: PositionRow, value: TokenAmount, hidden: (text: string) => string): string {
  const { token, side } = row;
  const closing = closingAmount(row);
  if (closing === undefined) {
    const text = hidden(moneyText(value, token, NARROW));
    const hasEnded = row.state === 'settled' || row.state === 'closed';
    return hasEnded ? text : i18n.t('positions.ifSettledNow', { value: text });
  }
  return side === 'buyer'
    ? i18n.t('positions.sellsFor', { value: hidden(moneyText(closing, token, NARROW)) })
    : i18n.t('positions.buysBackFor', { value: hidden(paidText(closing, token, NARROW)) });
}

function whenOf(row: PositionRow, now: number): { text: string; full: string } {
  const end = row.end?.at ?? row.expiry;
  switch (row.state) {
    case 'open':
      return {
        text: i18n.t('positions.expiresIn', { time: leftUntil(row.expiry, now) }),
        full: utcTime(row.expiry),
      };
    case 'awaitingSettlement':
      return {
        text: i18n.t('positions.expiredOn', { time: localTime(row.expiry) }),
        full: utcTime(row.expiry),
      };
    case 'settled':
      if (row.isPayoutUnread === true)
        return { text: i18n.t('positions.settledUnread'), full: utcTime(row.expiry) };
      return { text: i18n.t('positions.settledOn', { time: localTime(end) }), full: utcTime(end) };
    case 'closed': {
      const full = utcTime(end);
      if (row.givenTo === undefined)
        return { text: i18n.t('positions.closedOn', { time: localTime(end) }), full };
      const to = shortAddress(row.givenTo);
      if (row.end === undefined) return { text: i18n.t('positions.givenAway', { to }), full: to };
      return { text: i18n.t('positions.givenOn', { to, time: localTime(end) }), full };
    }
  }
}
