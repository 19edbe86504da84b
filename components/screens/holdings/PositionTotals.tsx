import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { type TokenTotals, totalsOf } from '../../../shared/positions/totals.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { fittingPercent, fittingUsd, signedUsdText, usdText } from '../../texts/numbers.ts';
import { exactMoney, moneyText, profitText, symbolOf } from '../../texts/position-texts.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { ProfitFigure } from './ProfitFigure.tsx';

const UNKNOWN = '—';
/** Number of characters of a sum in large type above which two sums don't fit side by side. */
const LONG = 12;
/** Number of characters above which a sum is abbreviated. `CELL` is the limit in a table's cell. */
const MOST = 19;
const CELL = 11;
const CELL_LOOK = 'max-w-24 break-words';

/** Shows total cost and value of the positions: in dollars, and by token. */
export function PositionTotals({
  rows,
  isEnded,
}: {
  rows: readonly PositionRow[];
  isEnded: boolean;
}) {
  const hidden = useHidden();
  const totals = totalsOf(rows);
  const { valueUsd, profitUsd, profitBps } = totals;
  const valueText = valueUsd === undefined ? UNKNOWN : fittingUsd(valueUsd, MOST);
  const gainText = profitUsd === undefined ? UNKNOWN : fittingUsd(profitUsd, MOST, true);
  const size = Math.max(valueText.length, gainText.length) > LONG ? 'text-base' : 'text-lg';
  return (
    <Card
      className="flex flex-col gap-3"
      aria-label={i18n.t('positions.totals')}
      data-testid="totals"
    >
      <dl className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div className="max-w-full">
          <dt className="text-xs text-muted">
            {i18n.t(isEnded ? 'positions.paidOut' : 'positions.value')}
          </dt>
          <dd
            className={`${size} font-semibold break-words`}
            title={valueUsd === undefined ? undefined : hidden(usdText(valueUsd))}
          >
            {hidden(valueText)}
          </dd>
        </div>
        <div className="ms-auto max-w-full text-end">
          <dt className="text-xs text-muted">
            {i18n.t('positions.profit')} · {i18n.t('positions.count', totals.count)}
          </dt>
          <dd className={`${size} font-semibold`}>
            <ProfitFigure
              amount={profitUsd}
              title={profitUsd === undefined ? undefined : signedUsdText(profitUsd)}
              text={gainText}
            />
            {profitBps === undefined ? null : (
              <span className="ms-1.5 text-xs font-normal text-muted">
                {hidden(fittingPercent(profitBps, CELL))}
              </span>
            )}
          </dd>
        </div>
      </dl>
      <TokenTable totals={totals.tokens} isEnded={isEnded} />
      {isEnded ? null : <p className="text-xs text-muted">{i18n.t('positions.valuedByMark')}</p>}
      {totals.disagreeing === 0 ? null : (
        <p className="text-xs text-bad">{i18n.t('positions.leftOut', totals.disagreeing)}</p>
      )}
      {totals.unchecked === 0 ? null : (
        <p className="text-xs text-warn">{i18n.t('positions.unchecked', totals.unchecked)}</p>
      )}
      {totals.unproven === 0 ? null : (
        <p className="text-xs text-warn">{i18n.t('positions.unproven', totals.unproven)}</p>
      )}
      {totals.unknownCost === 0 ? null : (
        <p className="text-xs text-muted">{i18n.t('positions.unknownCost', totals.unknownCost)}</p>
      )}
      {totals.unknownUsd === 0 ? null : (
        <p className="text-xs text-muted">{i18n.t('positions.unknown', totals.unknownUsd)}</p>
      )}
    </Card>
  );
}

function TokenTable({ totals, isEnded }: { totals: readonly TokenTotals[]; isEnded: boolean }) {
  const hidden = useHidden();
  /** The symbol is removed, because it is the row's name. */
  const bare = (text: string) => hidden(text.slice(0, text.lastIndexOf(' ')));
  return (
    <DataTable
      className="text-xs"
      rows={totals}
      keyOf={({ token }) => token.address}
      columns={[
        { key: 'token', head: i18n.t('positions.token'), cell: ({ token }) => symbolOf(token) },
        {
          key: 'premium',
          head: i18n.t('positions.premiumNet'),
          look: CELL_LOOK,
          cell: ({ token, paid, received, isCostKnown }) =>
            isCostKnown ? bare(profitText(received - paid, token, CELL)) : UNKNOWN,
          exact: ({ token, paid, received, isCostKnown }) =>
            isCostKnown
              ? i18n.t('positions.premiumNetLong', {
                  paid: hidden(exactMoney(paid, token)),
                  received: hidden(exactMoney(received, token)),
                })
              : undefined,
        },
        {
          key: 'value',
          head: i18n.t(isEnded ? 'positions.paidOut' : 'positions.value'),
          look: CELL_LOOK,
          cell: ({ token, value }) =>
            value === undefined ? UNKNOWN : bare(moneyText(value, token, CELL)),
          exact: ({ token, value }) =>
            value === undefined ? undefined : hidden(exactMoney(value, token)),
        },
        {
          key: 'profit',
          head: i18n.t('positions.profit'),
          look: CELL_LOOK,
          cell: ({ token, profit }) =>
            profit === undefined ? UNKNOWN : bare(profitText(profit, token, CELL)),
          exact: ({ token, profit }) =>
            profit === undefined ? undefined : hidden(exactMoney(profit, token)),
        },
      ]}
    />
  );
}
