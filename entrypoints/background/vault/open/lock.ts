import { homeOf } from '../home/home.ts';
import type { HeldVault } from './held.ts';
import type { SyncStatus } from './sync-status.ts';
import type { VaultDeps } from './vault-deps.ts';

/** Locks the vault: wipes its keys, cancels the comparison, and ends the session. */
export function createLock(
  deps: Pick<VaultDeps, 'homes' | 'foreign' | 'onLock'> & { held: HeldVault; sync: SyncStatus },
): () => Promise<void> {
  const { held } = deps;
  return async () => {
    const state = held.state();
    if (state.status !== 'unlocked') return;
    const home = homeOf(deps.homes, state.device.tenant);
    const token = held.bearer()?.token;
    const dropped = held.drop(state);
    deps.sync.reset();
    // The keys are already wiped. The next read reports a failing storage.
    deps.foreign.lock().catch(() => undefined);
    deps.onLock();
    await dropped;
    // Without the server's response, the token expires within ten minutes.
    if (token !== undefined) home.revoke(token).catch(() => undefined);
  };
}
