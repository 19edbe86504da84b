import { useCallback, useEffect, useMemo, useRef } from 'react';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { DeskFilter } from '../../../shared/desk/filter.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { ChainColumn } from '../../../shared/messages/desk-choices.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { toPrice8 } from '../../../shared/units.ts';
import { useDeskChoices } from '../../hooks/use-desk-choices.ts';
import { usePortfolioReads } from '../../hooks/use-portfolio-reads.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { payableWith } from './payable.ts';
import type { Picking } from './TicketBeside.tsx';
import { useDeskOrders } from './use-desk-orders.ts';
import { useOwnContracts } from './use-own-contracts.ts';

/** The search, filter and choices of the chains' page. */
export interface ChainView {
  readonly search: string;
  readonly filter?: DeskFilter;
  readonly asset?: string;
  /** Unix seconds. */
  readonly expiry?: number;
}

const NONE: readonly ChainColumn[] = [];

/** Returns the chosen chain of live orders, and which of its quotes the account can pay. */
export function useChains(props: Picking & { shown: ChainView }) {
  const { shown } = props;
  const page = useRef<HTMLDivElement>(null);
  const { left } = props;
  useEffect(() => {
    // The cell is found by terms, because a newer quote may have replaced the quote that was left.
    if (left === undefined) return;
    const cells = [...(page.current?.querySelectorAll<HTMLElement>('[data-terms]') ?? [])];
    cells.find(({ dataset }) => dataset.terms === termsKey(left))?.focus({ preventScroll: true });
  }, [left]);
  const orders = useDeskOrders(shown.search, shown.filter);
  const { view, isLive, expiries, chainOf, hasAny, emptyState } = orders;
  usePortfolioReads();
  const balances = useSnapshot(({ portfolio }) => portfolio?.balances);
  const canPay = useMemo(() => payableWith(balances, CHAIN_ID), [balances]);
  const { assets, asset, spot } = orders.chooseAsset(shown.asset);
  const ofAsset = expiries.filter((quoted) => quoted.asset === asset);
  const quoted = ofAsset.find(({ expiry }) => expiry === shown.expiry) ?? ofAsset[0];
  const chain = quoted && chainOf(quoted);
  const own = useOwnContracts(chain);
  const { hiddenColumns = NONE } = useDeskChoices().choices;
  const price = spot && toPrice8(spot.price);
  const { onPick: pick } = props;
  const onPick = useCallback((row: OrderRow) => pick(row, spot), [pick, spot]);
  return {
    page,
    view,
    assets,
    asset,
    expiries: ofAsset.map(({ expiry }) => expiry),
    chain,
    spot,
    price,
    facts: { isLive, canPay, onPick, own, hidden: hiddenColumns },
    emptyState: hasAny ? ('nothingFits' as const) : emptyState,
  };
}
