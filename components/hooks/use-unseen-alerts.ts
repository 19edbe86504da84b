import { useSnapshot } from './use-wallet.ts';

export function useUnseenAlerts(): number {
  return (
    useSnapshot(
      ({ alerts }) =>
        alerts?.all.filter(({ state }) => state.status === 'fired' && !state.isSeen).length,
    ) ?? 0
  );
}
