import { MousePointerClick } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { i18n } from '#i18n';
import { combine } from '../../../shared/desk/combine.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import { profitBands } from '../../../shared/desk/profit-bands.ts';
import type { ListedSpot, OrderRow } from '../../../shared/messages/market.ts';
import type { Size } from '../../../shared/orders/ticket.ts';
import { contracts as contractsOf } from '../../../shared/units.ts';
import { useWide } from '../../hooks/use-wide.ts';
import { Button } from '../../ui/Button.tsx';
import { FocusedRegion } from '../../ui/FocusedRegion.tsx';
import { AlertMe } from '../trade/alerts/AlertMe.tsx';
import { subjectOfQuote } from '../trade/alerts/alert-subject.ts';
import { OrderTicket } from '../trade/ticket/OrderTicket.tsx';
import { Beside } from './Beside.tsx';
import { FigureTable } from './FigureTable.tsx';
import type { DeskQuote } from './figure-rows.ts';
import { SpotHistory } from './SpotHistory.tsx';
import { useDefaultSize } from './use-default-size.ts';

const noContracts = contractsOf(0n);

/** The chosen quote, and functions that change the choice. */
export interface Picking {
  /** Terms of the open ticket. */
  readonly picked: readonly string[];
  /** The quote whose ticket was just closed. */
  readonly left: OrderRow | undefined;
  /** `size`: the ticket’s first size, if the list suggests one. */
  readonly onPick: (row: OrderRow, spot: ListedSpot | undefined, size?: Size) => void;
}

/**
 * Shows a list of quotes. The chosen quote's ticket replaces the list, or is beside the list on a
 * wide page.
 */
export function TicketBeside(props: {
  onFilled: () => void;
  onTry: (quotes: readonly DeskQuote[]) => void;
  /** Shown beside the list until a quote is chosen. */
  idle?: ReactNode;
  children: (picking: Picking) => ReactNode;
}) {
  const isWide = useWide();
  const [pick, setPick] = useState<{
    readonly row: OrderRow;
    readonly spot: ListedSpot | undefined;
    readonly size: Size | undefined;
  }>();
  const [left, setLeft] = useState<OrderRow>();
  /** The number of contracts in the open ticket. */
  const [contracts, setContracts] = useState(noContracts);
  const picked = useMemo(() => (pick === undefined ? [] : [termsKey(pick.row)]), [pick]);
  const sizeOf = useDefaultSize();
  const ticket =
    pick === undefined ? null : (
      <FocusedRegion key={pick.row.digest} label={i18n.t('ticket.order')}>
        <div className="mx-auto max-w-xl">
          <OrderTicket
            digest={pick.row.digest}
            size={pick.size}
            onBack={() => {
              setPick(undefined);
              setLeft(pick.row);
            }}
            onFilled={props.onFilled}
            sizeOf={sizeOf}
            onContracts={setContracts}
          />
          {pick.spot === undefined ? null : (
            <More
              quote={{ row: pick.row, spot: pick.spot }}
              onTry={(quote) => props.onTry([contracts > 0n ? { ...quote, contracts } : quote])}
            />
          )}
        </div>
      </FocusedRegion>
    );
  if (!isWide && ticket !== null) return ticket;
  const list = props.children({
    picked,
    left,
    onPick: (row, spot, size) => setPick({ row, spot, size }),
  });
  if (!isWide) return list;
  return (
    <Beside list={list}>
      {ticket ?? props.idle ?? (
        <div className="flex h-full flex-col items-center justify-center gap-3 p-8 text-center text-sm text-muted">
          <MousePointerClick aria-hidden size={28} />
          <p className="text-balance">{i18n.t('desk.pickOne')}</p>
        </div>
      )}
    </Beside>
  );
}

function More(props: { quote: DeskQuote; onTry: (quote: DeskQuote) => void }) {
  const { quote } = props;
  const bands = useMemo(() => {
    const one = combine([{ row: quote.row, millionths: 1_000_000n }], [], quote.spot);
    return one === undefined ? [] : profitBands(one);
  }, [quote.row, quote.spot]);
  return (
    <div className="flex flex-col gap-3 px-4 pb-4">
      <div className="flex flex-wrap gap-2">
        <Button kind="quiet" onClick={() => props.onTry(quote)}>
          {i18n.t('desk.try')}
        </Button>
        <AlertMe subject={subjectOfQuote(quote.row)} />
      </div>
      <FigureTable quote={quote} />
      <SpotHistory asset={quote.row.asset} bands={bands} />
    </div>
  );
}
