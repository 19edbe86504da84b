import type { Clock } from '../../shared/ports.ts';
import type { OrdersService } from './service.ts';

/** Milliseconds after which unread changes may have been deleted (`KEPT_SECONDS`). */
const MAX_GAP_MS = 60_000;
const FORGET_MS = 30_000;

/**
 * Reads other instances' changes, and stores this instance's changes that couldn't be stored
 * before.
 */
export interface KeepUp {
  /** Never throws. `isStoreReachable` is true after a successful run. */
  run(): Promise<void>;
  /** Makes the next run read all orders again. */
  reload(): void;
  isStoreReachable(): boolean;
}

export function createKeepUp(
  service: Pick<OrdersService, 'catchUp' | 'storeDropped' | 'forget'>,
  clock: Clock,
): KeepUp {
  let isStoreReachable = true;
  let caughtUpAt: number = clock.now();
  let forgottenAt = 0;
  let isReloadDue = false;

  async function catchUp(): Promise<void> {
    const isWhole = isReloadDue || clock.now() - caughtUpAt > MAX_GAP_MS;
    isReloadDue = false;
    await service.catchUp(isWhole).catch((error: unknown) => {
      isReloadDue = isWhole;
      throw error;
    });
    caughtUpAt = clock.now();
  }

  return {
    async run() {
      try {
        await catchUp();
        await service.storeDropped();
        if (clock.now() - forgottenAt > FORGET_MS) {
          await service.forget();
          forgottenAt = clock.now();
        }
        isStoreReachable = true;
      } catch {
        // `/health` reports the failure. The feed continues from memory.
        isStoreReachable = false;
      }
    },
    reload() {
      isReloadDue = true;
    },
    isStoreReachable: () => isStoreReachable,
  };
}
