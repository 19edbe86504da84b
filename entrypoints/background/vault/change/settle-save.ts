import type { Wait } from '../../../../shared/ports.ts';
import type { VaultHome } from '../home/home.ts';
import type { Tokens } from '../open/tokens.ts';
import type { PendingSaves } from './pending-save.ts';
import { readOutcome } from './sent-commit.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Finds out by itself whether a save of unknown outcome arrived: reads receipt and vault until the
 * server answers, for as long as the wallet is unlocked and its session lasts. Taking over the
 * server's vault at an unlock or sync compares too, and begins to look if that doesn't show it.
 */
export function createSaveSettling(deps: {
  pending: PendingSaves;
  tokens: Pick<Tokens, 'current'>;
  /** The open vault's. */
  home: () => Pick<VaultHome, 'receipt' | 'vault'>;
  /** Takes the server's newest vault over. */
  readNewest: (token: string) => Promise<void>;
  wait: Wait;
}) {
  let isRunning = false;

  /** Looks once. Returns false when there is nothing to find out, or no session to ask with. */
  async function look(): Promise<boolean> {
    const sent = deps.pending.unknown();
    const token = deps.tokens.current();
    if (sent === undefined || token === undefined) return false;
    const outcome = await readOutcome({ client: deps.home(), token, sent });
    // Another look or a sync can have resolved it meanwhile.
    if (outcome === 'unknown' || deps.pending.unknown() !== sent) return true;
    // The user must learn of a lost save even if the newest vault can't be taken over.
    if (outcome !== 'committed') await deps.pending.resolve(sent, outcome);
    try {
      await deps.readNewest(token);
    } catch {
      // The sync shows it, and the next look tries again.
      return true;
    }
    await deps.pending.resolve(sent, outcome);
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
    look,

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
