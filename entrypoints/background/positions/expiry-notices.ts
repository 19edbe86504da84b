import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/messages/positions.ts';
import type { ExpiryNotices as Choice } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';
import { price8 } from '../../../shared/units.ts';
import { priceWords } from '../orders/market-words.ts';
import type { Alarms } from '../platform/alarms.ts';
import type { Stored } from '../state/stored.ts';
import type { ExpiryNotices as StoredNotices } from '../state/stored-keys.ts';

export const EXPIRY_NOTICE_ALARM = 'expiry-notice';
/** More would be a wall of names: the rest is counted. */
const NAMED_AT_ONCE = 3;

export type ExpiryNotices = ReturnType<typeof createExpiryNotices>;

/**
 * Tells when options expire, if the user wants it: also while the wallet is locked, so what it needs
 * is kept outside the vault, and the option's name only by the user's choice.
 */
export function createExpiryNotices(deps: {
  stored: Stored<StoredNotices>;
  alarms: Pick<Alarms, 'set' | 'clear'>;
  clock: Clock;
  choice: () => Choice;
  hasVault: () => boolean;
  /** Shows a notification of the browser. */
  notify: (title: string, text: string) => Promise<void>;
}) {
  let kept: StoredNotices = [];

  async function schedule(): Promise<void> {
    const next = Math.min(...kept.map(({ at }) => at));
    if (Number.isFinite(next)) await deps.alarms.set(EXPIRY_NOTICE_ALARM, next * 1000);
    else await deps.alarms.clear(EXPIRY_NOTICE_ALARM);
  }

  async function write(next: StoredNotices): Promise<void> {
    if (JSON.stringify(next) === JSON.stringify(kept)) return;
    kept = next;
    await deps.stored.write(next);
    await schedule();
  }

  return {
    async load(): Promise<void> {
      kept = (await deps.stored.read()) ?? [];
      // The browser may have lost the alarm when it ended.
      if (kept.length > 0) await schedule();
    },

    /** Rows of an account were read: what is open there will be told of. */
    async update(account: string, rows: readonly PositionRow[]): Promise<void> {
      const choice = deps.choice();
      const others = kept.filter((notice) => notice.account !== account);
      const own = rows.flatMap((row) =>
        momentsOf(row, deps.clock.now()).map((moment) => ({
          account,
          ...moment,
          ...(choice === 'named' ? { name: nameOf(row) } : {}),
        })),
      );
      await write(choice === 'off' ? [] : [...others, ...own]);
    },

    /** The choice changed: names, or everything, are forgotten at once. */
    async choose(): Promise<void> {
      const choice = deps.choice();
      if (choice === 'off') await write([]);
      if (choice === 'plain') await write(kept.map(({ name: _, ...plain }) => plain));
    },

    /** The alarm rang: tells of everything that has expired by now, once. */
    async ring(): Promise<void> {
      const now = deps.clock.now();
      const due = kept.filter(({ at }) => at * 1000 <= now);
      await write(kept.filter(({ at }) => at * 1000 > now));
      if (due.length === 0 || deps.choice() === 'off' || !deps.hasVault()) return;
      const deliveries = due.filter(({ isDelivery }) => isDelivery === true);
      const others = due.filter(({ isDelivery }) => isDelivery !== true);
      if (deliveries.length > 0)
        await deps.notify(
          i18n.t('positions.deliveryNoticeTitle', deliveries.length),
          withNames(deliveries, i18n.t('positions.deliveryNoticeText')),
        );
      if (others.length > 0)
        await deps.notify(
          i18n.t('positions.noticeTitle', others.length),
          withNames(others, i18n.t('positions.noticeText')),
        );
    },
  };
}

/** The reminder before an exercise window ends. */
const BEFORE_END_SECONDS = 20 * 60;

/**
 * Returns when to notify about a position, in Unix seconds: at expiry, and once more before the
 * exercise window of a physical option ends. `now` in epoch milliseconds.
 */
function momentsOf(
  row: PositionRow,
  now: number,
): readonly { readonly at: number; readonly isDelivery?: true }[] {
  const { state, isUnproven, expiry, side, delivery } = row;
  if (isUnproven) return [];
  const until = side === 'buyer' ? delivery?.until : undefined;
  if (until === undefined) return state === 'open' ? [{ at: expiry }] : [];
  return [expiry, until - BEFORE_END_SECONDS]
    .filter((at) => at >= expiry && at * 1000 > now)
    .map((at) => ({ at, isDelivery: true }));
}

function withNames(due: StoredNotices, text: string): string {
  const names = [...new Set(due.flatMap(({ name }) => name ?? []))];
  const named = names.slice(0, NAMED_AT_ONCE).join('\n');
  return named === '' ? text : `${named}\n${text}`;
}

function nameOf({ asset, product, strikes }: PositionRow): string {
  const prices = strikes.map((strike) => priceWords(price8(BigInt(strike)))).join(' · ');
  return `${asset ?? i18n.t('positions.unknownAsset')} ${i18n.t(`products.${product ?? 'unknown'}`)} ${prices}`;
}
