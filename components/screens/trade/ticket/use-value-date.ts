import { useMemo, useState } from 'react';
import { i18n } from '#i18n';
import { momentAfter, timeSteps } from '../../../../shared/desk/time-steps.ts';
import type { PayoffPicture } from '../../../../shared/orders/picture.ts';
import { yearsBetween } from '../../../../shared/orders/price.ts';
import { profitBefore } from '../../../../shared/orders/value-before.ts';
import { unixSeconds } from '../../../../shared/units.ts';
import { MINUTE_MS, useNow } from '../../../hooks/use-now.ts';
import { localTime } from '../../../texts/times.ts';
import type { Ticket, TicketPage } from './ticket-model.ts';

const PARTS = 72;

/** Returns a ticket's profit at a chosen time before expiry; undefined without a volatility. */
export function useValueDate(ticket: Ticket, { figures, picture }: TicketPage) {
  const [chosen, setChosen] = useState(0);
  const now = Math.floor(useNow(MINUTE_MS) / 1000);
  const { view, offer } = ticket;
  const { expiry, model } = view;
  const steps = timeSteps(expiry, now);
  const later = Math.min(chosen, steps.count);
  const at = momentAfter(later, { steps, now, last: expiry });
  const { quote, contracts } = figures;
  const volatility = model?.volatility;
  const profitOf = useMemo(
    () =>
      volatility === undefined
        ? undefined
        : profitBefore(
            { ...{ terms: offer.terms, decimals: offer.decimals }, quote, contracts },
            { years: yearsBetween(unixSeconds(at), unixSeconds(expiry)), volatility },
          ),
    [offer, quote, contracts, at, expiry, volatility],
  );
  const points = useMemo(
    () =>
      profitOf && picture && pricesOf(picture).map((price) => [price, profitOf(price)] as const),
    [profitOf, picture],
  );
  if (volatility === undefined || points === undefined || profitOf === undefined) return undefined;
  return {
    points,
    profitOf,
    volatility,
    when: whenText(at, { isNow: later === 0, isEnd: at >= expiry }),
    steps: steps.count,
    later,
    setChosen,
  };
}

function whenText(at: number, { isNow, isEnd }: { isNow: boolean; isEnd: boolean }): string {
  if (isNow) return i18n.t('ticket.valueNow');
  return isEnd ? i18n.t('desk.atExpiry') : localTime(at);
}

/**
 * Returns evenly spaced prices, the current price, and the prices at which the payoff has a kink.
 * Near expiry, the value bends at these prices.
 */
function pricesOf({ points, spot }: PayoffPicture): readonly number[] {
  const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  const even = Array.from({ length: PARTS + 1 }, (_, i) => from + ((to - from) * i) / PARTS);
  const marks = [...points.map(([price]) => price), ...(spot === undefined ? [] : [spot])];
  const inside = marks.filter((price) => price >= from && price <= to);
  return [...new Set([...even, ...inside])].sort((a, b) => a - b);
}
