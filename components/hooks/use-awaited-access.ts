import type { AwaitedChange } from '../../shared/messages/awaited-change.ts';
import { useWalletCall } from './use-wallet.ts';

/**
 * Returns a function that asks the browser for a permission on behalf of a change. The prompt can
 * close the popup: the worker knows the change and completes it when the permission comes.
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
    // Doesn't wait for the worker: the browser asks only within the click.
    report(change);
    try {
      return await ask();
    } finally {
      report(null);
    }
  };
}
