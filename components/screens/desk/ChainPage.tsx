import { useCallback, useEffect, useMemo, useRef } from 'react';
import { i18n } from '#i18n';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { type ExpiryChain, expiryKey } from '../../../shared/desk/chain.ts';
import type { DeskFilter } from '../../../shared/desk/filter.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { toPrice8 } from '../../../shared/units.ts';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { usePortfolioReads } from '../../hooks/use-portfolio-reads.ts';
import { useSameList } from '../../hooks/use-same-list.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { leftUntil, localTime, utcTime } from '../../texts/times.ts';
import { SpotPrice } from '../../ui/SpotPrice.tsx';
import { AlertMe } from '../trade/alerts/AlertMe.tsx';
import { EmptyOrders } from '../trade/orders/EmptyOrders.tsx';
import { FeedNotes } from '../trade/orders/FeedNotes.tsx';
import { SearchField } from '../trade/orders/SearchField.tsx';
import { Choices } from './Choices.tsx';
import { Filters } from './Filters.tsx';
import { Meanings } from './Meanings.tsx';
import { payableWith } from './payable.ts';
import type { CellFacts } from './QuoteCell.tsx';
import { meaningsOf } from './quote-column.ts';
import { STRIKE_COLUMNS, StrikeTable } from './StrikeTable.tsx';
import { STRUCTURE_COLUMNS, StructureTable } from './StructureTable.tsx';
import { type Picking, TicketBeside } from './TicketBeside.tsx';
import { TicketSize } from './TicketSize.tsx';
import { useDeskOrders } from './use-desk-orders.ts';

/** The part of the chains that is shown. */
export interface ChainView {
  readonly search: string;
  readonly filter?: DeskFilter;
  readonly asset?: string;
  /** Unix seconds. */
  readonly expiry?: number;
}

/** Live orders as option chains, with the ticket of the chosen quote in their place or beside them. */
export function ChainPage({
  view,
  onView,
  ...ticket
}: {
  view: ChainView;
  onView: (view: ChainView) => void;
} & Omit<Parameters<typeof TicketBeside>[0], 'children'>) {
  return (
    <TicketBeside {...ticket}>
      {(picking) => <Chains {...picking} shown={view} onShow={onView} />}
    </TicketBeside>
  );
}

/** The live orders by asset and expiry. */
export function Chains(
  props: Picking & {
    shown: ChainView;
    onShow: (shown: ChainView) => void;
    /** More follows below: the tables have a height of their own instead of the place's. */
    isAbove?: boolean;
  },
) {
  const { shown, onShow } = props;
  const page = useRef<HTMLDivElement>(null);
  const { left } = props;
  useEffect(() => {
    // A newer quote can have taken the place of the one that was chosen.
    if (left === undefined) return;
    const cells = [...(page.current?.querySelectorAll<HTMLElement>('[data-terms]') ?? [])];
    cells.find(({ dataset }) => dataset.terms === termsKey(left))?.focus({ preventScroll: true });
  }, [left]);
  const { view, isLive, expiries, chainOf, hasAny } = useDeskOrders(shown.search, shown.filter);
  usePortfolioReads();
  const balances = useSnapshot(({ portfolio }) => portfolio?.balances);
  const canPay = useMemo(() => payableWith(balances, CHAIN_ID), [balances]);
  const assets = [...new Set(expiries.map(({ asset }) => asset))];
  const asset = assets.find((name) => name === shown.asset) ?? assets[0];
  const ofAsset = expiries.filter((quoted) => quoted.asset === asset);
  const quoted = ofAsset.find(({ expiry }) => expiry === shown.expiry) ?? ofAsset[0];
  const chain = quoted && chainOf(quoted);
  const spot = asset === undefined ? undefined : view?.spot[asset];
  const price = spot && toPrice8(spot.price);
  const { onPick: pick } = props;
  const onPick = useCallback((row: OrderRow) => pick(row, spot), [pick, spot]);
  return (
    <div ref={page} className={`@container flex flex-col ${props.isAbove ? '' : 'h-full'}`}>
      <header className="flex flex-col gap-2 border-b border-line px-4 py-2">
        <div className="flex flex-wrap items-center gap-2">
          <Choices
            label={i18n.t('desk.assets')}
            choices={assets.map((name) => ({ key: name, text: name }))}
            chosen={asset}
            onChoose={(name) => onShow({ ...shown, asset: name })}
          />
          {asset === undefined ? null : (
            <>
              <SpotPrice
                className="text-sm font-semibold"
                asset={asset}
                spot={spot && price && { ...spot, price }}
              />
              <AlertMe
                key={asset}
                subject={{
                  kind: 'spot',
                  asset,
                  present: spot?.source === 'chain' ? price : undefined,
                }}
                label={i18n.t('alerts.alertMePrice', { asset })}
              />
            </>
          )}
          <SearchField
            label={i18n.t('desk.searchLabel')}
            placeholder={i18n.t('desk.searchHint')}
            value={shown.search}
            className="ms-auto min-w-48 @min-[44rem]:max-w-72"
            onSearch={(search) => onShow({ ...shown, search })}
          />
        </div>
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <Filters
            filter={shown.filter ?? {}}
            onFilter={(filter) => onShow({ ...shown, filter })}
          />
          <TicketSize />
        </div>
        <Expiries
          expiries={ofAsset.map(({ expiry }) => expiry)}
          chosen={chain?.expiry}
          onChoose={(expiry) => asset !== undefined && onShow({ ...shown, asset, expiry })}
        />
        {view === undefined ? null : <FeedNotes view={view} />}
      </header>
      {chain === undefined ? (
        <EmptyOrders
          state={
            hasAny
              ? 'nothing fits'
              : view?.problem !== undefined
                ? 'dead'
                : isLive
                  ? 'no maker'
                  : 'reading'
          }
          onClear={() => onShow({ ...shown, search: '', filter: {} })}
        />
      ) : (
        <Tables
          key={`${chain.asset} ${chain.expiry}`}
          chain={chain}
          canPay={canPay}
          isLive={isLive}
          picked={props.picked}
          onPick={onPick}
          height={props.isAbove ? 'h-96' : 'min-h-80 flex-1'}
        />
      )}
    </div>
  );
}

function Tables({ chain, height, ...facts }: { chain: ExpiryChain; height: string } & CellFacts) {
  const { asset, strikes, structures } = chain;
  const expiry = localTime(chain.expiry);
  return (
    <>
      <div key={expiryKey(chain)} className={`flex flex-col ${height}`}>
        {strikes.length === 0 ? null : (
          <StrikeTable
            {...facts}
            rows={strikes}
            label={i18n.t('desk.strikesOf', { asset, expiry })}
          />
        )}
        {structures.length === 0 ? null : (
          <StructureTable
            {...facts}
            rows={structures}
            label={i18n.t('desk.structuresOf', { asset, expiry })}
          />
        )}
      </div>
      <Meanings
        of={meaningsOf([...STRIKE_COLUMNS, ...STRUCTURE_COLUMNS])}
        className="border-t border-line px-4 py-1.5"
      />
    </>
  );
}

function Expiries(props: {
  expiries: readonly number[];
  chosen: number | undefined;
  onChoose: (expiry: number) => void;
}) {
  const now = useNow(MINUTE_MS);
  const expiries = useSameList(props.expiries);
  // Dates are slow to write, and the page is drawn each second.
  const choices = useMemo(
    () =>
      expiries.map((expiry) => ({
        key: String(expiry),
        text: localTime(expiry),
        more: i18n.t('desk.expiryLeft', { left: leftUntil(expiry, now) }),
        title: utcTime(expiry),
      })),
    [expiries, now],
  );
  return (
    <Choices
      label={i18n.t('desk.expiries')}
      choices={choices}
      chosen={String(props.chosen)}
      onChoose={(key) => props.onChoose(Number(key))}
    />
  );
}
