import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { createKeptValue } from '../kernel/kept-value.ts';
import { createMutex } from '../kernel/mutex.ts';
import { setEarliest } from '../kernel/set-earliest.ts';
import type { Stored } from '../kernel/stored.ts';
import type { Alarms } from '../platform/alarms.ts';
import type { RunningPositions } from './keys.ts';
import { settledText } from './notice-texts.ts';

export const SETTLEMENT_ALARM = 'settlement';

/** Milliseconds between checks of expired positions that aren't settled. */
const AGAIN_MS = 10 * 60_000;
/**
 * Milliseconds after expiry in which the alarm checks a position. Later, the position is checked
 * only when a page reads it.
 */
const LOOKS_FOR_MS = 24 * 60 * 60_000;
/** Maximum number of kept positions. The oldest are dropped. */
const MAX_KEPT = 500;

export type SettlementNotices = ReturnType<typeof createSettlementNotices>;

/**
 * Notifies once when a position is settled. Checks whenever the account's positions are read, and
 * by an alarm after expiry while the wallet is unlocked.
 */
export function createSettlementNotices(deps: {
  stored: Stored<RunningPositions>;
  alarms: Pick<Alarms, 'set' | 'clear'>;
  clock: Clock;
  isUnlocked: () => boolean;
  areAmountsHidden: () => boolean;
  /** Reads an account's positions. The read calls `update`. */
  read: (account: string) => Promise<unknown>;
  notify: (title: string, text: string, id: string) => Promise<void>;
}) {
  const oneByOne = createMutex();
  const kept = createKeptValue(deps.stored, [] as RunningPositions);
  let lookedAt = 0;

  /** Returns the positions that the alarm checks: until a day after their expiry. */
  function awaited(): RunningPositions {
    const now = deps.clock.now();
    return kept.get().filter(({ expiry }) => expiry * 1000 > now - LOOKS_FOR_MS);
  }

  function plan(): Promise<void> {
    const checked = deps.isUnlocked() ? awaited() : [];
    const times = checked.map(({ expiry }) => Math.max(expiry * 1000, lookedAt) + AGAIN_MS);
    return setEarliest(deps.alarms, SETTLEMENT_ALARM, times);
  }

  /**
   * Notifies before storing. If the worker dies in between, the next worker notifies again under
   * the same id.
   */
  async function notifySettled(account: string, rows: readonly PositionRow[]): Promise<void> {
    const isOwn = (one: RunningPositions[number]) => isSameAddress(one.account, account);
    const before = kept.get().filter(isOwn);
    const wasRunning = ({ key }: PositionRow) => before.some((one) => one.key === key);
    for (const row of rows.filter(isSettled).filter(wasRunning)) {
      const { title, text } = settledText(row, deps.areAmountsHidden());
      await deps.notify(title, text, `settled:${row.key}`).catch(() => undefined);
    }
    const running = rows.filter(isRunning).map(({ key, expiry }) => ({ account, key, expiry }));
    // A later, complete list can show a settlement that the current list lacks.
    const undecided = before.filter(({ key }) => {
      const row = rows.find((one) => one.key === key);
      return row === undefined || (row.state === 'settled' && !isSettled(row));
    });
    const others = kept.get().filter((one) => !isOwn(one));
    await kept.set([...others, ...undecided, ...running].slice(-MAX_KEPT), plan);
  }

  return {
    async load(): Promise<void> {
      await kept.load();
      // The browser may have lost the alarm.
      if (kept.get().length > 0) await plan();
    },

    update: (account: string, rows: readonly PositionRow[]) =>
      oneByOne(() => notifySettled(account, rows)),

    async ring(): Promise<void> {
      lookedAt = deps.clock.now();
      const expired = awaited().filter(({ expiry }) => expiry * 1000 <= lookedAt);
      if (deps.isUnlocked())
        for (const account of new Set(expired.map((one) => one.account)))
          await deps.read(account).catch(() => undefined);
      await plan();
    },

    lockChanged: plan,
  };
}

const isRunning = ({ state, isUnproven }: PositionRow) =>
  !isUnproven && (state === 'open' || state === 'awaitingSettlement');

const isSettled = ({ state, isUnproven, verification }: PositionRow) =>
  state === 'settled' && !isUnproven && verification === 'verified';
