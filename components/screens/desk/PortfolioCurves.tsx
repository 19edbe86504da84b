import { useState } from 'react';
import { i18n } from '#i18n';
import type { Holding } from '../../../shared/desk/holding.ts';
import { curvePrices, profitsAt, type Scene } from '../../../shared/desk/portfolio-curve.ts';
import { priceText, signedDollars } from '../../charts/chart-texts.ts';
import { PortfolioPlot } from '../../charts/PortfolioPlot.tsx';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { localTime } from '../../texts/times.ts';
import { Select } from '../../ui/Select.tsx';
import { FiguresBelow } from './FiguresBelow.tsx';

const ALL = 'all';
/** Rows of the table beside the picture. */
const TABLE_ROWS = 9;

/** The profit over the price: at one expiry or at all of them, and at the moment of the scene. */
export function PortfolioCurves(props: {
  holdings: readonly Holding[];
  spot: number;
  scene: Scene;
  asset: string;
}) {
  const { holdings, spot, scene } = props;
  const hidden = useHidden();
  const [chosen, setChosen] = useState(ALL);
  const expiries = [...new Set(holdings.map(({ expiry }) => expiry))].sort((a, b) => a - b);
  const at = expiries.find((expiry) => String(expiry) === chosen) ?? Number.POSITIVE_INFINITY;
  const end = { ...scene, at };
  const prices = curvePrices(holdings, spot, end);
  const [ends, todays] = [profitsAt(holdings, prices, end), profitsAt(holdings, prices, scene)];
  const points = (values: readonly number[]) =>
    prices.map((price, i) => [price, values[i] ?? 0] as const);
  const isValued = holdings.some(({ volatility }) => volatility !== undefined);
  const step = Math.max(1, Math.floor(prices.length / (TABLE_ROWS - 1)));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Select
        label={i18n.t('desk.curveAt')}
        value={Number.isFinite(at) ? chosen : ALL}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value={ALL}>{i18n.t('desk.ownExpiries')}</option>
        {expiries.map((expiry) => (
          <option key={expiry} value={expiry}>
            {localTime(expiry)}
          </option>
        ))}
      </Select>
      <div className="rounded-xl bg-raised p-2">
        <PortfolioPlot
          valueText={hidden}
          atExpiry={points(ends)}
          before={isValued ? points(todays) : []}
          spot={spot}
        />
        <p className="flex flex-wrap gap-x-4 px-2 text-xs text-muted">
          <span>━ {i18n.t('desk.atExpiry')}</span>
          {isValued ? <span>╌ {i18n.t('desk.beforeExpiry')}</span> : null}
        </p>
      </div>
      <FiguresBelow
        testId="curve"
        head={[
          i18n.t('desk.priceOf', { asset: props.asset }),
          i18n.t('desk.atExpiry'),
          ...(isValued ? [i18n.t('desk.beforeExpiry')] : []),
        ]}
        rows={prices.flatMap((price, i) =>
          i % step === 0
            ? [
                [
                  priceText(price),
                  hidden(signedDollars(ends[i] ?? 0)),
                  ...(isValued ? [hidden(signedDollars(todays[i] ?? 0))] : []),
                ],
              ]
            : [],
        )}
      />
    </div>
  );
}
