import { i18n } from '#i18n';
import { type ClosingCash, positionDollars } from '../../../shared/desk/roll.ts';
import type { ListedSpot } from '../../../shared/messages/market.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { type Usd8, usd8 } from '../../../shared/units.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { signedUsdText } from '../../texts/numbers.ts';
import { getUsd, payUsd } from '../../texts/payments.ts';
import { closesText } from './roll-texts.ts';

/** The net credit or debit of both parts, then each part’s share of it. Dollars at today’s price. */
export function RollNet(props: {
  row: PositionRow;
  spot: ListedSpot;
  closing: ClosingCash | undefined;
  /** Dollars that opening brings; negative for a cost. Unknown without a quote. */
  opening: Usd8 | undefined;
  /** Where the amount of an opened position comes from. */
  openedFrom?: 'receipt' | 'indexer' | undefined;
}) {
  const { row, spot, closing, opening, openedFrom } = props;
  const hidden = useHidden();
  const closed = closing && positionDollars(row, closing.units, spot);
  const isFinal = openedFrom === 'receipt' && closing?.from === 'received';
  return (
    <div className="flex flex-col gap-0.5 text-sm" data-testid="roll-net">
      <p className="font-semibold">
        {opening === undefined
          ? i18n.t('roll.netUnquoted')
          : closed === undefined
            ? i18n.t('roll.netUnknown')
            : hidden(netText(usd8(closed + opening)))}
        {isFinal || closed === undefined || opening === undefined ? null : (
          <span className="block text-xs font-normal text-muted">{i18n.t('roll.estimate')}</span>
        )}
      </p>
      <p className="text-xs text-muted">
        {[
          ...(closing === undefined || closed === undefined
            ? []
            : [closesText(closing.from, signedUsdText(closed))]),
          ...(opening === undefined ? [] : [openingText(openedFrom, signedUsdText(opening))]),
        ]
          .map(hidden)
          .join(' · ')}
      </p>
    </div>
  );
}

function netText(net: Usd8): string {
  return net < 0n
    ? i18n.t('roll.netDebit', { amount: payUsd(-net) })
    : i18n.t('roll.netCredit', { amount: getUsd(net) });
}

function openingText(from: 'receipt' | 'indexer' | undefined, amount: string): string {
  if (from === undefined) return i18n.t('roll.opensNow', { amount });
  return i18n.t(from === 'receipt' ? 'roll.opensDone' : 'roll.opensClaimed', { amount });
}
