import { useQuery } from '@tanstack/react-query';
import { i18n } from '#i18n';
import type { PortfolioView } from '../../shared/messages/portfolio.ts';
import { useAction } from './use-action.ts';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

/**
 * Milliseconds between reads of the balances: the pause after a change, and the pause to which it
 * grows while nothing changes.
 */
const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 60_000;
/** A portfolio that is at least this many milliseconds old is read again when a page opens. */
const FRESH_MS = 5_000;

/** Returns the pause after a number of reads without a change of the amounts. */
export function pauseAfter(reads: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(reads - 1, 0), MAX_PAUSE_MS);
}

/** Returns the amounts as a query key. Prices are left out, because they change all the time. */
export function amountsOf(portfolio: PortfolioView | undefined): string {
  const { account, balances = [] } = portfolio ?? {};
  const amounts = balances.map(({ chainId, token, amount }) => [chainId, token, String(amount)]);
  return JSON.stringify([account, amounts]);
}

/**
 * Reads the balances of the selected account while the page is visible: when the page opens and
 * after each mined transaction. Also reads them at intervals that grow while the amounts stay the
 * same.
 */
export function usePortfolioReads() {
  const call = useWalletCall();
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const mined = useSnapshot(({ activity }) => activity.newestMined);
  const portfolio = useSnapshot((snapshot) => snapshot.portfolio);
  const { isFetching, error } = useQuery({
    queryKey: ['portfolio', selected, mined, amountsOf(portfolio)],
    queryFn: () => call('portfolio.refresh', { isWhole: false }),
    initialData: null,
    initialDataUpdatedAt: mined === undefined ? (portfolio?.at ?? 0) : 0,
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => pauseAfter(state.dataUpdateCount),
    retry: false,
    enabled: selected !== undefined,
  });
  const whole = useAction(() => call('portfolio.refresh', { isWhole: true }));
  const problem = error === null ? undefined : error.message || i18n.t('ui.failed');
  return {
    isRunning: isFetching || whole.isRunning,
    problem: whole.problem ?? problem,
    run: whole.run,
  };
}
