import { X } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#i18n';
import { worthSymbol } from '../../../shared/chain/lending.ts';
import { type LiveLeg, mostMillionths } from '../../../shared/desk/build.ts';
import type { Pick } from '../../../shared/desk/combine.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import { isNumber } from '../../../shared/parse-amount.ts';
import { parseSize } from '../../../shared/parse-size.ts';
import { contractsText, decimalMark, exactText } from '../../texts/numbers.ts';
import { localTime } from '../../texts/times.ts';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { dollarsOf, priceOf } from '../trade/orders/order-figures.ts';
import { quoteName } from '../trade/orders/quote-name.ts';

/** Decimals of a size. Fills count in millionths of a contract. */
const DECIMALS = 6;

/** Shows the legs of the trade, with their sizes. */
export function BuilderLegs(props: {
  legs: readonly LiveLeg[];
  onLegs: (legs: readonly Pick[]) => void;
}) {
  const { legs, onLegs } = props;
  const [first] = legs;
  const expiries = [...new Set(legs.map(({ row }) => row.expiry))].sort((a, b) => a - b);
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">
        {first === undefined
          ? null
          : i18n.t('desk.legsOf', {
              asset: first.row.asset,
              expiry: expiries.map(localTime).join(' · '),
            })}
      </h2>
      <ul className="flex flex-col gap-2">
        {legs.map((leg, index) => (
          <li key={termsKey(leg.row)} data-leg={termsKey(leg.row)}>
            <LegRow
              leg={leg}
              isDated={expiries.length > 1}
              onSize={(millionths) => onLegs(legs.with(index, { ...leg, millionths }))}
              onRemove={() => onLegs(legs.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function LegRow(props: {
  leg: LiveLeg;
  /** True if the legs have different expiries. Each leg shows its expiry only in this case. */
  isDated: boolean;
  onSize: (millionths: bigint) => void;
  onRemove: () => void;
}) {
  const { row, millionths, isLive } = props.leg;
  const mark = decimalMark();
  const [typed, setTyped] = useState(exactText(millionths, DECIMALS));
  const price = dollarsOf(row) ?? `${priceOf(row)} ${worthSymbol(row.collateralSymbol)}`;
  return (
    <fieldset
      aria-label={quoteName(row)}
      className="flex min-w-0 flex-col gap-2 rounded-xl border border-line bg-surface p-3"
    >
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0">
          <span className="block text-sm font-semibold">{quoteName(row)}</span>
          {props.isDated ? (
            <span className="block text-xs font-semibold">{localTime(row.expiry)}</span>
          ) : null}
          <span className="block text-xs text-muted">{i18n.t('desk.legPrice', { price })}</span>
        </p>
        <IconButton
          label={i18n.t('desk.removeLeg', { quote: quoteName(row) })}
          onClick={props.onRemove}
        >
          <X aria-hidden size={16} />
        </IconButton>
      </div>
      <Field
        label={i18n.t('ticket.contracts')}
        inputMode="decimal"
        value={typed}
        isNeeded
        problem={problemOf(props.leg, isNumber(typed, mark))}
        hint={i18n.t('desk.legMost', {
          left: contractsText(row.available, row.collateralDecimals),
        })}
        onChange={({ target: { value } }) => {
          setTyped(value);
          props.onSize(parseSize(value, DECIMALS, mark) ?? 0n);
        }}
      />
      {isLive ? null : <p className="text-xs text-warn">{i18n.t('desk.legEnded')}</p>}
    </fieldset>
  );
}

function problemOf({ row, millionths }: LiveLeg, isReadable: boolean): string | undefined {
  if (millionths === 0n) return i18n.t(isReadable ? 'quotations.limitWrong' : 'ticket.noNumber');
  if (millionths <= mostMillionths(row)) return undefined;
  return i18n.t('desk.legTooMuch', {
    left: contractsText(row.available, row.collateralDecimals),
  });
}
