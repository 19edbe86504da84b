import { useMemo, useRef } from 'react';
import { i18n } from '#i18n';
import { type ExpiryChain, expiryKey } from '../../../shared/desk/chain.ts';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { useSameList } from '../../hooks/use-same-list.ts';
import { useRoomy } from '../../hooks/use-wide.ts';
import { leftUntil, localTime, utcTime } from '../../texts/times.ts';
import { SpotPrice } from '../../ui/SpotPrice.tsx';
import { AlertMe } from '../trade/alerts/AlertMe.tsx';
import { EmptyOrders } from '../trade/orders/EmptyOrders.tsx';
import { FeedNotes } from '../trade/orders/FeedNotes.tsx';
import { SearchField } from '../trade/orders/SearchField.tsx';
import { AssetChoices, Choices } from './Choices.tsx';
import { ColumnChoices } from './ColumnChoices.tsx';
import { Filters } from './Filters.tsx';
import { Meanings } from './Meanings.tsx';
import type { CellFacts } from './QuoteCell.tsx';
import { SCROLLED, type TableFacts } from './QuoteTable.tsx';
import { meaningsOf } from './quote-column.ts';
import { STRIKE_COLUMNS, StrikeTable } from './StrikeTable.tsx';
import { STRUCTURE_COLUMNS, StructureTable } from './StructureTable.tsx';
import { type Picking, TicketBeside } from './TicketBeside.tsx';
import { TicketSize } from './TicketSize.tsx';
import { type ChainView, useChains } from './use-chains.ts';

/**
 * Shows live orders as option chains. The chosen quote's ticket replaces the chains, or is beside
 * them on a wide page.
 */
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

export function Chains(
  props: Picking & {
    shown: ChainView;
    onShow: (shown: ChainView) => void;
    /** True if more content follows, so that the tables need a fixed height. */
    isAbove?: boolean;
  },
) {
  const { shown, onShow } = props;
  const chains = useChains(props);
  const { page, view, assets, asset, chain, spot, price } = chains;
  return (
    <div ref={page} className={`@container flex flex-col ${props.isAbove ? '' : 'h-full'}`}>
      <header className="flex flex-col gap-2 border-b border-line px-4 py-2">
        <div className="flex flex-wrap items-center gap-2">
          <AssetChoices
            assets={assets}
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
          <ColumnChoices />
        </div>
        <Expiries
          expiries={chains.expiries}
          chosen={chain?.expiry}
          onChoose={(expiry) => asset !== undefined && onShow({ ...shown, asset, expiry })}
        />
        {view === undefined ? null : <FeedNotes view={view} />}
      </header>
      {chain === undefined ? (
        <EmptyOrders
          state={chains.emptyState}
          onClear={() => onShow({ ...shown, search: '', filter: {} })}
        />
      ) : (
        <Tables
          key={`${chain.asset} ${chain.expiry}`}
          chain={chain}
          {...chains.facts}
          picked={props.picked}
          height={props.isAbove ? 'h-96' : LEAST_HEIGHT}
        />
      )}
    </div>
  );
}

/** Six strikes below the head, and less than half of a page at 400 % zoom. */
const LEAST_HEIGHT = 'min-h-52 flex-1 [@media(max-height:20rem)]:min-h-[45vh]';

function Tables({
  chain,
  height,
  ...facts
}: { chain: ExpiryChain; height: string } & CellFacts & TableFacts) {
  const { asset, strikes, structures } = chain;
  const expiry = localTime(chain.expiry);
  const box = useRef<HTMLDivElement>(null);
  const isRoomy = useRoomy();
  const shared = isRoomy ? undefined : box;
  const meanings = (
    <Meanings
      of={meaningsOf([...STRIKE_COLUMNS, ...STRUCTURE_COLUMNS])}
      className="border-t border-line px-4 py-1.5"
    />
  );
  return (
    <>
      <div
        ref={box}
        key={expiryKey(chain)}
        className={`flex flex-col ${height} ${isRoomy ? '' : `relative ${SCROLLED}`}`}
      >
        {strikes.length === 0 ? null : (
          <StrikeTable
            {...{ ...facts, shared }}
            rows={strikes}
            label={i18n.t('desk.strikesOf', { asset, expiry })}
          />
        )}
        {structures.length === 0 ? null : (
          <StructureTable
            {...{ ...facts, shared }}
            rows={structures}
            label={i18n.t('desk.structuresOf', { asset, expiry })}
          />
        )}
        {isRoomy ? null : meanings}
      </div>
      {isRoomy ? meanings : null}
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
  // The page renders every second, and formatting dates is slow.
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
    <div className="-m-1 overflow-x-auto p-1 [scrollbar-width:thin]">
      <Choices
        isLine
        label={i18n.t('desk.expiries')}
        choices={choices}
        chosen={String(props.chosen)}
        onChoose={(key) => props.onChoose(Number(key))}
      />
    </div>
  );
}
