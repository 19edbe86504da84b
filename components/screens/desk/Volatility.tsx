import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import { priceText } from '../../charts/chart-texts.ts';
import type { Point } from '../../charts/plot.ts';
import { SeriesPlot } from '../../charts/SeriesPlot.tsx';
import { plainPercent } from '../../texts/numbers.ts';
import { localTime } from '../../texts/times.ts';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { EmptyOrders } from '../trade/orders/EmptyOrders.tsx';
import { FeedNotes } from '../trade/orders/FeedNotes.tsx';
import { AssetChoices } from './Choices.tsx';
import { FiguresBelow } from './FiguresBelow.tsx';
import { useVolatility } from './use-volatility.ts';

type Market = ReturnType<typeof useVolatility>;

/** Shows the volatility that live prices imply, by strike and by expiry. */
export function Volatility() {
  return <VolatilityView {...useVolatility()} />;
}

export function VolatilityView(props: Market) {
  const { view, emptyState, assets, asset, ofAsset, chain, spot, smile, terms, choose } = props;
  if (!props.hasAny || asset === undefined || chain === undefined)
    return <EmptyOrders state={emptyState} onClear={() => undefined} />;
  return (
    <div className="mx-auto flex max-w-[110rem] flex-col gap-4 p-4" data-testid="volatility">
      <div className="flex flex-wrap items-end gap-3">
        <AssetChoices assets={assets} chosen={asset} onChoose={(name) => choose({ asset: name })} />
        <Select
          label={i18n.t('desk.expiry')}
          options={ofAsset.map(({ expiry }) => ({ value: expiry, text: localTime(expiry) }))}
          value={chain.expiry}
          onPick={(expiry) => choose({ asset, expiry })}
        />
      </div>
      {view === undefined ? null : <FeedNotes view={view} />}
      <div className="grid gap-4 md:grid-cols-2">
        <SmileCard smile={smile} spot={spot} />
        <PlotCard
          title={i18n.t('desk.term')}
          how={i18n.t('desk.termHow')}
          isEmpty={terms.length === 0}
        >
          <SeriesPlot
            lines={[
              {
                name: i18n.t('desk.columnHead.volatility'),
                points: terms.map(({ expiry, volatility }) => [expiry, volatility] as const),
              },
            ]}
            xText={localTime}
            xTicks={endsOf(terms.map(({ expiry }) => expiry))}
            yText={fineText}
          />
          <FiguresBelow
            head={[i18n.t('desk.expiry'), i18n.t('desk.atTheMoney')]}
            rows={terms.map(({ expiry, volatility }) => [localTime(expiry), fineText(volatility)])}
          />
        </PlotCard>
      </div>
    </div>
  );
}

function SmileCard({ smile, spot }: Pick<Market, 'smile' | 'spot'>) {
  const line = (key: 'bid' | 'ask' | 'reported') =>
    smile.flatMap((point): Point[] => {
      const value = point[key];
      return value === undefined ? [] : [[point.strike, value]];
    });
  const lines = [
    { name: i18n.t('desk.smileAsk'), points: line('ask') },
    { name: i18n.t('desk.smileBid'), points: line('bid') },
    { name: i18n.t('desk.smileFeed'), points: line('reported') },
  ];
  const dash = (value: number | undefined) => (value === undefined ? '—' : fineText(value));
  return (
    <PlotCard
      title={i18n.t('desk.smile')}
      how={i18n.t('desk.smileHow')}
      isEmpty={smile.length === 0}
    >
      <SeriesPlot
        lines={lines}
        xText={priceText}
        yText={fineText}
        mark={
          spot && {
            at: spot.price,
            text: i18n.t('chart.now', { price: priceText(spot.price) }),
          }
        }
      />
      <FiguresBelow
        head={[i18n.t('desk.strike'), ...lines.map(({ name }) => name)]}
        rows={smile.map(({ strike, ask, bid, reported }) => [
          priceText(strike),
          ...[ask, bid, reported].map(dash),
        ])}
      />
    </PlotCard>
  );
}

/** Returns the first and the last of several values, or a single value if they are equal. */
const endsOf = (values: readonly number[]) => [
  ...new Set([...values.slice(0, 1), ...values.slice(-1)]),
];

function PlotCard(props: { title: string; how: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{props.title}</h2>
      <p className="text-xs text-muted">{props.how}</p>
      {props.isEmpty ? (
        <p className="py-6 text-center text-sm text-muted">{i18n.t('desk.noSmile')}</p>
      ) : (
        props.children
      )}
    </Card>
  );
}

/** Returns a volatility with enough decimals to tell close values apart. */
function fineText(volatility: number): string {
  return plainPercent(BigInt(Math.round(volatility * 10_000)));
}
