import { useRef, useState } from 'react';
import type { Pick } from '../../../shared/desk/combine.ts';
import type { DeskQuote } from './figure-rows.ts';
import type { ChainView } from './use-chains.ts';
import type { LegReview } from './use-leg-fills.ts';

/** Sections of the desk in the order of their buttons; a section opens with its first page. */
export const DESK_SECTIONS = [
  {
    label: 'desk.chain',
    pages: [
      { page: 'chain', label: 'desk.quotes' },
      { page: 'builder', label: 'desk.builder' },
    ],
  },
  { label: 'desk.ideas', pages: [{ page: 'ideas', label: 'desk.ideas' }] },
  {
    label: 'desk.volatilitySection',
    pages: [{ page: 'volatility', label: 'desk.volatilitySection' }],
  },
  {
    label: 'desk.portfolio',
    pages: [
      { page: 'portfolio', label: 'desk.risk' },
      { page: 'positions', label: 'desk.positions' },
    ],
  },
  { label: 'desk.profitSection', pages: [{ page: 'profit', label: 'desk.profitSection' }] },
  { label: 'alerts.title', pages: [{ page: 'alerts', label: 'alerts.title' }] },
] as const;
export type DeskSection = (typeof DESK_SECTIONS)[number];
export type DeskPageName = DeskSection['pages'][number]['page'];

export type DeskView = ReturnType<typeof useDeskView>;

/**
 * Returns the desk's page and the state of its sections. The state is kept while another section is
 * open or the wallet is locked.
 */
export function useDeskView() {
  const [page, setPage] = useState<DeskPageName>('chain');
  const [chainView, setChainView] = useState<ChainView>({ search: '' });
  const [legs, setLegs] = useState<readonly Pick[]>([]);
  /** Live quotes that the portfolio's chart includes as if they were filled. */
  const [tried, setTried] = useState<readonly DeskQuote[]>([]);
  const [review, setReview] = useState<LegReview>();
  /** Ids of stopped legs whose page the user has closed. */
  const [aside, setAside] = useState<readonly string[]>([]);
  /** Legs of trades that the desk has already removed from the builder. */
  const taken = useRef<ReadonlySet<string>>(undefined);
  return {
    ...{ page, setPage, chainView, setChainView, legs, setLegs },
    ...{ tried, setTried, review, setReview, aside, setAside, taken },
  };
}
