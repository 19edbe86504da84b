import type { Stored } from '../kernel/stored.ts';
import type { Alarms } from '../platform/alarms.ts';
import type { Holder } from './document-places.ts';
import type { SubscriptionRows } from './keys.ts';

/** Minimum milliseconds between writes. A page may subscribe and unsubscribe in a loop. */
const KEEP_MS = 1_000;
/** Milliseconds between alarms that wake a dead worker. The browser doesn't allow less. */
const WAKE_MS = 30_000;
const SUBSCRIPTION_ALARM = 'subscriptions';

/** A page's subscription to heads or logs. */
export interface Subscribing extends Holder {
  /**
   * Key of the request that started the subscription. If the page repeats the request after the
   * worker's death, it gets the same subscription id.
   */
  readonly requestKey: string;
  readonly origin: string;
  readonly chainId: number;
  readonly kind: 'newHeads' | 'logs';
  /** Members `address` and `topics` for `eth_getLogs`. */
  readonly filter: Readonly<Record<string, unknown>>;
}

export interface Subscription extends Subscribing {
  readonly id: string;
  /** The last reported block. */
  head: bigint;
  /** Number of rounds without the document since a worker died; 0 while it is connected. */
  missed: number;
}

/** Stores open subscriptions, and sets the alarm that wakes a dead worker. */
export function createSubscriptionStore(deps: {
  open: ReadonlyMap<string, Subscription>;
  stored: Stored<SubscriptionRows>;
  alarms: Pick<Alarms, 'set' | 'clear'>;
  now: () => number;
  isUnlocked: () => boolean;
}) {
  const { open, stored, alarms, now } = deps;
  /** Epoch milliseconds at which the alarm fires. */
  let alarmAt: number | undefined;
  let kept = '';
  let keptAt = Number.NEGATIVE_INFINITY;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;

  async function keepSoon(): Promise<void> {
    const wait = keptAt + KEEP_MS - now();
    if (wait <= 0) return keep();
    if (keepTimer !== undefined) return;
    keepTimer = setTimeout(() => {
      keepTimer = undefined;
      void keepOrRetry();
    }, wait);
  }

  async function keep(): Promise<void> {
    keptAt = now();
    if (open.size === 0) {
      kept = '';
      await Promise.all([stored.clear(), disarm()]);
      return;
    }
    const rows = [...open.values()].map(({ missed: _missed, head, ...one }) => ({
      ...one,
      head: head.toString(),
    }));
    const text = JSON.stringify(rows);
    const hasNews = text !== kept;
    kept = text;
    await Promise.all([hasNews ? stored.write(rows) : undefined, arm()]);
  }

  /**
   * Sets the alarm. An alarm is renewed only after half its time, because the browser writes each
   * alarm to disk.
   */
  async function arm(): Promise<void> {
    if (!deps.isUnlocked()) return disarm();
    if (alarmAt !== undefined && alarmAt - now() > WAKE_MS / 2) return;
    alarmAt = now() + WAKE_MS;
    await alarms.set(SUBSCRIPTION_ALARM, alarmAt);
  }

  async function disarm(): Promise<void> {
    alarmAt = undefined;
    await alarms.clear(SUBSCRIPTION_ALARM);
  }

  /** Stores now. After a failure, the next round tries again. */
  const keepOrRetry = () =>
    keep().catch(() => {
      kept = '';
    });

  return { keepSoon, keep: keepOrRetry };
}
