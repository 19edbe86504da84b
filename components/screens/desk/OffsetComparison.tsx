import { useState } from 'react';
import { i18n } from '#i18n';
import { type OffsetCurves, offsetCurves } from '../../../shared/desk/offset-curves.ts';
import type { Offset } from '../../../shared/desk/offsets.ts';
import { paidFor } from '../../../shared/positions/cost.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { toNumber8 } from '../../../shared/units.ts';
import { priceText, signedDollars } from '../../charts/chart-texts.ts';
import { LinesPlot } from '../../charts/LinesPlot.tsx';
import { useHidden, useIsHidden } from '../../hooks/use-hidden-amounts.ts';
import { contractsText, signedUsdText } from '../../texts/numbers.ts';
import { originLabel, profitText, wholeMoney } from '../../texts/position-texts.ts';
import { localTime } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { dollarsOf, priceOf } from '../trade/orders/order-figures.ts';
import { quoteName } from '../trade/orders/quote-name.ts';
import { Choices } from './Choices.tsx';
import { FiguresBelow } from './FiguresBelow.tsx';

const TABLE_ROWS = 9;

/** Compares a position with an order's opposite position, and shows the risk that remains. */
export function OffsetComparison(props: {
  row: PositionRow;
  /** Not empty; the best order first. */
  offsets: readonly Offset[];
  onPick: (offset: Offset) => void;
}) {
  const { row, offsets } = props;
  const hidden = useHidden();
  const areHidden = useIsHidden();
  const [chosen, setChosen] = useState<string>();
  const offset = offsets.find((one) => keyOf(one) === chosen) ?? offsets[0];
  if (offset === undefined) return null;
  const { fill, result, remaining } = offset;
  const curves = areHidden ? undefined : offsetCurves(row, offset);
  return (
    <div className="flex flex-col gap-3 rounded-xl bg-raised p-3" data-testid="offset">
      {offsets.length > 1 ? (
        <Choices
          label={i18n.t('desk.offsetOrders')}
          choices={offsets.map((one) => ({
            key: keyOf(one),
            text: priceIn(one),
            more: hidden(sizeIn(one)),
          }))}
          chosen={keyOf(offset)}
          onChoose={setChosen}
        />
      ) : null}
      <SideBySide row={row} offset={offset} />
      <p className="text-sm font-semibold">
        {result === undefined
          ? i18n.t('desk.offsetResultUnknown')
          : i18n.t(remaining > 0n ? 'desk.offsetResultPart' : 'desk.offsetResult', {
              result: hidden(signedUsdText(result)),
            })}
      </p>
      {curves === undefined ? null : (
        <Picture curves={curves} asset={fill.row.asset} spot={toNumber8(fill.spot)} />
      )}
      <section className="flex flex-col gap-1 text-sm">
        <h3 className="font-semibold">{i18n.t('desk.stays')}</h3>
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {offset.exposure.map((exposure) => (
            <li key={exposure}>{exposureText(exposure, row, offset, hidden)}</li>
          ))}
        </ul>
      </section>
      <Button className="self-start" onClick={() => props.onPick(offset)}>
        {i18n.t(fill.row.side === 'buy' ? 'desk.buyAt' : 'desk.sellAt', {
          product: hidden(sizeIn(offset)),
          price: priceIn(offset),
        })}
      </Button>
    </div>
  );
}

/** A renewed order has the same maker and token. */
const keyOf = ({ fill: { row } }: Offset) => `${row.maker} ${row.collateralSymbol}`;
const priceIn = ({ fill: { row } }: Offset) =>
  dollarsOf(row) ?? `${priceOf(row)} ${row.collateralSymbol}`;
const sizeIn = ({ fill }: Offset) => contractsText(fill.contracts, fill.decimals);
const tokenIn = ({ fill: { row } }: Offset): PositionRow['token'] => ({
  address: '',
  symbol: row.collateralSymbol,
  decimals: row.collateralDecimals,
});

function SideBySide({ row, offset }: { row: PositionRow; offset: Offset }) {
  const { quote } = offset.fill;
  const hidden = useHidden();
  const { side, token } = row;
  const paid = paidFor(row);
  const isBuyer = side === 'buyer';
  const lines = [
    {
      name: 'positions.contracts',
      own: contractsText(row.contracts, token.decimals),
      opposite: sizeIn(offset),
    },
    {
      name: 'desk.offsetCash',
      own: paid === undefined ? '—' : profitText(isBuyer ? -paid : paid, token),
      opposite: profitText(quote.side === 'buy' ? -quote.premium : quote.receives, tokenIn(offset)),
    },
    {
      name: 'desk.offsetPayoff',
      own: i18n.t(isBuyer ? 'desk.offsetGets' : 'desk.offsetOwes'),
      opposite: i18n.t(quote.side === 'buy' ? 'desk.offsetGets' : 'desk.offsetOwes'),
    },
    {
      name: 'desk.offsetLocked',
      own: isBuyer ? '—' : wholeMoney(row.collateral, token),
      opposite: quote.side === 'buy' ? '—' : wholeMoney(quote.collateral, tokenIn(offset)),
    },
  ] as const;
  return (
    <DataTable
      label={i18n.t('desk.offsetTable')}
      rows={lines}
      keyOf={({ name }) => name}
      columns={[
        { key: 'name', head: '', cell: ({ name }) => i18n.t(name) },
        {
          key: 'own',
          head: <Side name={i18n.t('desk.offsetOwn')} of={originLabel(row)} />,
          cell: ({ own }) => hidden(own),
        },
        {
          key: 'opposite',
          head: <Side name={i18n.t('desk.offsetOpposite')} of={quoteName(offset.fill.row)} />,
          cell: ({ opposite }) => hidden(opposite),
        },
      ]}
    />
  );
}

function Side({ name, of }: { name: string; of: string }) {
  return (
    <>
      {name}
      <span className="block font-normal">{of}</span>
    </>
  );
}

function Picture(props: { curves: OffsetCurves; asset: string; spot: number }) {
  const { prices, own, opposite, both } = props.curves;
  const lines = [
    { name: 'desk.offsetOwn', values: own },
    { name: 'desk.offsetOpposite', values: opposite },
    { name: 'desk.offsetBoth', values: both },
  ] as const;
  const step = Math.max(1, Math.floor(prices.length / (TABLE_ROWS - 1)));
  return (
    <div className="flex flex-col gap-2">
      <div className="mx-auto w-full max-w-xl">
        <LinesPlot
          spot={props.spot}
          lines={lines.map(({ name, values }) => ({
            name: i18n.t(name),
            points: prices.map((price, i) => [price, values[i] ?? 0] as const),
          }))}
        />
      </div>
      <FiguresBelow
        testId="offset-curve"
        head={[
          i18n.t('desk.priceOf', { asset: props.asset }),
          ...lines.map(({ name }) => i18n.t(name)),
        ]}
        rows={prices.flatMap((price, i) =>
          i % step === 0
            ? [[priceText(price), ...lines.map(({ values }) => signedDollars(values[i] ?? 0))]]
            : [],
        )}
      />
    </div>
  );
}

function exposureText(
  exposure: Offset['exposure'][number],
  row: PositionRow,
  offset: Offset,
  hidden: (text: string) => string,
): string {
  const { quote } = offset.fill;
  switch (exposure) {
    case 'twoSettlements':
      return i18n.t('desk.staysSettlements', { expiry: localTime(row.expiry) });
    case 'lockedCollateral':
      return i18n.t('desk.staysCollateral', {
        amount: hidden(
          quote.side === 'buy'
            ? wholeMoney(row.collateral, row.token)
            : wholeMoney(quote.collateral, tokenIn(offset)),
        ),
      });
    case 'remainingContracts':
      return i18n.t('desk.staysContracts', {
        count: hidden(contractsText(offset.remaining, row.token.decimals)),
      });
    case 'twoTokens':
      return i18n.t('desk.staysTokens', {
        own: row.token.symbol ?? '',
        opposite: offset.fill.row.collateralSymbol,
      });
    case 'delivery':
      return i18n.t('desk.staysDelivery');
  }
}
