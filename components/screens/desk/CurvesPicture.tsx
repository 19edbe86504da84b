import { i18n } from '#i18n';
import { ChartLegend, PROFIT_MARKS } from '../../charts/ChartLegend.tsx';
import { priceText, signedDollars } from '../../charts/chart-texts.ts';
import { BEFORE_STYLE, marksOf } from '../../charts/line-styles.ts';
import { PortfolioPlot } from '../../charts/PortfolioPlot.tsx';
import { FiguresBelow } from './FiguresBelow.tsx';

const TABLE_ROWS = 9;

/** Shows profits over the price, at and before expiry, as a chart and as a table. */
export function CurvesPicture(props: {
  asset: string;
  /** Prices in dollars. All other values are in dollars too. */
  prices: readonly number[];
  atExpiry: readonly number[];
  /** Name of the line at expiry. */
  endName?: string | undefined;
  /** Undefined if no volatility is known. */
  before: readonly number[] | undefined;
  spot: number;
  /** The price that the user assumes. */
  supposed?: number | undefined;
}) {
  const { prices, atExpiry, before } = props;
  const { endName = i18n.t('desk.atExpiry') } = props;
  const points = (values: readonly number[]) =>
    prices.map((price, i) => [price, values[i] ?? 0] as const);
  const curves = before === undefined ? [atExpiry] : [atExpiry, before];
  const step = Math.max(1, Math.floor(prices.length / (TABLE_ROWS - 1)));
  return (
    <>
      <div className="rounded-xl bg-raised p-2">
        <PortfolioPlot
          atExpiry={points(atExpiry)}
          before={points(before ?? [])}
          spot={props.spot}
          supposed={props.supposed}
        />
        <ChartLegend
          lines={[
            { name: endName, marks: PROFIT_MARKS },
            ...(before === undefined
              ? []
              : [{ name: i18n.t('desk.beforeExpiry'), marks: marksOf(BEFORE_STYLE) }]),
          ]}
        />
      </div>
      <FiguresBelow
        testId="curve"
        head={[
          i18n.t('desk.priceOf', { asset: props.asset }),
          endName,
          ...(before === undefined ? [] : [i18n.t('desk.beforeExpiry')]),
        ]}
        rows={prices.flatMap((price, i) =>
          i % step === 0
            ? [[priceText(price), ...curves.map((values) => signedDollars(values[i] ?? 0))]]
            : [],
        )}
      />
    </>
  );
}
