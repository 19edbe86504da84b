import { BudgetError } from '../../../../shared/approvals/budget.ts';
import type { ReadRequest } from '../../../../shared/approvals/read-request.ts';
import type { ApprovalDraft } from '../../../../shared/approvals/types.ts';
import type { ApprovalView } from '../../../../shared/messages/approval-view.ts';
import type { Clock, Wait } from '../../../../shared/ports.ts';
import type { Watcher } from '../../kernel/feature.ts';
import type { Approvals } from '../approvals.ts';
import { markOf, type Recheck, type Simulated } from '../recheck.ts';
import type { RequestReader } from '../request-reader.ts';
import type { Inspected, Shown } from './inspect.ts';

/** Milliseconds after which the window shows the parts of an explanation that are known. */
export const INSPECTION_MS = 2_000;
/** Milliseconds after which the window says that the network is too slow. */
export const LATE_MS = 8_000;
/** Milliseconds after which a request that still can't be explained ends. */
export const GIVE_UP_MS = 60_000;
/** Milliseconds after which a shown request is inspected again. The chain may have changed. */
export const AGAIN_MS = 10_000;

/** The explained request, in the form that the user last edited. */
interface Explained {
  readonly draft: ApprovalDraft;
  readonly mark: string;
  view?: ApprovalView;
  isWhole?: boolean;
  /** The simulation in `view`, until a page has received it. */
  simulated?: Simulated | undefined;
  error?: unknown;
  /** Resolves when the request is explained or given up. */
  time?: Promise<void>;
  /** Resolves when the request has to be inspected before the regular time. */
  due: PromiseWithResolvers<void>;
}

/**
 * Explains the oldest open request and sends the explanation to watching pages. An inspection asks
 * nodes and other servers. After two seconds a page shows the meaning of the request’s bytes, and
 * each further part as soon as it is known.
 */
export function createExplanation(deps: {
  approvals: Pick<Approvals, 'open' | 'endAll'>;
  isUnlocked: () => boolean;
  requestReader: Pick<RequestReader, 'read'>;
  inspect: (draft: ApprovalDraft, read: ReadRequest, shown: Shown) => Promise<Inspected>;
  unexplained: (
    draft: ApprovalDraft,
    known: { read: ReadRequest; shown: Shown; isLate: boolean },
  ) => ApprovalView;
  recheck: Pick<Recheck, 'remember'>;
  clock: Clock;
  wait: Wait;
}) {
  const { approvals } = deps;
  const watchers = new Set<Watcher<ApprovalView | null>>();
  let current: Explained | undefined;
  /** Resolves when there is a new view for pages. */
  let news = Promise.withResolvers<void>();
  /** Resolves when a page starts to watch. */
  let joined = Promise.withResolvers<void>();

  const positionOf = ({ id }: ApprovalDraft) => {
    const open = approvals.open();
    return { index: open.findIndex((draft) => draft.id === id) + 1, count: open.length };
  };

  function answer(to: Watcher<ApprovalView | null>): void {
    if (current === undefined) to.send(null);
    else if (current.view !== undefined) {
      // Only a simulation that a page shows is remembered.
      if (current.simulated !== undefined) deps.recheck.remember(current.draft, current.simulated);
      current.simulated = undefined;
      to.send({ ...current.view, position: positionOf(current.draft) });
    } else if (current.error !== undefined) to.fail(current.error);
  }

  function sendAll(): void {
    for (const watcher of watchers) answer(watcher);
  }

  function sendNews(): void {
    sendAll();
    news.resolve();
    news = Promise.withResolvers();
  }

  /** Sends the bytes' meaning when the inspection is slow; ends a request that takes too long. */
  async function watchTime(me: Explained, read: ReadRequest, shown: Shown): Promise<void> {
    const since = deps.clock.now();
    for (const end of [INSPECTION_MS, LATE_MS, GIVE_UP_MS]) {
      await deps.wait(since + end - deps.clock.now());
      if (me !== current || me.isWhole) return;
      if (end === GIVE_UP_MS) await give(me, 'network silent');
      else me.view = deps.unexplained(me.draft, { read, shown, isLate: end === LATE_MS });
      sendNews();
    }
  }

  const give = ({ draft }: Explained, reason: 'unexplained' | 'network silent') =>
    // Ignores a failed write, for example on a full disk. The site gets its answer anyway.
    approvals.endAll(reason, ({ id }) => id === draft.id).catch(() => undefined);

  async function inspect(me: Explained): Promise<void> {
    const shown = { mark: me.mark, position: positionOf(me.draft) };
    try {
      const read = await deps.requestReader.read(me.draft);
      me.time ??= watchTime(me, read, shown);
      const { view, simulated } = await deps.inspect(me.draft, read, shown);
      if (me !== current) return;
      me.view = view;
      me.simulated = simulated;
      me.isWhole = true;
      sendNews();
    } catch (error) {
      if (me !== current) return;
      if (error instanceof BudgetError) return give(me, 'unexplained');
      me.error = error;
      sendNews();
    }
  }

  async function explain(me: Explained): Promise<void> {
    while (me === current) {
      me.due = Promise.withResolvers();
      await inspect(me);
      await Promise.race([deps.wait(AGAIN_MS), me.due.promise]);
      // Without a watching page, a new inspection is useless.
      if (watchers.size === 0) await Promise.race([joined.promise, me.due.promise]);
    }
  }

  function renew(isStale: boolean): void {
    const draft = deps.isUnlocked() ? approvals.open()[0] : undefined;
    const mark = draft && markOf(draft.request);
    if (current?.draft.id === draft?.id && current?.mark === mark) {
      if (isStale) current?.due.resolve();
      sendAll();
      return;
    }
    const former = current;
    current = draft && { draft, mark: mark ?? '', due: Promise.withResolvers() };
    former?.due.resolve();
    if (current === undefined) sendNews();
    else void explain(current);
  }

  return {
    update: () => renew(false),

    /** Inspects an unchanged request again, because accounts or sites have changed. */
    repeat: () => renew(true),

    /**
     * Inspects the request again, and waits until pages have the result, but at most two seconds.
     */
    async repeated(): Promise<void> {
      const { promise } = news;
      // A request without a view is already being inspected.
      renew(current?.view !== undefined);
      await Promise.race([promise, deps.wait(INSPECTION_MS)]);
    },

    /** Sends the request to a page until the returned function is called. */
    watch(watcher: Watcher<ApprovalView | null>): () => void {
      watchers.add(watcher);
      joined.resolve();
      joined = Promise.withResolvers();
      answer(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
