import type { AwaitedChange } from '../../shared/messages/awaited-change.ts';
import { useWalletCall } from './use-wallet.ts';

/**
 * Returns a function that asks the browser for a permission and tells the worker which change needs
 * it. The prompt can close the popup, so the worker completes the change once the permission is
 * granted.
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
    // Doesn't wait for the report, because the browser shows a prompt only during the click.
    report(change);
    try {
      return await ask();
    } finally {
      report(null);
    }
  };
}
