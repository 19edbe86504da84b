import { type AlertFacts, evaluateAlert, expiryDue } from '../../../shared/desk/evaluate-alerts.ts';
import { CondorError } from '../../../shared/errors.ts';
import { isRecent } from '../../../shared/is-recent.ts';
import {
  type Alert,
  type AlertInput,
  type AlertsView,
  MAX_ALERTS,
} from '../../../shared/messages/alerts.ts';
import type { Clock } from '../../../shared/ports.ts';
import { createKeptValue } from '../kernel/kept-value.ts';
import { createMutex } from '../kernel/mutex.ts';
import { setEarliest } from '../kernel/set-earliest.ts';
import type { Stored } from '../kernel/stored.ts';
import type { Alarms } from '../platform/alarms.ts';
import { noticeOf, plainNotice } from './alert-texts.ts';

export const ALERTS_ALARM = 'alerts';
/** Minimum milliseconds between two checks. */
export const CHECK_MS = 60_000;

const NOTICE_PREFIX = 'alert:';

type FiredState = Extract<Alert['state'], { status: 'fired' }>;

const notified = (state: FiredState): FiredState => ({ ...state, isNotified: true });
const seen = (state: FiredState): FiredState => (state.isSeen ? state : { ...state, isSeen: true });
const hasFired = (alert: Alert): alert is Alert & { readonly state: FiredState } =>
  alert.state.status === 'fired';
const hasEnded = (alert: Alert) => hasFired(alert) || alert.state.status === 'over';

class AlertsError extends CondorError<'notPossible'> {}

export type Alerts = ReturnType<typeof createAlerts>;

/**
 * Creates the alerts on this device. An alarm checks them at most once a minute. While the wallet
 * is locked, checks only alerts that may notify while locked. A fired alert is stored before the
 * browser shows it. If the worker dies in between, the next worker notifies again. The new
 * notification has the same id, so it replaces the first one.
 */
export function createAlerts(deps: {
  stored: Stored<Alert[]>;
  /** Epoch milliseconds at which the last check began. */
  checkedAt: Stored<number>;
  alarms: Pick<Alarms, 'set' | 'clear'>;
  clock: Clock;
  isUnlocked: () => boolean;
  areAmountsHidden: () => boolean;
  /** Reads the facts that these alerts need; leaves out facts that can't be read. */
  readFacts: (alerts: readonly Alert[]) => Promise<AlertFacts>;
  /** Shows a notification if the user has allowed it. Replaces a notification with the same id. */
  notify: (title: string, text: string, id: string) => Promise<void>;
  onChange: () => void;
}) {
  const { clock, isUnlocked } = deps;
  const oneByOne = createMutex();
  const kept = createKeptValue<Alert[]>(deps.stored, []);
  let checkedAt: number | undefined;
  let unread: readonly string[] = [];
  let running: Promise<void> | undefined;

  const isWatched = (alert: Alert, unlocked: boolean) =>
    !hasEnded(alert) && (unlocked || alert.whileLocked !== 'off');

  /** Returns the epoch milliseconds from which the next check is allowed. */
  const nextSlot = () => {
    const now = clock.now();
    return checkedAt !== undefined && isRecent(checkedAt, now, CHECK_MS)
      ? checkedAt + CHECK_MS
      : now;
  };

  /** Sets the alarm for the next check, or clears it when there is nothing to check. */
  async function plan(): Promise<void> {
    const watched = kept.get().filter((alert) => isWatched(alert, isUnlocked()));
    const times = watched.map(({ rule }) =>
      Math.max(rule.kind === 'expiry' ? expiryDue(rule) : 0, nextSlot()),
    );
    await setEarliest(deps.alarms, ALERTS_ALARM, times);
  }

  const write = (next: readonly Alert[]) => kept.set([...next], deps.onChange);

  const writeFired = (change: (state: FiredState, id: string) => FiredState) =>
    write(
      kept.get().map((alert) => {
        if (!hasFired(alert)) return alert;
        const state = change(alert.state, alert.id);
        return state === alert.state ? alert : { ...alert, state };
      }),
    );

  /** Notifies about fired alerts that the user may see now. */
  async function notifyDue(): Promise<void> {
    const due = kept
      .get()
      .filter(hasFired)
      .filter((alert) => !alert.state.isNotified);
    const notice = { now: clock.now(), areHidden: deps.areAmountsHidden() };
    for (const { id, rule, state, whileLocked } of due) {
      // The wallet may have been locked during an earlier notification.
      const unlocked = isUnlocked();
      if (!unlocked && whileLocked === 'off') continue;
      const isNamed = unlocked || whileLocked === 'named';
      const { title, text } = isNamed ? noticeOf(rule, state.found, notice) : plainNotice();
      // The list of alerts shows a fired alert even when the browser can't notify.
      await deps.notify(title, text, NOTICE_PREFIX + id).catch(() => undefined);
      await writeFired((now, of) => (of === id && now.at === state.at ? notified(now) : now));
    }
  }

  async function check(): Promise<void> {
    const watched = kept.get().filter((alert) => isWatched(alert, isUnlocked()));
    if (watched.length === 0) return;
    const facts = await deps.readFacts(watched);
    // The wallet may have been locked while the facts were read.
    const unlocked = isUnlocked();
    const looks = new Map(
      watched
        .filter((alert) => isWatched(alert, unlocked))
        .map((alert) => [alert, evaluateAlert(alert, facts)]),
    );
    unread = [...looks].flatMap(([{ id }, { isUnknown }]) => (isUnknown ? [id] : []));
    // An alert that the user changed during the check waits for the next check.
    await write(kept.get().map((alert) => looks.get(alert)?.alert ?? alert));
    await oneByOne(notifyDue);
  }

  async function ring(): Promise<void> {
    const now = clock.now();
    if (checkedAt !== undefined && isRecent(checkedAt, now, CHECK_MS)) return;
    checkedAt = now;
    await deps.checkedAt.write(now);
    try {
      await check();
    } finally {
      deps.onChange();
    }
  }

  const withState = (id: string, change: (alert: Alert) => Alert) =>
    write(kept.get().map((alert) => (alert.id === id ? change(alert) : alert)));

  return {
    async load(): Promise<void> {
      await kept.load();
      checkedAt = await deps.checkedAt.read();
      unread = [];
      await oneByOne(notifyDue);
      // The browser may have lost the alarm, or sent it to a worker that died.
      await plan();
    },

    view: (): AlertsView => ({
      all: kept.get(),
      unread,
      ...(checkedAt === undefined ? {} : { checkedAt }),
    }),

    /** Adds an alert, or replaces and arms the alert with this id. Throws when the list is full. */
    async set({ id, rule, whileLocked }: AlertInput): Promise<void> {
      const alert: Alert = { id, rule, whileLocked, state: { status: 'armed' } };
      const isKnown = kept.get().some((one) => one.id === id);
      if (!isKnown && kept.get().length >= MAX_ALERTS)
        throw new AlertsError('notPossible', 'The list of alerts is full.');
      await write(
        isKnown ? kept.get().map((one) => (one.id === id ? alert : one)) : [...kept.get(), alert],
      );
      await plan();
    },

    async remove(id: string): Promise<void> {
      await write(kept.get().filter((alert) => alert.id !== id));
      await plan();
    },

    /**
     * Arms a fired alert again. If its condition still holds, the alert rests until the condition
     * is over.
     */
    async rearm(id: string): Promise<void> {
      await withState(id, (alert) => ({
        ...alert,
        state: { status: alert.state.status === 'over' ? 'armed' : 'resting' },
      }));
      await plan();
    },

    see: (ids: readonly string[]) =>
      writeFired((state, id) => (ids.includes(id) ? seen(state) : state)),

    /** Handles the alarm. A second alarm within a minute only plans the next check. */
    async ring(): Promise<void> {
      running ??= ring().finally(() => {
        running = undefined;
      });
      await running.catch(() => undefined);
      await plan();
    },

    async lockChanged(): Promise<void> {
      await oneByOne(notifyDue);
      await plan();
    },

    /** Returns the page for a notification; undefined for other notifications. */
    pageOf(noticeId: string): string | undefined {
      if (!noticeId.startsWith(NOTICE_PREFIX)) return undefined;
      return `desk.html#alert-${noticeId.slice(NOTICE_PREFIX.length)}`;
    },
  };
}
