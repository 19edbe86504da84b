import type { Wait } from '../../../shared/ports.ts';
import type { VaultClient } from './client.ts';
import type { PendingSaves } from './pending-save.ts';
import { readOutcome } from './sent-commit.ts';
import type { Tokens } from './tokens.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Finds out by itself whether a save of unknown outcome arrived: reads receipt and vault until the
 * server answers, for as long as the wallet is unlocked and its session lasts. The next unlock or
 * sync compares anyway.
 */
export function createSaveSettling(deps: {
  pending: PendingSaves;
  tokens: Pick<Tokens, 'current'>;
  client: Pick<VaultClient, 'receipt' | 'vault'>;
  /** Takes the server's newest vault over, which settles the save. */
  readNewest: (token: string) => Promise<void>;
  wait: Wait;
}) {
  let isRunning = false;

  /** Returns false when there is nothing to find out, or no session to ask with. */
  async function look(): Promise<boolean> {
    const sent = deps.pending.unknown();
    const token = deps.tokens.current();
    if (sent === undefined || token === undefined) return false;
    const outcome = await readOutcome({ client: deps.client, token, sent });
    // Another look or a sync can have settled it meanwhile.
    if (outcome === 'unknown' || deps.pending.unknown() !== sent) return true;
    // Its failure is the sync's to show; the next look tries again.
    await deps.readNewest(token).catch(() => undefined);
    return true;
  }

  async function run(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    do {
      await deps.wait(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    } while (await look());
  }

  return {
    /** Begins to look, if a save's outcome is unknown and nothing looks for it yet. */
    start(): void {
      if (isRunning || deps.pending.unknown() === undefined) return;
      isRunning = true;
      void run().finally(() => {
        isRunning = false;
      });
    },
  };
}
