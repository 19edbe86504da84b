import { useSnapshot } from './use-wallet.ts';

/** Returns the number of fired alerts that the user hasn't seen. */
export function useUnseenAlerts(): number {
  return (
    useSnapshot(
      ({ alerts }) =>
        alerts?.all.filter(({ state }) => state.status === 'fired' && !state.isSeen).length,
    ) ?? 0
  );
}
