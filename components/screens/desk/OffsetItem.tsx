import { useEffect, useRef, useState } from 'react';
import { i18n } from '#i18n';
import type { Offset } from '../../../shared/desk/offsets.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { signedUsdText } from '../../texts/numbers.ts';
import { payText } from '../../texts/payments.ts';
import { localTime } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { ActionItem } from '../holdings/PositionActions.tsx';
import { OffsetComparison } from './OffsetComparison.tsx';
import type { Picking } from './TicketBeside.tsx';
import type { Offsets } from './use-offsets.ts';

/** Offers to open an opposite position. Both positions remain open. */
export function OffsetItem(props: {
  row: PositionRow;
  /** Not empty; the best live order first. */
  offsets: readonly Offset[];
  /** The order whose ticket was just closed; its row gets the focus. */
  left: Picking['left'];
  onPick: (offset: Offset) => void;
}) {
  const { row, offsets, left } = props;
  const hidden = useHidden();
  const [isOpen, setIsOpen] = useState(false);
  const toggle = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (left !== undefined) toggle.current?.querySelector('button')?.focus();
  }, [left]);
  const [best] = offsets;
  if (best === undefined) return null;
  return (
    <ActionItem
      name={i18n.t('desk.offset')}
      does={offsetHint(row)}
      facts={[
        ...(best.result === undefined
          ? []
          : [i18n.t('desk.offsetTogether', { result: hidden(signedUsdText(best.result)) })]),
        i18n.t('desk.offsetCost', { fee: hidden(feeOf(best)) }),
      ]}
      button={(describedBy) => (
        <span ref={toggle}>
          <Button
            kind="quiet"
            aria-expanded={isOpen}
            aria-describedby={describedBy}
            onClick={() => setIsOpen(!isOpen)}
          >
            {i18n.t('desk.offsetCompare')}
          </Button>
        </span>
      )}
    >
      {isOpen ? <OffsetComparison row={row} offsets={offsets} onPick={props.onPick} /> : null}
    </ActionItem>
  );
}

function feeOf({ fill: { quote, row, decimals } }: Offset): string {
  const symbol = row.collateralSymbol;
  return `${payText(quote.fee, { symbol, decimals })} ${symbol}`;
}

export function NoOffset({
  row,
  state,
}: {
  row: PositionRow;
  state: Exclude<Offsets['state'], 'found'>;
}) {
  return (
    <ActionItem
      name={i18n.t('desk.offset')}
      does={i18n.t(
        state === 'notVerified' ? 'positions.blocked.notChecked' : `desk.noOffset.${state}`,
      )}
      facts={[offsetHint(row)]}
    />
  );
}

function offsetHint({ expiry }: PositionRow): string {
  return i18n.t('desk.offsetHint', { expiry: localTime(expiry) });
}
