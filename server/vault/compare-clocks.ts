import type { Clock } from '../../shared/ports.ts';
import { ensureClock } from './clock-difference.ts';
import type { Metrics } from './http/metrics.ts';
import type { VaultStore } from './store.ts';

/**
 * Compares this instance's clock with the database's, and sets the metric of the difference.
 * @throws WrongClockError when they differ by more than a minute, StorageError
 */
export async function compareClocks(
  store: Pick<VaultStore, 'clockDifference'>,
  clock: Clock,
  metrics: Pick<Metrics, 'setClockDifference'>,
): Promise<void> {
  const ahead = await store.clockDifference(clock.now());
  metrics.setClockDifference(ahead);
  ensureClock(ahead);
}
