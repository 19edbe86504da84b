import type { RefObject } from 'react';
import { i18n } from '#i18n';
import type { ListedOrder } from '../../../../shared/desk/one-row-per-terms.ts';
import type { OrdersView } from '../../../../shared/messages/market.ts';
import { Button } from '../../../ui/Button.tsx';
import { GroupHead } from './GroupHead.tsx';
import type { PlacedRow } from './hold-rows.ts';
import type { ListItem } from './list-items.ts';
import { OrderListRow } from './OrderListRow.tsx';
import { GROUP_HEIGHT, ROW_HEIGHT, useOrderLines } from './use-order-lines.ts';

/**
 * Shows a virtual list of thousands of rows with group headings. The list is a single stop of the
 * Tab key. Arrow keys, Home and End move between rows. Reports whether the pointer or the
 * keyboard's focus is on the list.
 */
export function OrderList(props: {
  rows: readonly PlacedRow[];
  isGrouped: boolean;
  /** Spot prices by asset. */
  spot: OrdersView['spot'];
  isLive: boolean;
  offset: RefObject<number>;
  /** Terms of the open ticket. */
  picked: string | undefined;
  /** Terms of the ticket that was just closed; their row gets the focus. */
  left: { readonly terms: string } | undefined;
  onPick: (row: ListedOrder) => void;
  /** Opens the form that asks makers for an option; absent without an account. */
  onAsk: (() => void) | undefined;
  onAttention: (hasAttention: boolean) => void;
}) {
  const { rows, isGrouped, spot, isLive, offset, picked, onPick } = props;
  const { scroller, items, list, stop, stuck, move, onFocus } = useOrderLines(props);
  return (
    <div
      ref={scroller}
      className="@container min-h-[min(14rem,28vh)] flex-1 overflow-y-auto"
      data-testid="orders"
      onScroll={(event) => {
        offset.current = event.currentTarget.scrollTop;
      }}
    >
      <ul
        className="relative"
        style={{ height: list.getTotalSize() }}
        aria-label={i18n.t('orders.title')}
        onKeyDown={move}
        onFocus={({ target }) => onFocus(target)}
      >
        {list.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const isStuck = index === stuck.current;
          return (
            <li
              key={key}
              ref={list.measureElement}
              data-index={index}
              className={`inset-x-0 top-0 flex ${isStuck ? 'sticky z-10' : 'absolute'} ${item.kind === 'row' ? 'border-b border-line' : ''}`}
              style={{
                minHeight: item.kind === 'row' ? ROW_HEIGHT : GROUP_HEIGHT,
                ...(isStuck ? {} : { transform: `translateY(${start}px)` }),
              }}
              {...placeOf(item, rows.length)}
            >
              {item.kind === 'group' ? (
                <GroupHead asset={item.asset} spot={spot[item.asset]} expiry={item.expiry} />
              ) : (
                <OrderListRow
                  row={item.placed.row}
                  isGone={item.placed.isGone}
                  isGrouped={isGrouped}
                  isLive={isLive}
                  isPicked={item.key === picked}
                  isStop={index === stop}
                  onPick={onPick}
                />
              )}
            </li>
          );
        })}
      </ul>
      {props.onAsk === undefined ? null : (
        <Button kind="plain" wide onClick={props.onAsk}>
          {i18n.t('quotations.nothingFits')}
        </Button>
      )}
    </div>
  );
}

/**
 * Returns ARIA attributes with a row's position. Group headings have no position and aren't
 * counted.
 */
function placeOf(item: ListItem, count: number) {
  return item.kind === 'group'
    ? {}
    : {
        'data-row': item.index,
        'data-key': item.key,
        'aria-setsize': count,
        'aria-posinset': item.index + 1,
      };
}
