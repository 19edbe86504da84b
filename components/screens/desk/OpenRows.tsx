import { i18n } from '#i18n';
import type { ProfitRow } from '../../../shared/desk/profit-rows.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { amountText, fittingUsd } from '../../texts/numbers.ts';
import { exactMoney, nameOf, profitText, strikesText } from '../../texts/position-texts.ts';
import { localTime, utcTime } from '../../texts/times.ts';
import { ProfitFigure } from '../holdings/ProfitFigure.tsx';

/** Characters of an amount that fit its column at every width. */
const NARROW = 13;

/** Running positions with their cost, whose profits add up to the unrealised one. */
export function OpenRows({ rows }: { rows: readonly ProfitRow[] }) {
  const hidden = useHidden();
  if (rows.length === 0) return null;
  const countText = (count: bigint, { decimals }: ProfitRow['token']) =>
    hidden(amountText(count, decimals, 2));
  return (
    <table className="w-full text-sm" data-testid="open-rows">
      <caption className="pb-1 text-start text-sm font-semibold">{i18n.t('desk.held')}</caption>
      <thead className="text-xs text-muted">
        <tr className="*:border-b *:border-line *:py-1 *:font-medium">
          <th scope="col" className="text-start">
            {i18n.t('desk.heldPosition')}
          </th>
          <th scope="col" className="ps-3 text-end">
            {i18n.t('desk.offsetCash')}
          </th>
          <th scope="col" className="ps-3 text-end">
            {i18n.t('desk.unrealised')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(
          ({ account, keys, token, opened, cash, offset = 0n, profit, profitUsd, ...row }) => (
            <tr
              key={`${account} ${keys.join(' ')}`}
              className="*:border-b *:border-line *:py-1.5 *:align-top"
            >
              <th scope="row" className="text-start font-normal">
                <span className="font-semibold">
                  {nameOf(row)} {strikesText(row)}
                </span>
                <span className="block text-xs text-muted">
                  {i18n.t(row.side === 'seller' ? 'positions.sold' : 'positions.bought')}
                  {row.contracts === 0n ? '' : ` · ${countText(row.contracts, token)}`}
                  {offset === 0n
                    ? ''
                    : ` · ${i18n.t(row.contracts === 0n ? 'desk.isOffset' : 'desk.moreIsOffset', { count: countText(offset, token) })}`}
                </span>
                <span className="block text-xs text-muted">
                  {i18n.t('positions.opened')}{' '}
                  {opened === undefined ? (
                    '—'
                  ) : (
                    <time title={utcTime(opened)}>{localTime(opened)}</time>
                  )}
                </span>
              </th>
              <td
                className="ps-3 text-end whitespace-nowrap"
                title={cash === undefined ? undefined : hidden(exactMoney(cash, token))}
              >
                {cash === undefined ? '—' : hidden(profitText(cash, token, NARROW))}
              </td>
              <td className="ps-3 text-end">
                <ProfitFigure
                  amount={profit}
                  title={exactMoney(profit, token)}
                  text={
                    profitUsd === undefined
                      ? profitText(profit, token, NARROW)
                      : fittingUsd(profitUsd, NARROW, true)
                  }
                />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
