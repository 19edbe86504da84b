import { type ReactNode, useState } from 'react';
import { i18n } from '#i18n';
import type { MarketStatistics } from '../../../shared/messages/market.ts';
import { DayBars, type DayValue } from '../../charts/DayBars.tsx';
import { ShareBars } from '../../charts/ShareBars.tsx';
import { useNow } from '../../hooks/use-now.ts';
import { ageOf } from '../../texts/times.ts';
import { Card } from '../../ui/Card.tsx';
import {
  countText,
  dayText,
  dollarText,
  productText,
  rateText,
  shortCount,
  shortDollars,
  tradesText,
} from './figures.ts';

const WINDOWS = [
  ['24h', 'market.window24h'],
  ['7d', 'market.window7d'],
  ['30d', 'market.window30d'],
] as const;

/** Clocks differ by less than this many milliseconds. */
const CLOCKS_APART_MS = 120_000;

const SERIES = [
  ['volumeUsd', 'market.volume'],
  ['premiumUsd', 'market.premium'],
] as const;

/** Headlines, thirty days as bars, and shares. */
export function Statistics({ statistics }: { statistics: MarketStatistics }) {
  const { all, byProduct, openByAsset, indexedAt } = statistics;
  const now = useNow(10_000);
  const isAhead = indexedAt !== undefined && indexedAt > now + CLOCKS_APART_MS;
  return (
    <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
      <Card className="flex flex-col gap-3 md:col-span-2">
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <Tile
            label={i18n.t('market.volume')}
            value={shortDollars(all.volumeUsd)}
            full={dollarText(all.volumeUsd)}
          />
          <Tile
            label={i18n.t('market.premium')}
            value={shortDollars(all.premiumUsd)}
            full={dollarText(all.premiumUsd)}
          />
          <Tile
            label={i18n.t('market.open')}
            value={shortCount(all.active)}
            full={i18n.t('market.ofAll', { all: countText(all.trades) })}
          />
          <Tile
            label={i18n.t('market.users')}
            value={shortCount(statistics.users)}
            full={countText(statistics.users)}
          />
        </dl>
        <p className="text-xs text-muted">
          {i18n.t('market.volumeWhy')}
          {statistics.exerciseRate === undefined
            ? null
            : ` ${i18n.t('market.exercise', { percent: rateText(statistics.exerciseRate) })}`}
          {indexedAt === undefined || isAhead
            ? null
            : ` ${i18n.t('market.indexed', { age: ageOf(indexedAt, now) })}`}
        </p>
        {isAhead ? <p className="text-xs text-warn">{i18n.t('market.indexedAhead')}</p> : null}
      </Card>
      <Daily statistics={statistics} />
      <Card className="flex flex-col gap-3">
        <Title>{i18n.t('market.windows')}</Title>
        <table className="w-full text-xs">
          <thead>
            <tr className="text-muted">
              <th scope="col" className="sr-only">
                {i18n.t('market.span')}
              </th>
              <Head>{i18n.t('market.tradesHead')}</Head>
              <Head>{i18n.t('market.volume')}</Head>
              <Head>{i18n.t('market.premium')}</Head>
            </tr>
          </thead>
          <tbody>
            {WINDOWS.map(([window, words]) => {
              const figures = statistics.windows[window];
              return (
                <tr key={window} className="border-t border-line">
                  <th scope="row" className="py-2 text-start font-medium">
                    {i18n.t(words)}
                  </th>
                  <Cell title={countText(figures.trades)}>{shortCount(figures.trades)}</Cell>
                  <Cell title={dollarText(figures.volumeUsd)}>
                    {shortDollars(figures.volumeUsd)}
                  </Cell>
                  <Cell title={dollarText(figures.premiumUsd)}>
                    {shortDollars(figures.premiumUsd)}
                  </Cell>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Card>
      {byProduct.length === 0 ? null : (
        <Card className="flex flex-col gap-3">
          <Title>{i18n.t('market.byProduct')}</Title>
          <ShareBars
            label={i18n.t('market.byProduct')}
            shares={byProduct.map(({ name, count, usd }) => ({
              name: productText(name),
              value: usd,
              text: dollarText(usd),
              note: tradesText(count),
            }))}
          />
        </Card>
      )}
      {openByAsset.length === 0 ? null : (
        <Card className="flex flex-col gap-3">
          <Title>{i18n.t('market.openInterest')}</Title>
          <ShareBars
            label={i18n.t('market.openInterest')}
            shares={openByAsset.map(({ name, count, usd }) => ({
              name,
              value: usd,
              text: dollarText(usd),
              note: i18n.t('market.options', count),
            }))}
          />
          <p className="text-xs text-muted">{i18n.t('market.openInterestWhy')}</p>
        </Card>
      )}
    </div>
  );
}

function Daily({ statistics }: { statistics: MarketStatistics }) {
  const [series, setSeries] = useState<'volumeUsd' | 'premiumUsd'>('volumeUsd');
  const words = i18n.t(series === 'volumeUsd' ? 'market.volume' : 'market.premium');
  const days: DayValue[] = statistics.daily.map((day) => ({ date: day.date, value: day[series] }));
  if (days.length === 0) return null;
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <Title>{i18n.t('market.daily')}</Title>
        <fieldset className="flex rounded-lg bg-raised p-0.5 text-xs">
          <legend className="sr-only">{i18n.t('market.series')}</legend>
          {SERIES.map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={series === name}
              onClick={() => setSeries(name)}
              className={`min-h-6 rounded-md px-2.5 font-medium ${series === name ? 'bg-surface' : 'text-muted'}`}
            >
              {i18n.t(label)}
            </button>
          ))}
        </fieldset>
      </div>
      <DayBars
        days={days}
        label={i18n.t('market.dailyLabel', { figure: words })}
        dateOf={dayText}
        textOf={({ date, value }) =>
          i18n.t('market.dayRead', { day: dayText(date), figure: words, amount: dollarText(value) })
        }
      />
    </Card>
  );
}

function Title({ children }: { children: ReactNode }) {
  return <h2 className="text-sm font-semibold">{children}</h2>;
}

function Tile(props: { label: string; value: string; full?: string }) {
  return (
    <div className="min-w-0" title={props.full}>
      <dt className="text-xs text-muted">{props.label}</dt>
      <dd className="text-lg font-semibold break-words">{props.value}</dd>
    </div>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className="pb-1 text-end font-normal">
      {children}
    </th>
  );
}

function Cell(props: { title?: string; children: ReactNode }) {
  return (
    <td className="py-2 text-end" title={props.title}>
      {props.children}
    </td>
  );
}
