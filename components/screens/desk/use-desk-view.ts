import { useState } from 'react';
import type { Pick } from '../../../shared/desk/combine.ts';
import type { ChainView } from './ChainPage.tsx';
import type { DeskQuote } from './figure-rows.ts';
import type { LegRun } from './use-leg-fills.ts';

/** Sections of the desk, in the order of their buttons. */
export const DESK_SECTIONS = [
  { section: 'chain', label: 'desk.chain' },
  { section: 'watchlist', label: 'watchlist.title' },
  { section: 'builder', label: 'desk.builder' },
  { section: 'ideas', label: 'desk.ideas' },
  { section: 'volatility', label: 'desk.volatilitySection' },
  { section: 'compare', label: 'desk.compare' },
  { section: 'portfolio', label: 'desk.portfolio' },
  { section: 'positions', label: 'desk.positions' },
  { section: 'profit', label: 'desk.profitSection' },
  { section: 'alerts', label: 'alerts.title' },
] as const;
export type DeskSection = (typeof DESK_SECTIONS)[number]['section'];

export type DeskView = ReturnType<typeof useDeskView>;

/** The desk's section, and what its sections keep while others are open or the wallet is locked. */
export function useDeskView() {
  const [section, setSection] = useState<DeskSection>('chain');
  const [chainView, setChainView] = useState<ChainView>({ search: '' });
  const [legs, setLegs] = useState<readonly Pick[]>([]);
  /** A live quote to try in the portfolio. */
  const [tried, setTried] = useState<DeskQuote>();
  /** Legs that are filled one after another. */
  const [run, setRun] = useState<LegRun>();
  const [pinned, setPinned] = useState<readonly DeskQuote[]>([]);
  return {
    ...{ section, setSection, chainView, setChainView, legs, setLegs },
    ...{ tried, setTried, pinned, setPinned, run, setRun },
  };
}
