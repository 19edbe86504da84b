import { MousePointerClick } from 'lucide-react';
import { type ComponentType, useRef, useState } from 'react';
import { i18n } from '#i18n';
import { termsKey } from '../../../../shared/desk/one-row-per-terms.ts';
import type { OrderFilter } from '../../../../shared/messages/order-filter.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { useWide } from '../../../hooks/use-wide.ts';
import { FocusedRegion } from '../../../ui/FocusedRegion.tsx';
import { later } from '../../../ui/later.tsx';
import { IsPart } from '../../../ui/PageTitle.tsx';
import { Orders } from './Orders.tsx';
import { NO_FILTER } from './order-list.ts';

const AskNew = later(async () => (await import('../quotations/AskNew.tsx')).AskNew);

interface OrdersPageProps {
  Ticket: ComponentType<{
    digest: string;
    onCreate?: (() => void) | undefined;
    onBack: () => void;
    onFilled: () => void;
  }>;
  onFilled: () => void;
  /** Opens the creation of a wallet, if the vault has no wallet. */
  onCreate?: () => void;
  /** The filter that applies at first. */
  start?: OrderFilter | undefined;
}

/**
 * Shows the list and the chosen order's ticket. The ticket replaces the list, or is beside it on a
 * wide page.
 */
export function OrdersPage(props: OrdersPageProps) {
  const { Ticket, onFilled } = props;
  const isWide = useWide();
  const [picked, setPicked] = useState<{ readonly digest: string; readonly terms: string }>();
  // Filter and scroll position stay while a ticket is open, so that the user returns to the same
  // place.
  const [filter, setFilter] = useState<OrderFilter>(props.start ?? NO_FILTER);
  const offset = useRef(0);
  const [left, setLeft] = useState<{ readonly terms: string }>();
  const hasAccount = useSnapshot(({ selected }) => selected) !== undefined;
  /** If set, the form is open, filled with the option that this filter describes. */
  const [asking, setAsking] = useState<OrderFilter>();
  const ticket =
    asking !== undefined ? (
      <FocusedRegion label={i18n.t('quotations.titleNew')}>
        <AskNew
          key={JSON.stringify(asking)}
          filter={asking}
          onBack={() => setAsking(undefined)}
          onPositions={onFilled}
        />
      </FocusedRegion>
    ) : picked === undefined ? null : (
      <FocusedRegion key={picked.digest} label={i18n.t('ticket.order')}>
        <Ticket
          digest={picked.digest}
          onCreate={props.onCreate}
          onBack={() => {
            setPicked(undefined);
            setLeft({ terms: picked.terms });
          }}
          onFilled={() => {
            setPicked(undefined);
            onFilled();
          }}
        />
      </FocusedRegion>
    );
  if (!isWide && ticket !== null) return ticket;
  const list = (
    <Orders
      filter={filter}
      onFilter={setFilter}
      offset={offset}
      picked={picked?.terms}
      left={left}
      onPick={(row) => {
        setAsking(undefined);
        setPicked({ digest: row.digest, terms: termsKey(row) });
      }}
      onAsk={hasAccount ? () => setAsking(filter) : undefined}
    />
  );
  if (!isWide) return list;
  return (
    <div className="grid h-full grid-cols-[minmax(26rem,34rem)_minmax(24rem,1fr)]">
      <div className="min-h-0 border-e border-line">{list}</div>
      <div className="min-h-0 overflow-y-auto" data-testid="beside">
        {ticket === null ? (
          <div className="flex h-full flex-col items-center justify-center gap-3 p-8 text-center text-sm text-muted">
            <MousePointerClick aria-hidden size={28} />
            <p className="text-balance">{i18n.t('orders.pickOne')}</p>
          </div>
        ) : (
          <IsPart value={true}>
            <div className="mx-auto max-w-xl">{ticket}</div>
          </IsPart>
        )}
      </div>
    </div>
  );
}
