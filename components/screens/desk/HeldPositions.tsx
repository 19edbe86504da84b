import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { i18n } from '#i18n';
import type { PortfolioSums } from '../../../shared/desk/portfolio.ts';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import { headlineWorth } from '../../../shared/positions/headline.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { signedDollars } from '../../charts/chart-texts.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { useWide } from '../../hooks/use-wide.ts';
import { signedUsdText } from '../../texts/numbers.ts';
import { contractsText, originLabel, strikesText } from '../../texts/position-texts.ts';
import { productLabel } from '../../texts/product-name.ts';
import { leftUntil, localTime } from '../../texts/times.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { ProfitFigure } from '../holdings/ProfitFigure.tsx';
import { DOLLAR_GREEKS } from './dollar-greeks.ts';

export interface HeldPosition {
  readonly account: AccountView;
  readonly row: PositionRow;
}

/** Lists the portfolio's running positions. Each row links to the position's actions. */
export function HeldPositions(props: {
  held: readonly HeldPosition[];
  /** Figures of one position in dollars, in the current market. */
  figuresOf: (row: PositionRow) => PortfolioSums | undefined;
  /** True when the rows belong to several accounts, so that each row names its account. */
  isSeveral: boolean;
  /** Key of the position whose page was just closed; its row gets the focus. */
  left: string | undefined;
  onManage: (account: string, key: string) => void;
}) {
  const now = useNow(MINUTE_MS);
  const hidden = useHidden();
  const isWide = useWide();
  const table = useRef<HTMLTableElement>(null);
  const { left } = props;
  useEffect(() => {
    const rows = [...(table.current?.querySelectorAll<HTMLElement>('[data-position]') ?? [])];
    const row = rows.find(({ dataset }) => dataset.position === left);
    row?.querySelector('button')?.focus();
  }, [left]);
  if (props.held.length === 0) return null;
  return (
    <DataTable
      ref={table}
      caption={i18n.t('desk.held')}
      testId="held"
      rows={props.held}
      keyOf={({ account, row }) => `${account.address} ${row.key}`}
      marks={({ row }) => ({ 'data-position': row.key })}
      columns={[
        {
          key: 'position',
          head: i18n.t('desk.heldPosition'),
          cell: ({ account, row }) => (
            <button
              type="button"
              onClick={() => props.onManage(account.address, row.key)}
              className="group/held -my-1 flex min-h-9 items-center gap-1 rounded-lg py-1 text-start"
            >
              <span className="min-w-0">
                <span className="font-semibold group-hover/held:text-accent">
                  {productLabel(row.product)} {strikesText(row)}
                </span>
                <span className="block text-xs text-muted">
                  {originLabel(row)} · {hidden(contractsText(row))}
                  {props.isSeveral ? ` · ${account.name}` : ''}
                </span>
              </span>
              <ChevronRight aria-hidden size={16} className="shrink-0 text-muted" />
              <span className="sr-only">{i18n.t('positions.manage')}</span>
            </button>
          ),
        },
        {
          key: 'expiry',
          head: i18n.t('desk.heldExpiry'),
          isText: true,
          look: 'min-w-22 text-xs',
          cell: ({ row }) => (
            <>
              {localTime(row.expiry)}
              <span className="block text-muted">
                {row.state === 'open'
                  ? i18n.t('desk.expiryLeft', { left: leftUntil(row.expiry, now) })
                  : i18n.t('positions.state.awaitingSettlement')}
              </span>
            </>
          ),
        },
        ...(isWide ? figureColumns(props.figuresOf, hidden) : []),
        {
          key: 'profit',
          head: i18n.t('desk.profit'),
          look: 'whitespace-nowrap',
          cell: ({ row }) => <Profit row={row} />,
        },
      ]}
    />
  );
}

/** Returns the columns that only a wide page has room for: the value and the greeks. */
function figureColumns(
  figuresOf: (row: PositionRow) => PortfolioSums | undefined,
  hidden: (text: string) => string,
) {
  const dollars =
    (of: (figures: PortfolioSums) => number) =>
    ({ row }: HeldPosition) => {
      const figures = figuresOf(row);
      const isKnown = figures !== undefined && figures.unvalued === 0;
      return isKnown ? hidden(signedDollars(of(figures))) : '—';
    };
  return [
    {
      key: 'value',
      head: i18n.t('desk.value'),
      why: i18n.t('desk.valueWhy'),
      cell: dollars(({ value }) => value),
    },
    ...DOLLAR_GREEKS.map((greek) => ({
      key: greek,
      head: i18n.t(`desk.dollar.${greek}`),
      why: i18n.t(`desk.dollarWhy.${greek}`),
      cell: dollars(({ greeks }) => greeks[greek]),
    })),
  ];
}

function Profit({ row }: { row: PositionRow }) {
  const usd = headlineWorth(row)?.profitUsd;
  return usd === undefined ? '—' : <ProfitFigure amount={usd} text={signedUsdText(usd)} />;
}
