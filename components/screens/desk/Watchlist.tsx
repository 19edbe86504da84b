import { useCallback, useMemo } from 'react';
import { i18n } from '#i18n';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { expiryKey } from '../../../shared/desk/chain.ts';
import { watchedRows } from '../../../shared/desk/watch.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { useDeskChoices } from '../../hooks/use-desk-choices.ts';
import { useKey } from '../../hooks/use-key.ts';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { FeedNotes } from '../orders/FeedNotes.tsx';
import { Presets } from './Presets.tsx';
import { payableWith } from './payable.ts';
import { pressStar } from './Star.tsx';
import { type Picking, TicketBeside } from './TicketBeside.tsx';
import { useDeskOrders } from './use-desk-orders.ts';
import { WatchedStrikes } from './WatchedStrikes.tsx';
import { WatchedStructures } from './WatchedStructures.tsx';

/** The watched rows of the chain with their best prices, and the presets of the desk. */
export function Watchlist(props: Omit<Parameters<typeof TicketBeside>[0], 'children'>) {
  return <TicketBeside {...props}>{(picking) => <Rows {...picking} />}</TicketBeside>;
}

function Rows({ picked, onPick: pick }: Picking) {
  const { view, isLive, expiries, chainOf } = useDeskOrders();
  const { choices } = useDeskChoices();
  const balances = useSnapshot(({ portfolio }) => portfolio?.balances);
  const canPay = useMemo(() => payableWith(balances, CHAIN_ID), [balances]);
  const { strikes, structures } = useMemo(() => {
    const watched = new Set(choices.watched.map(expiryKey));
    const quoted = expiries.filter((one) => watched.has(expiryKey(one)));
    return watchedRows(choices.watched, quoted.map(chainOf));
  }, [choices.watched, expiries, chainOf]);
  const now = Math.floor(useNow(MINUTE_MS) / 1000);
  useKey('w', pressStar);
  const spot = view?.spot;
  const onPick = useCallback((row: OrderRow) => pick(row, spot?.[row.asset]), [pick, spot]);
  const facts = { canPay, isLive, picked, onPick, now };
  return (
    <div className="@container flex flex-col gap-4 p-4" data-testid="watchlist">
      {view === undefined ? null : <FeedNotes view={view} />}
      {choices.watched.length === 0 ? (
        <div className="flex flex-col gap-1 p-8 text-center">
          <p className="text-base font-semibold">{i18n.t('watchlist.empty')}</p>
          <p className="text-sm text-muted">{i18n.t('watchlist.emptyHint')}</p>
        </div>
      ) : null}
      {strikes.length === 0 ? null : <WatchedStrikes {...facts} rows={strikes} />}
      {structures.length === 0 ? null : <WatchedStructures {...facts} rows={structures} />}
      <Presets />
    </div>
  );
}
