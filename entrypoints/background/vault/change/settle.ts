import type { Wait } from '../../../../shared/ports.ts';
import type { VaultHome } from '../home/home.ts';
import type { Tokens } from '../open/tokens.ts';
import { readOutcome } from './change.ts';
import type { ChangeStages } from './stages.ts';

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Finds out whether a save of unknown outcome was stored: reads receipt and vault until the server
 * answers, while the wallet is unlocked and its session lasts. An unlock or sync that accepts the
 * server's vault also compares the vault with the save, and starts this search if the outcome stays
 * unknown.
 */
export function createSaveSettling(deps: {
  stages: ChangeStages;
  tokens: Pick<Tokens, 'current'>;
  home: () => Pick<VaultHome, 'receipt' | 'vault'>;
  takeNewest: (token: string) => Promise<void>;
  wait: Wait;
}) {
  let isRunning = false;

  /** Checks once. Returns false when all outcomes are known, or when there is no session. */
  async function look(): Promise<boolean> {
    const commit = deps.stages.unknown();
    const token = deps.tokens.current();
    if (commit === undefined || token === undefined) return false;
    const outcome = await readOutcome({ client: deps.home(), token }, commit);
    // Another search or a sync may have resolved the commit in the meantime.
    if (outcome === 'unknown' || deps.stages.unknown() !== commit) return true;
    // The user must learn that a save was lost even if reading the newest vault fails.
    if (outcome !== 'committed') await deps.stages.resolve(commit, outcome);
    try {
      await deps.takeNewest(token);
    } catch {
      // The sync state shows the failure, and the next check tries again.
      return true;
    }
    await deps.stages.resolve(commit, outcome);
    return true;
  }

  async function run(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    do {
      await deps.wait(pause);
      pause = Math.min(2 * pause, MAX_PAUSE_MS);
    } while (await look());
  }

  /** Starts the search for unknown outcomes, if there are any and no search is running. */
  function start(): void {
    if (isRunning || deps.stages.unknown() === undefined) return;
    isRunning = true;
    void run().finally(() => {
      isRunning = false;
    });
  }

  return {
    look: async (): Promise<void> => void (await look()),
    start,

    after:
      <Args extends readonly unknown[]>(change: (...args: Args) => Promise<void>) =>
      (...args: Args): Promise<void> =>
        change(...args).finally(start),
  };
}
