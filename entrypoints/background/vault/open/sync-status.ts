import { hasCode } from '../../../../shared/errors.ts';
import type { Divergence, SyncState } from '../../../../shared/messages/sync.ts';
import { VaultError } from '../../../../shared/vault/errors.ts';
import { ServiceError } from '../home/errors.ts';
import { DivergedError } from './successor.ts';

export type SyncStatus = ReturnType<typeof createSyncStatus>;

/** Failures that prove nothing about the vault or the passkey; a retry may succeed. */
const TEMPORARY = [
  'UNREACHABLE',
  'UNEXPECTED_ANSWER',
  'TRY_LATER',
  'SERVICE_UNAVAILABLE',
  'AUTH_RETRY',
  'CHALLENGE_EXPIRED',
  'SESSION_EXPIRED',
] as const;

const KINDS = { ROLLED_BACK: 'older', FORKED: 'forked', UNVERIFIED: 'unverified' } as const;

/**
 * Keeps the result of comparing the open vault with the server's. The comparison runs in the
 * background.
 */
export function createSyncStatus(deps: { onChange: () => void }) {
  let state: SyncState = { kind: 'unchecked' };
  let running: PromiseWithResolvers<void> | undefined;

  const become = (next: SyncState) => {
    state = next;
    deps.onChange();
  };

  const end = () => {
    running?.resolve();
    running = undefined;
  };

  return {
    state: () => state,

    /** Reports that this device has the server's newest snapshot. */
    synced: () => become({ kind: 'synced' }),

    /** Shows the error if the server or its vault is the reason. Ignores other errors. */
    failed(error: unknown): void {
      const next = stateOf(error);
      if (next !== undefined) become(next);
    },

    showRefusedRemoval(divergence: Divergence): void {
      if ('offeredDigest' in state) become({ ...state, ...divergence });
    },

    /**
     * Runs a comparison in the background. After a lock, `isCurrent` returns false and the result
     * is dropped.
     */
    start(work: (isCurrent: () => boolean) => Promise<void>): void {
      end();
      const mine = Promise.withResolvers<void>();
      running = mine;
      become({ kind: 'syncing' });
      const isCurrent = () => running === mine;
      const finish = (next: SyncState) => {
        if (!isCurrent()) return;
        state = next;
        end();
        deps.onChange();
      };
      work(isCurrent).then(
        () => finish({ kind: 'synced' }),
        (error: unknown) => finish(stateOf(error) ?? { kind: 'offline', code: 'FAILED' }),
      );
    },

    /** Resolves when no comparison is running. */
    ended: (): Promise<void> => running?.promise ?? Promise.resolve(),

    /** Cancels the comparison after a lock, or before a new unlock. */
    reset(): void {
      end();
      state = { kind: 'unchecked' };
    },
  };
}

function stateOf(error: unknown): SyncState | undefined {
  if (error instanceof DivergedError) {
    return { kind: KINDS[error.diverged], ...error.divergence };
  }
  if (error instanceof VaultError) return { kind: 'refused', code: error.code };
  if (!(error instanceof ServiceError)) return undefined;
  const { code } = error;
  if (!TEMPORARY.some((temporary) => hasCode(error, temporary))) return { kind: 'refused', code };
  const { retryAfter } = error.details;
  return { kind: 'offline', code, ...(typeof retryAfter === 'number' ? { retryAfter } : {}) };
}
