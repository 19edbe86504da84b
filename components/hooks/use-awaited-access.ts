import type { AwaitedChange } from '../../shared/messages/awaited-change.ts';
import { useWalletCall } from './use-wallet.ts';

/**
 * Returns a function that asks the browser for a permission that a change needs. The prompt can
 * close the popup, so the worker completes the change when the permission is granted.
 */
export function useAwaitedAccess(): <Answer>(
  change: AwaitedChange,
  ask: () => Promise<Answer>,
) => Promise<Answer> {
  const call = useWalletCall();
  const report = (change: AwaitedChange | null) => {
    call('settings.awaitAccess', { change }).catch(() => undefined);
  };
  return async (change, ask) => {
    // Doesn't wait for the worker, because the browser asks only during the click.
    report(change);
    try {
      return await ask();
    } finally {
      report(null);
    }
  };
}
