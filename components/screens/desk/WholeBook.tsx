import { i18n } from '#i18n';
import { bookTotal, type PortfolioSums } from '../../../shared/desk/portfolio.ts';
import { toUsd8 } from '../../../shared/units.ts';
import { signedDollars } from '../../charts/chart-texts.ts';
import { useHidden, useTone } from '../../hooks/use-hidden-amounts.ts';
import { payUsd } from '../../texts/payments.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { DOLLAR_GREEKS } from './dollar-greeks.ts';

export interface BookPart {
  readonly asset: string;
  readonly figures?: PortfolioSums;
  readonly count?: number;
}

type Line = Pick<BookPart, 'count'> & {
  /** Undefined for the total. */
  readonly asset: string | undefined;
  readonly figures: ReturnType<typeof bookTotal> | undefined;
};

/** Shows the total of all assets, and each asset. A single asset's chart has the figures. */
export function WholeBook(props: { parts: readonly BookPart[]; onAsset: (asset: string) => void }) {
  const hidden = useHidden();
  const toneOf = useTone();
  if (props.parts.length < 2) return null;
  const known = props.parts.flatMap(({ figures }) => figures ?? []);
  const lines: readonly Line[] = [
    {
      asset: undefined,
      // A sum without some of its parts would look complete.
      figures: known.length < props.parts.length ? undefined : bookTotal(known),
      count: props.parts.reduce((sum, { count = 0 }) => sum + count, 0),
    },
    ...props.parts.map(({ figures, ...part }) => ({ ...part, figures })),
  ];
  const dollars = (
    { figures, count = 0 }: Line,
    of: (figures: PortfolioSums['greeks']) => number,
  ) => (hasProfitCurve(figures, count) ? hidden(signedDollars(of(figures.greeks))) : '—');
  const { unvalued = 0, uncosted = 0 } = lines[0]?.figures ?? {};
  return (
    <section className="overflow-x-auto" data-testid="book">
      <DataTable
        caption={i18n.t('desk.wholeBook')}
        className="text-sm [&_td]:whitespace-nowrap"
        rows={lines}
        keyOf={({ asset = '' }) => asset}
        columns={[
          {
            key: 'asset',
            head: i18n.t('desk.bookAsset'),
            cell: ({ asset }) =>
              asset === undefined ? (
                <span className="font-semibold">{i18n.t('desk.bookTotal')}</span>
              ) : (
                <LinkButton onClick={() => props.onAsset(asset)}>{asset}</LinkButton>
              ),
          },
          {
            key: 'value',
            head: i18n.t('desk.value'),
            why: i18n.t('desk.valueWhy'),
            cell: ({ figures, count = 0 }) =>
              hasProfitCurve(figures, count) ? hidden(signedDollars(figures.value)) : '—',
          },
          {
            key: 'profit',
            head: i18n.t('desk.profit'),
            why: i18n.t('desk.profitWhy'),
            look: ({ figures }) => toneOf(figures?.profit ?? 0),
            cell: ({ figures }) =>
              figures?.profit === undefined ? '—' : hidden(signedDollars(figures.profit)),
          },
          {
            key: 'loss',
            head: i18n.t('desk.maxLoss'),
            why: i18n.t('desk.maxLossWhy'),
            cell: ({ figures, count }) =>
              figures === undefined || figures.uncosted === count
                ? '—'
                : lossText(figures.maxLoss, hidden),
          },
          ...DOLLAR_GREEKS.map((greek) => ({
            key: greek,
            head: i18n.t(`desk.dollar.${greek}`),
            why: i18n.t(`desk.dollarWhy.${greek}`),
            cell: (line: Line) => dollars(line, (greeks) => greeks[greek]),
          })),
        ]}
      />
      {unvalued > 0 ? (
        <p className="text-xs text-muted">{i18n.t('desk.unvalued', unvalued)}</p>
      ) : null}
      {uncosted > 0 ? (
        <p className="text-xs text-muted">{i18n.t('desk.uncosted', uncosted)}</p>
      ) : null}
    </section>
  );
}

function hasProfitCurve(
  figures: Line['figures'],
  count: number,
): figures is NonNullable<typeof figures> {
  return figures !== undefined && figures.unvalued < count;
}

function lossText(maxLoss: number | undefined, hidden: (text: string) => string): string {
  if (maxLoss === undefined) return i18n.t('desk.growsWithPrice');
  return maxLoss < 0 ? i18n.t('ticket.noLoss') : hidden(payUsd(toUsd8(maxLoss)));
}
