import type { ExpiryNotices as Choice } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { createKeptValue } from '../kernel/kept-value.ts';
import type { NoticeText, OptionName } from '../kernel/notice-words.ts';
import { setEarliest } from '../kernel/set-earliest.ts';
import type { Stored } from '../kernel/stored.ts';
import type { Alarms } from '../platform/alarms.ts';
import type { ExpiryNotices as StoredNotices } from './keys.ts';
import { deliveryText, expiryText } from './notice-texts.ts';

export const EXPIRY_NOTICE_ALARM = 'expiry-notice';

export type ExpiryNotices = ReturnType<typeof createExpiryNotices>;

/**
 * Notifies about the expiry of options, even while the wallet is locked, if the user chose
 * notifications. Accounts and times are therefore stored outside of the vault. Names are stored
 * only if the user chose notifications with names.
 */
export function createExpiryNotices(deps: {
  stored: Stored<StoredNotices>;
  alarms: Pick<Alarms, 'set' | 'clear'>;
  clock: Clock;
  choice: () => Choice;
  hasVault: () => boolean;
  notify: (title: string, text: string) => Promise<void>;
}) {
  const kept = createKeptValue(deps.stored, [] as StoredNotices);
  /** The last read rows, used when notifications are turned on. */
  let read: { account: string; rows: readonly PositionRow[]; isComplete: boolean } | undefined;

  const show = ({ title, text }: NoticeText) => deps.notify(title, text);

  const schedule = () =>
    setEarliest(
      deps.alarms,
      EXPIRY_NOTICE_ALARM,
      kept.get().map(({ at }) => at * 1000),
    );

  const write = (next: StoredNotices) => kept.set(next, schedule);

  async function scheduleRead(): Promise<void> {
    if (read === undefined) return;
    const choice = deps.choice();
    if (choice === 'off') return write([]);
    const { account, rows, isComplete } = read;
    const own = rows.flatMap((row) =>
      momentsOf(row, deps.clock.now()).map((moment) => ({
        account,
        ...moment,
        ...(choice === 'named' ? { name: nameOf(row) } : {}),
      })),
    );
    // A delivery that couldn't be read may have earlier reminders.
    const isAll = isComplete && !rows.some(isDeliveryUnread);
    const others = kept.get().filter((notice) => notice.account !== account);
    const before = kept.get().filter((notice) => notice.account === account);
    await write([...others, ...own, ...(isAll ? [] : without(before, own))]);
  }

  return {
    async load(): Promise<void> {
      await kept.load();
      // The browser may have lost the alarm.
      if (kept.get().length > 0) await schedule();
    },

    /**
     * Schedules notifications for the open options among an account's rows. Incomplete rows remove
     * no notification.
     */
    async update(
      account: string,
      rows: readonly PositionRow[],
      { isComplete = true }: { isComplete?: boolean } = {},
    ): Promise<void> {
      read = { account, rows, isComplete };
      await scheduleRead();
    },

    /** Applies the user's choice: removes names, removes everything, or schedules the last rows. */
    async choose(): Promise<void> {
      const choice = deps.choice();
      if (choice === 'off') return write([]);
      if (choice === 'plain') await write(kept.get().map(({ name: _, ...plain }) => plain));
      await scheduleRead();
    },

    async ring(): Promise<void> {
      const now = deps.clock.now();
      const due = kept.get().filter(({ at }) => at * 1000 <= now);
      const isHeard = deps.choice() !== 'off' && deps.hasVault();
      const isLive = ({ until = 0 }: StoredNotices[number]) => until * 1000 > now;
      // A later reminder replaces an earlier reminder of the same exercise window. After the
      // window's end, the notification of the expiry is shown instead.
      const deliveries = once(due.filter(isLive));
      const others = once(due.filter((notice) => !isLive(notice)));
      // Notifies before storing. If the worker dies in between, the next worker repeats the
      // reminder instead of losing it.
      const reminded =
        isHeard && deliveries.length > 0 ? show(deliveryText(deliveries)) : undefined;
      await reminded?.catch(() => undefined);
      try {
        await write(kept.get().filter(({ at }) => at * 1000 > now));
      } finally {
        if (isHeard && others.length > 0) await show(expiryText(others));
      }
      await reminded;
    },
  };
}

/** Returns a key without the name, because the name depends on the user's choice. */
function keyOf({ account, at, until }: StoredNotices[number]): string {
  return JSON.stringify([account, at, until]);
}

/** Leaves out a reminder if a later reminder of the same exercise window repeats it. */
function once(notices: StoredNotices): StoredNotices {
  return notices.filter(
    ({ account, at, until }) =>
      until === undefined ||
      !notices.some((one) => one.account === account && one.until === until && one.at > at),
  );
}

/**
 * Seconds between the last reminder and the end of an exercise window. In a short window, half of
 * the window.
 */
const BEFORE_END_SECONDS = 20 * 60;

/**
 * Returns the Unix seconds of a position's notices: at expiry, and again before a physical option's
 * exercise window ends. `now` in epoch milliseconds.
 */
function momentsOf(
  row: PositionRow,
  now: number,
): readonly { readonly at: number; readonly until?: number }[] {
  const { state, isUnproven, expiry, side, delivery } = row;
  if (isUnproven) return [];
  const until = side === 'buyer' ? delivery?.until : undefined;
  if (until === undefined) return state === 'open' ? [{ at: expiry }] : [];
  const before = Math.min(BEFORE_END_SECONDS, Math.floor((until - expiry) / 2));
  return [...new Set([expiry, until - before])]
    .filter((at) => at >= expiry && at * 1000 > now)
    .map((at) => ({ at, until }));
}

/** Returns the notices that aren't in the other list. Equal notices are matched one to one. */
function without(notices: StoredNotices, others: StoredNotices): StoredNotices {
  const left = others.map(keyOf);
  return notices.filter((notice) => {
    const at = left.indexOf(keyOf(notice));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function isDeliveryUnread({ isPhysical, state, side, delivery }: PositionRow): boolean {
  const isRunning = state === 'open' || state === 'awaitingSettlement';
  return isPhysical && isRunning && side === 'buyer' && delivery === undefined;
}

function nameOf({ asset, product, strikes }: PositionRow): OptionName {
  return {
    ...(asset === undefined ? {} : { asset }),
    ...(product === undefined ? {} : { product }),
    strikes: [...strikes],
  };
}
