import { useQuery } from '@tanstack/react-query';
import { i18n } from '#i18n';
import type { ProfitBand } from '../../../shared/desk/profit-bands.ts';
import { parseNumber8 } from '../../../shared/units.ts';
import { priceText } from '../../charts/chart-texts.ts';
import { SeriesPlot } from '../../charts/SeriesPlot.tsx';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { ageOf, localTime, midnights, shortDay } from '../../texts/times.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { FiguresBelow } from './FiguresBelow.tsx';

const FRESH_MS = 5 * MINUTE_MS;
const ROWS = 12;

/** Draws an asset's price in the last week, and where a trade gains or loses at expiry. */
export function SpotHistory({ asset, bands }: { asset: string; bands: readonly ProfitBand[] }) {
  const call = useWalletCall();
  const now = useNow(MINUTE_MS);
  const { data, error } = useQuery({
    queryKey: ['spot history', asset],
    queryFn: () => call('orders.spotHistory', { asset }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
  const points = (data ?? []).map(({ at, price }) => [at, parseNumber8(price)] as const);
  const last = points.at(-1);
  const step = Math.max(1, Math.ceil(points.length / ROWS));
  return (
    <section aria-label={i18n.t('desk.history', { asset })} className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{i18n.t('desk.history', { asset })}</h2>
      {data === undefined ? (
        error === null ? (
          <Spinner />
        ) : (
          <p className="text-sm text-muted">{i18n.t('desk.noHistory')}</p>
        )
      ) : last === undefined || points.length < 2 ? (
        <p className="text-sm text-muted">{i18n.t('desk.noHistory')}</p>
      ) : (
        <div data-testid="spot-history" className="flex flex-col gap-1">
          {bands.length === 0 ? null : (
            <p className="text-xs text-muted">{i18n.t('desk.historyBands')}</p>
          )}
          <SeriesPlot
            lines={[{ name: asset, points }]}
            bands={bands}
            xText={shortDay}
            xTicks={midnights(points[0]?.[0] ?? 0, last[0])}
            yText={priceText}
          />
          <p className="text-xs text-muted">
            {i18n.t('desk.historyHow', { age: ageOf(last[0] * 1000, now) })}
          </p>
          <FiguresBelow
            head={[i18n.t('desk.historyTime'), i18n.t('desk.priceOf', { asset })]}
            rows={points
              .filter((_, index) => index % step === 0)
              .map(([at, price]) => [localTime(at), priceText(price)])}
          />
        </div>
      )}
    </section>
  );
}
