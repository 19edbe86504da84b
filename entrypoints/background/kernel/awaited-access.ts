import type { AwaitedChange } from '../../../shared/messages/awaited-change.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { GrantedAccess } from '../platform/default-wallet.ts';
import type { AwaitedAccess as StoredAwaitedAccess } from './keys.ts';
import type { Settings } from './settings.ts';
import type { Stored } from './stored.ts';

/** Milliseconds after which a grant no longer completes the change. */
export const AWAIT_MS = 5 * 60_000;

export type AwaitedAccess = ReturnType<typeof createAwaitedAccess>;

/**
 * Keeps a change that waits for the browser's permission prompt. The prompt takes the focus and can
 * close the popup that asked, so the grant alone completes the change.
 */
export function createAwaitedAccess(deps: {
  stored: Stored<StoredAwaitedAccess>;
  clock: Clock;
  settings: Pick<Settings, 'write'>;
  setDefaultWallet: (isOn: boolean) => Promise<boolean>;
}) {
  return {
    /** Remembers the change that the user asked for; `null` drops it. */
    async set(change: AwaitedChange | null): Promise<void> {
      if (change === null) await deps.stored.clear();
      else await deps.stored.write({ change, until: deps.clock.now() + AWAIT_MS });
    },

    async granted(access: GrantedAccess): Promise<void> {
      const awaited = await deps.stored.read();
      if (awaited === undefined || awaited.until < deps.clock.now()) return;
      const { change } = awaited;
      if (change.kind === 'defaultWallet') {
        if (access.origins.length > 0 && (await deps.setDefaultWallet(true))) {
          await deps.stored.clear();
        }
      } else if (access.permissions.includes('notifications')) {
        await deps.stored.clear();
        await deps.settings.write({ expiryNotices: change.notices });
      }
    },
  };
}
