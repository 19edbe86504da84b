import { i18n } from '#i18n';
import type { Clock } from '../../../shared/ports.ts';
import type { QuotationStage } from '../../../shared/quotations/stage.ts';
import type { QuotationsView, QuotationView } from '../../../shared/quotations/view.ts';
import { secondsOf } from '../../../shared/units.ts';
import { createKeptValue } from '../kernel/kept-value.ts';
import { createMutex } from '../kernel/mutex.ts';
import { setEarliest } from '../kernel/set-earliest.ts';
import type { Stored } from '../kernel/stored.ts';
import type { Alarms } from '../platform/alarms.ts';
import type { QuotationNotices as StoredNotices } from './keys.ts';
import type { OwnRequests } from './own-requests.ts';

export const QUOTATION_ALARM = 'quotation';

/** Seconds until the next try when no node responds. */
const AGAIN_SECONDS = 60;
/** Maximum number of followed requests. The oldest are dropped. */
const MOST = 50;

/** Stages that the user is notified about. */
const NOTIFIED = ['revealing', 'unsettled', 'unanswered', 'settled', 'void'] as const;

const NOTICE_PREFIX = 'quotation:';

const isNotified = (stage: QuotationStage): stage is (typeof NOTIFIED)[number] =>
  NOTIFIED.some((known) => known === stage);

export type QuotationNotices = ReturnType<typeof createQuotationNotices>;

/**
 * Notifies when a request's offers end and when the user has to act, once for each stage and even
 * while the wallet is locked. The notifications contain neither option nor amount.
 */
export function createQuotationNotices(deps: {
  stored: Stored<StoredNotices>;
  alarms: Pick<Alarms, 'set' | 'clear'>;
  clock: Clock;
  read: (account: string) => Promise<QuotationsView>;
  ownRequests: Pick<OwnRequests, 'onConfirmed'>;
  notify: (title: string, text: string, id: string) => Promise<void>;
}) {
  const oneByOne = createMutex();
  const kept = createKeptValue(deps.stored, [] as StoredNotices);

  const write = (next: StoredNotices) => kept.set(next.slice(-MOST), plan);

  const plan = () =>
    setEarliest(
      deps.alarms,
      QUOTATION_ALARM,
      kept.get().map(({ at }) => at * 1000),
    );

  /** Returns the facts to store about a request; empty when no stage will end by itself. */
  const entryOf = (account: string, { id, stage, stageEnd }: QuotationView) =>
    stageEnd === undefined ? [] : [{ account, id, stage, at: stageEnd }];

  async function notifyOf(
    entry: StoredNotices[number],
    view: QuotationsView | undefined,
    onRefused: (error: unknown) => void,
  ) {
    const now = secondsOf(deps.clock.now());
    if (view === undefined) return [{ ...entry, at: now + AGAIN_SECONDS }];
    const found = view.quotations.find(({ id }) => id === entry.id);
    if (found === undefined) return [];
    const { stage } = found;
    if (stage !== entry.stage && isNotified(stage)) {
      const id = `${NOTICE_PREFIX}${entry.id}:${stage}`;
      const text = i18n.t(`quotations.notice.${stage}`);
      await deps.notify(i18n.t('quotations.noticeTitle'), text, id).catch(onRefused);
    }
    return entryOf(entry.account, found);
  }

  /**
   * Reads an account's requests, and from then on follows the running requests.
   * @param isSeen true when a page shows the requests. An ended stage then needs no notification.
   */
  const refresh = (account: string, isSeen: boolean): Promise<QuotationsView> =>
    // Reads run in order, so that an older read can't restore a stage that was already reported.
    oneByOne(async () => {
      const view = await deps.read(account);
      const now = secondsOf(deps.clock.now());
      const isDue = (entry: StoredNotices[number]) => !isSeen && entry.at <= now;
      const read = view.quotations.flatMap((one) => entryOf(account, one));
      const ids = new Set(view.quotations.map(({ id }) => id));
      const rest = kept
        .get()
        .filter((entry) => entry.account !== account || !ids.has(entry.id) || isDue(entry));
      const isLeft = ({ id }: { readonly id: bigint }) =>
        rest.some((entry) => entry.account === account && entry.id === id);
      await write([...rest, ...read.filter((entry) => !isLeft(entry))]);
      return view;
    });

  return {
    async load(): Promise<void> {
      await kept.load();
      // The browser may have lost the alarm.
      await plan();
    },

    pageOf: (noticeId: string): string | undefined =>
      noticeId.startsWith(NOTICE_PREFIX) ? 'popup.html#full-positions' : undefined,

    follow: (account: string) => refresh(account, true),

    /** Follows the requests of one of the wallet's mined transactions, without an open page. */
    async onConfirmed(account: string, hash: string): Promise<void> {
      if (await deps.ownRequests.onConfirmed(account, hash)) await refresh(account, false);
    },

    /**
     * Notifies about requests whose stage has ended. A new worker repeats an interrupted notice.
     */
    ring: (): Promise<void> =>
      oneByOne(async () => {
        const now = secondsOf(deps.clock.now());
        const due = kept.get().filter(({ at }) => at <= now);
        const views = new Map<string, QuotationsView | undefined>();
        for (const account of new Set(due.map((entry) => entry.account)))
          views.set(account, await deps.read(account).catch(() => undefined));
        const next: StoredNotices = kept.get().filter((entry) => !due.includes(entry));
        const refused: unknown[] = [];
        const onRefused = (error: unknown) => void refused.push(error);
        for (const entry of due)
          next.push(...(await notifyOf(entry, views.get(entry.account), onRefused)));
        await write(next).finally(plan);
        if (refused.length > 0) throw refused[0];
      }),
  };
}
