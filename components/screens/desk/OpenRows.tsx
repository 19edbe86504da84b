import { i18n } from '#i18n';
import type { ProfitRow } from '../../../shared/desk/profit-rows.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { amountText } from '../../texts/numbers.ts';
import { exactMoney, nameOf, profitText, strikesText } from '../../texts/position-texts.ts';
import { localTime, utcTime } from '../../texts/times.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { TokenProfit } from '../holdings/ProfitFigure.tsx';

/** Number of characters of an amount that fit its column at every width. */
const NARROW = 13;

/** Lists running positions with their cost and unrealised profit. */
export function OpenRows({ rows }: { rows: readonly ProfitRow[] }) {
  const hidden = useHidden();
  if (rows.length === 0) return null;
  return (
    <DataTable
      caption={i18n.t('desk.held')}
      testId="open-rows"
      rows={rows}
      keyOf={({ account, keys }) => `${account} ${keys.join(' ')}`}
      columns={[
        {
          key: 'position',
          head: i18n.t('desk.heldPosition'),
          cell: (row) => <Position row={row} />,
        },
        {
          key: 'cash',
          head: i18n.t('desk.offsetCash'),
          look: 'whitespace-nowrap',
          cell: ({ cash, token }) =>
            cash === undefined ? '—' : hidden(profitText(cash, token, NARROW)),
          exact: ({ cash, token }) =>
            cash === undefined ? undefined : hidden(exactMoney(cash, token)),
        },
        {
          key: 'profit',
          head: i18n.t('desk.unrealised'),
          look: 'whitespace-nowrap',
          cell: ({ profit, profitUsd, token }) => (
            <TokenProfit units={profit} usd={profitUsd} token={token} most={NARROW} />
          ),
        },
      ]}
    />
  );
}

function Position({ row }: { row: ProfitRow }) {
  const hidden = useHidden();
  const { token, opened, offset = 0n, contracts, side } = row;
  const countText = (count: bigint) => hidden(amountText(count, token.decimals, 2));
  return (
    <>
      <span className="font-semibold">
        {nameOf(row)} {strikesText(row)}
      </span>
      <span className="block text-xs text-muted">
        {i18n.t(side === 'seller' ? 'positions.sold' : 'positions.bought')}
        {contracts === 0n ? '' : ` · ${countText(contracts)}`}
        {offset === 0n
          ? ''
          : ` · ${i18n.t(contracts === 0n ? 'desk.isOffset' : 'desk.moreIsOffset', { count: countText(offset) })}`}
      </span>
      <span className="block text-xs text-muted">
        {i18n.t('positions.opened')}{' '}
        {opened === undefined ? '—' : <time title={utcTime(opened)}>{localTime(opened)}</time>}
      </span>
    </>
  );
}
