import { i18n } from '#i18n';
import { profitToCsv, profitToTaxCsv, taxedRows } from '../../../shared/desk/profit-csv.ts';
import { NO_DAY } from '../../../shared/desk/profit-sums.ts';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import { useHidden, useTone } from '../../hooks/use-hidden-amounts.ts';
import { signedUsdText } from '../../texts/numbers.ts';
import { payCoin } from '../../texts/payments.ts';
import { paidText } from '../../texts/position-texts.ts';
import { utcDay } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { saveCsv } from '../../ui/save-csv.ts';
import { Choices } from './Choices.tsx';
import { OpenRows } from './OpenRows.tsx';
import { productNamed } from './product-named.ts';
import { ReadingNotes } from './ReadingNotes.tsx';
import { TradeTable } from './TradeTable.tsx';
import { MAX_TRANSACTIONS } from './use-network-fees.ts';
import { type ProfitGroup, useProfit } from './use-profit.ts';

/** Shows realised and unrealised profit by day, asset and structure, and the underlying trades. */
export function Profit({ accounts }: { accounts: readonly AccountView[] }) {
  return <ProfitView accounts={accounts} {...useProfit(accounts)} />;
}

type Shown = ReturnType<typeof useProfit> & { accounts: readonly AccountView[] };

export function ProfitView(props: Shown) {
  const { accounts, rows, trades, fees, networkFees, group } = props;
  const hidden = useHidden();
  if (props.isReading) return <Spinner label={i18n.t('positions.reading')} />;
  if (trades.length === 0)
    return (
      <div className="flex flex-col gap-3 p-8 text-center">
        <Notes {...props} />
        <p className="text-sm text-muted">{i18n.t('desk.noProfit')}</p>
      </div>
    );
  return (
    <div className="mx-auto flex max-w-[110rem] flex-col gap-4 p-4" data-testid="profit">
      <Notes {...props} />
      <Facts look="tiles" className="grid-cols-2 text-sm sm:grid-cols-4">
        <Sum name={i18n.t('desk.realised')} amount={props.realised} />
        <Sum name={i18n.t('desk.unrealised')} amount={props.unrealised} />
        <Fact
          label={i18n.t('desk.fees')}
          text={
            fees.length === 0
              ? '—'
              : fees
                  .map(
                    ({ token, fee, isPartial }) =>
                      `${isPartial ? '≥ ' : ''}${hidden(paidText(fee, token))}`,
                  )
                  .join(', ')
          }
        />
        <Fact
          label={i18n.t('desk.networkFees')}
          text={networkFees.total === 0n ? '—' : `${hidden(payCoin(networkFees.total))} ETH`}
        />
      </Facts>
      {props.unknownUsd > 0 ? (
        <p className="text-xs text-muted">{i18n.t('desk.unknownUsd', props.unknownUsd)}</p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Choices
          label={i18n.t('desk.group')}
          choices={props.groups.map((key) => ({ key, text: i18n.t(`desk.by.${key}`) }))}
          chosen={group}
          onChoose={props.setGroup}
        />
        <span className="ms-auto flex flex-wrap gap-2">
          <Button kind="quiet" onClick={() => saveCsv('profit', profitToCsv(rows))}>
            {i18n.t('desk.saveRows')}
          </Button>
          <Button kind="quiet" onClick={() => saveCsv('taxes', profitToTaxCsv(rows))}>
            {i18n.t('desk.saveTaxes')}
          </Button>
        </span>
      </div>
      {taxedRows(rows).length > 0 ? null : (
        <p className="text-xs text-muted">{i18n.t('desk.noTaxRows')}</p>
      )}
      <p className="text-xs text-pretty text-muted">
        {i18n.t('desk.profitHow')} {i18n.t('desk.networkFeesWhy')}{' '}
        {networkFees.isCut ? i18n.t('desk.networkFeesCut', { count: MAX_TRANSACTIONS }) : null}
      </p>
      <ProfitTable {...props} />
      <div className="grid items-start gap-4 min-[90rem]:grid-cols-2 min-[90rem]:gap-8 [&>:only-child]:col-span-full">
        <OpenRows rows={rows.filter(({ kind }) => kind === 'open')} />
        <TradeTable trades={trades} accounts={accounts} networkFees={networkFees.byHash} />
      </div>
    </div>
  );
}

/** Names the trades and positions that the sums leave out. */
function Notes({ lists, accounts, known, omitted }: Shown) {
  return (
    <>
      <ReadingNotes lists={lists} accounts={accounts} />
      {known.disagreeing > 0 ? (
        <Notice tone="bad">{i18n.t('positions.leftOut', known.disagreeing)}</Notice>
      ) : null}
      {omitted > 0 ? <Notice tone="warn">{i18n.t('desk.omittedPositions', omitted)}</Notice> : null}
      {known.unknown > 0 ? (
        <p className="text-xs text-muted">{i18n.t('positions.unknown', known.unknown)}</p>
      ) : null}
    </>
  );
}

function ProfitTable({ sums, group, accounts }: Shown) {
  const hidden = useHidden();
  return (
    <DataTable
      label={i18n.t('desk.profitTable')}
      rows={sums}
      keyOf={({ name }) => name}
      marks={({ name }) => ({ 'data-group': name })}
      columns={[
        {
          key: 'name',
          head: i18n.t(`desk.by.${group}`),
          cell: ({ name }) => nameOf(group, name, accounts),
        },
        {
          key: 'realised',
          head: i18n.t('desk.realised'),
          cell: ({ realisedUsd, isRealisedKnown }) =>
            isRealisedKnown ? hidden(signedUsdText(realisedUsd)) : '—',
        },
        {
          key: 'unrealised',
          head: i18n.t('desk.unrealised'),
          cell: ({ unrealisedUsd, isUnrealisedKnown }) =>
            isUnrealisedKnown ? hidden(signedUsdText(unrealisedUsd)) : '—',
        },
      ]}
    />
  );
}

function Sum({ name, amount }: { name: string; amount: bigint | undefined }) {
  const hidden = useHidden();
  const toneOf = useTone();
  if (amount === undefined) return <Fact label={name} text="—" />;
  return <Fact label={name} text={hidden(signedUsdText(amount))} tone={toneOf(amount)} />;
}

function nameOf(group: ProfitGroup, name: string, accounts: readonly AccountView[]): string {
  switch (group) {
    case 'day':
      if (name === '') return i18n.t('desk.stillOpen');
      if (name === NO_DAY) return i18n.t('desk.timeUnknown');
      return utcDay(name);
    case 'asset':
      return name === '' ? '—' : name;
    case 'structure':
      return productNamed(name);
    case 'account':
      return accounts.find(({ address }) => address === name)?.name ?? name;
  }
}
