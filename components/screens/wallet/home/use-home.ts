import { useOnline } from '../../../hooks/use-online.ts';
import { usePortfolioReads } from '../../../hooks/use-portfolio-reads.ts';
import { useUnseenAlerts } from '../../../hooks/use-unseen-alerts.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';

/** Returns the worker's state for Home, and reads the balances repeatedly. */
export function useHome() {
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const portfolio = useSnapshot((snapshot) => snapshot.portfolio);
  const pending = useSnapshot(({ activity }) => activity.pending) ?? 0;
  const siteCount = useSnapshot(({ sites }) => sites.count) ?? 0;
  const hasLostCode = useSnapshot((snapshot) => snapshot.lostForeignCode) ?? false;
  const firedCount = useUnseenAlerts();
  const refresh = usePortfolioReads();
  return {
    vault,
    selected,
    portfolio,
    pending,
    siteCount,
    hasLostCode,
    firedCount,
    refresh,
    isOnline: useOnline(),
  };
}
