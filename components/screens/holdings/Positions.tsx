import { type ReactNode, useState } from 'react';
import { i18n } from '#i18n';
import type { OrderFilter } from '../../../shared/messages/order-filter.ts';
import type { PositionState } from '../../../shared/positions/position-view.ts';
import { usePositions } from '../../hooks/use-positions.ts';
import { isRunning, useQuotations } from '../../hooks/use-quotations.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { FocusedRegion } from '../../ui/FocusedRegion.tsx';
import { later } from '../../ui/later.tsx';
import { laterOptions } from './later-options.ts';
import { PositionList } from './PositionList.tsx';
import { PositionPage } from './PositionPage.tsx';
import { SettlementCalendar } from './SettlementCalendar.tsx';

const AskNew = later(async () => (await import('../trade/quotations/AskNew.tsx')).AskNew);
const Quotations = later(
  async () => (await import('../trade/quotations/Quotations.tsx')).Quotations,
);

type Page =
  | { readonly page: 'list' | 'calendar' | 'requests' | 'ask' }
  | { readonly page: 'position'; readonly key: string; readonly from: 'list' | 'calendar' };

/**
 * Shows the account's current and past positions. A single position, the calendar or the requests
 * to makers replace the list.
 */
export function Positions(props: {
  /** Opens the live orders, possibly with a filter. */
  onOrders: (filter?: OrderFilter) => void;
  /** Replaces the layout with one column for the page of a position. */
  position?: (account: string, key: string, onBack: () => void) => ReactNode;
}) {
  const account = useSnapshot((snapshot) => snapshot.selected);
  const [page, setPage] = useState<Page>({ page: 'list' });
  const [tab, setTab] = useState<PositionState>('open');
  const { data } = usePositions(account, tab);
  const requests = useQuotations(account).data?.quotations.filter(isRunning).length ?? 0;
  const [referrer, setReferrer] = useState('');
  const show = (name: 'list' | 'calendar' | 'requests' | 'ask') => () => setPage({ page: name });
  const rowOf = (key: string) => data?.rows.find((row) => row.key === key);
  if (page.page === 'requests' && account !== undefined) {
    return (
      <Separate key="requests" label={i18n.t('quotations.requests')}>
        <Quotations
          account={account}
          rows={data?.rows ?? []}
          onBack={show('list')}
          onAsk={show('ask')}
        />
      </Separate>
    );
  }
  if (page.page === 'ask') {
    return (
      <Separate key="ask" label={i18n.t('quotations.titleNew')}>
        <AskNew onBack={show('requests')} onPositions={show('list')} />
      </Separate>
    );
  }
  if (page.page === 'calendar') {
    return (
      <Separate key="calendar" label={i18n.t('positions.calendarTitle')}>
        <SettlementCalendar
          rows={data?.rows}
          onBack={show('list')}
          onPick={(key) => setPage({ page: 'position', key, from: 'calendar' })}
        />
      </Separate>
    );
  }
  if (page.page === 'position' && account !== undefined) {
    const row = rowOf(page.key);
    if (row !== undefined) {
      const onBack = show(page.from);
      return (
        props.position?.(account, row.key, onBack) ?? (
          <PositionPage
            row={row}
            account={account}
            onBack={onBack}
            onLater={() => props.onOrders(laterOptions(row))}
          />
        )
      );
    }
  }
  return (
    <div className="@container">
      <PositionList
        view={data}
        tab={tab}
        onTab={setTab}
        referrer={referrer}
        onReferrer={setReferrer}
        onPick={(key) => setPage({ page: 'position', key, from: 'list' })}
        onCalendar={show('calendar')}
        requests={requests}
        onRequests={show('requests')}
        onOrders={() => props.onOrders()}
      />
    </div>
  );
}

/** Shows a page that replaces the list and starts at its own top. */
function Separate(props: { label: string; children: ReactNode }) {
  return (
    <FocusedRegion label={props.label}>
      <div className="mx-auto max-w-xl">{props.children}</div>
    </FocusedRegion>
  );
}
