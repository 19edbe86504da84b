import { useMemo, useState } from 'react';
import { i18n } from '#i18n';
import { smileOf, termStructure } from '../../../shared/desk/volatility.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { priceText } from '../../charts/chart-texts.ts';
import type { Point } from '../../charts/plot.ts';
import { SeriesPlot } from '../../charts/SeriesPlot.tsx';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { plainPercent } from '../../texts/numbers.ts';
import { localTime } from '../../texts/times.ts';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { EmptyOrders } from '../trade/orders/EmptyOrders.tsx';
import { FeedNotes } from '../trade/orders/FeedNotes.tsx';
import { Choices } from './Choices.tsx';
import { FiguresBelow } from './FiguresBelow.tsx';
import { useDeskOrders } from './use-desk-orders.ts';

/** The market's volatility by strike and by expiry, as the prices of live orders imply it. */
export function Volatility() {
  const { view, isLive, expiries, chainOf, hasAny } = useDeskOrders();
  const [chosen, setChosen] = useState<{ asset?: string; expiry?: number }>({});
  const now = Math.floor(useNow(MINUTE_MS) / 1000);
  const assets = [...new Set(expiries.map(({ asset }) => asset))];
  const asset = assets.find((name) => name === chosen.asset) ?? assets[0];
  const ofAsset = useMemo(
    () => expiries.filter((quoted) => quoted.asset === asset).map(chainOf),
    [expiries, chainOf, asset],
  );
  const chain = ofAsset.find(({ expiry }) => expiry === chosen.expiry) ?? ofAsset[0];
  const spot = asset === undefined ? undefined : view?.spot[asset];
  const market = useMemo(() => ({ spot, now: unixSeconds(now) }), [spot, now]);
  const smile = useMemo(() => (chain === undefined ? [] : smileOf(chain, market)), [chain, market]);
  const terms = useMemo(() => termStructure(ofAsset, market), [ofAsset, market]);
  if (!hasAny || asset === undefined || chain === undefined)
    return (
      <EmptyOrders
        state={view?.problem !== undefined ? 'dead' : isLive ? 'no maker' : 'reading'}
        onClear={() => undefined}
      />
    );
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
    <div className="mx-auto flex max-w-6xl flex-col gap-4 p-4" data-testid="volatility">
      <div className="flex flex-wrap items-end gap-3">
        <Choices
          label={i18n.t('desk.assets')}
          choices={assets.map((name) => ({ key: name, text: name }))}
          chosen={asset}
          onChoose={(name) => setChosen({ asset: name })}
        />
        <Select
          label={i18n.t('desk.expiry')}
          options={ofAsset.map(({ expiry }) => ({ value: expiry, text: localTime(expiry) }))}
          value={chain.expiry}
          onPick={(expiry) => setChosen({ asset, expiry })}
        />
      </div>
      {view === undefined ? null : <FeedNotes view={view} />}
      <div className="grid gap-4 md:grid-cols-2">
        <Card className="flex flex-col gap-2">
          <h2 className="text-sm font-semibold">{i18n.t('desk.smile')}</h2>
          <p className="text-xs text-muted">{i18n.t('desk.smileHow')}</p>
          {smile.length === 0 ? (
            <p className="py-6 text-center text-sm text-muted">{i18n.t('desk.noSmile')}</p>
          ) : (
            <>
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
            </>
          )}
        </Card>
        <Card className="flex flex-col gap-2">
          <h2 className="text-sm font-semibold">{i18n.t('desk.term')}</h2>
          <p className="text-xs text-muted">{i18n.t('desk.termHow')}</p>
          {terms.length === 0 ? (
            <p className="py-6 text-center text-sm text-muted">{i18n.t('desk.noSmile')}</p>
          ) : (
            <>
              <SeriesPlot
                lines={[
                  {
                    name: i18n.t('desk.volatility'),
                    points: terms.map(({ expiry, volatility }) => [expiry, volatility] as const),
                  },
                ]}
                xText={localTime}
                yText={fineText}
              />
              <FiguresBelow
                head={[i18n.t('desk.expiry'), i18n.t('desk.atTheMoney')]}
                rows={terms.map(({ expiry, volatility }) => [
                  localTime(expiry),
                  fineText(volatility),
                ])}
              />
            </>
          )}
        </Card>
      </div>
    </div>
  );
}

/** Returns a volatility with enough decimals to tell close values apart. */
function fineText(volatility: number): string {
  return plainPercent(BigInt(Math.round(volatility * 10_000)));
}
