import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { OrderFilter } from '../../../shared/messages/order-filter.ts';
import type { PositionState } from '../../../shared/positions/position-view.ts';
import { usePositions } from '../../hooks/use-positions.ts';
import { isRunning, useQuotations } from '../../hooks/use-quotations.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { later } from '../../ui/later.tsx';
import { laterOptions } from './later-options.ts';
import type { FormAction } from './PositionActions.tsx';
import { PositionDetail } from './PositionDetail.tsx';
import { PositionForm } from './PositionForm.tsx';
import { PositionList } from './PositionList.tsx';
import { SettlementCalendar } from './SettlementCalendar.tsx';

const AskNew = later(async () => (await import('../trade/quotations/AskNew.tsx')).AskNew);
const Quotations = later(
  async () => (await import('../trade/quotations/Quotations.tsx')).Quotations,
);

type Page =
  | { readonly page: 'list' | 'calendar' | 'requests' | 'ask' }
  | {
      readonly page: 'detail' | FormAction;
      readonly key: string;
      readonly from: 'list' | 'calendar';
    };

/** A separate page: it starts at its top, wherever the former one was scrolled to. */
function FromTop({ children }: { children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    top.current?.scrollIntoView({ block: 'start' });
  }, []);
  return <div ref={top}>{children}</div>;
}

/**
 * The account's present and past positions; one position, the calendar or the form of an action
 * replaces the list.
 */
export function Positions({
  onOrders,
  onManage,
}: {
  /** Opens the live orders, perhaps with a filter. */
  onOrders: (filter?: OrderFilter) => void;
  /** Opens everything that can be done with a position of an account. */
  onManage?: (account: string, key: string) => void;
}) {
  const account = useSnapshot((snapshot) => snapshot.selected);
  const [page, setPage] = useState<Page>({ page: 'list' });
  const [tab, setTab] = useState<PositionState>('open');
  const { data } = usePositions(account, tab);
  const requests = useQuotations(account).data?.quotations.filter(isRunning).length ?? 0;
  const [referrer, setReferrer] = useState('');
  if (page.page === 'requests' && account !== undefined) {
    return (
      <FromTop key="requests">
        <Quotations
          account={account}
          rows={data?.rows ?? []}
          onBack={() => setPage({ page: 'list' })}
          onAsk={() => setPage({ page: 'ask' })}
        />
      </FromTop>
    );
  }
  if (page.page === 'ask') {
    return (
      <FromTop key="ask">
        <AskNew
          onBack={() => setPage({ page: 'requests' })}
          onPositions={() => setPage({ page: 'list' })}
        />
      </FromTop>
    );
  }
  if (page.page === 'calendar') {
    return (
      <FromTop key="calendar">
        <SettlementCalendar
          rows={data?.rows}
          onBack={() => setPage({ page: 'list' })}
          onPick={(key) => setPage({ page: 'detail', key, from: 'calendar' })}
        />
      </FromTop>
    );
  }
  const row =
    'key' in page ? data?.rows.find((candidate) => candidate.key === page.key) : undefined;
  if ('key' in page && row !== undefined && account !== undefined) {
    return (
      <FromTop key={page.page}>
        {page.page === 'detail' ? (
          <PositionDetail
            row={row}
            onBack={() => setPage({ page: page.from })}
            onForm={(action) => setPage({ ...page, page: action })}
            onManage={onManage === undefined ? undefined : () => onManage(account, row.key)}
          />
        ) : (
          <PositionForm
            action={page.page}
            row={row}
            account={account}
            onDone={() => setPage({ ...page, page: 'detail' })}
            onLater={() => onOrders(laterOptions(row))}
          />
        )}
      </FromTop>
    );
  }
  return (
    <PositionList
      view={data}
      tab={tab}
      onTab={setTab}
      referrer={referrer}
      onReferrer={setReferrer}
      onPick={(key) => setPage({ page: 'detail', key, from: 'list' })}
      onCalendar={() => setPage({ page: 'calendar' })}
      requests={requests}
      onRequests={() => setPage({ page: 'requests' })}
      onOrders={() => onOrders()}
    />
  );
}
