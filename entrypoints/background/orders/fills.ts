import type { Address } from 'viem';
import { toBase64url } from '../../../shared/bytes.ts';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { isConversion } from '../../../shared/orders/preparation.ts';
import { isWithinTolerance } from '../../../shared/orders/price-tolerance.ts';
import { type Contracts, type Price8, tokenAmount } from '../../../shared/units.ts';
import { ChangedError } from '../approvals/recheck.ts';
import { ownKey } from '../approvals/sending/own-transactions.ts';
import { retryingRpc } from '../chain/retrying-rpc.ts';
import type { Stored } from '../kernel/stored.ts';
import type { OrdersFeed } from '../market/feed/feed.ts';
import { type Claim, moneyOf } from '../procedures/claims.ts';
import type { Procedures } from '../procedures/runner.ts';
import type { Kind } from '../procedures/states.ts';
import {
  baseOf,
  conversionsOf,
  fillView,
  forgettable,
  hashOfEnded,
  hashOfLost,
  isBeforeReceipt,
  isHidden,
  isRevoking,
  isUnderWay,
  leftOf,
  lostFills,
  minedInstead,
} from './fill-record.ts';
import type { FillIn, FillRecord } from './fill-schemas.ts';
import { afterError, type FillStepDeps, nextOf, withQuote } from './fill-steps.ts';
import { createLookAgain } from './look-again.ts';
import { readLeftAgain, revokeNext, unrevoked, withLeftover } from './revoke-given.ts';
import { runningError, TicketError } from './ticket-error.ts';

/** Number of finished fills to keep for display. */
const KEPT = 20;

interface FillStart {
  readonly digest: string;
  readonly account: Address;
  readonly wanted: Contracts;
  /** Price that the user saw and agreed to. Default: the quote's price. */
  readonly agreed?: Price8;
  readonly referrer: Address;
}

export type Fills = ReturnType<typeof createFills>;

/**
 * Runs the wallet's own fills, from the user's consent until they are indexed. Each fill verifies
 * the newest order, makes missing conversions and the exact allowance, and repeats all checks after
 * each of these transactions. Then it sends its own transaction and compares the receipt with what
 * was signed. Each transaction passes the approval queue.
 */
export function createFills(
  deps: FillStepDeps & {
    readonly stored: Pick<Stored<FillRecord[]>, 'read' | 'write'>;
    readonly procedures: Pick<Procedures, 'add'>;
    readonly onChange: () => void;
  },
) {
  const context = { ...deps, retrying: retryingRpc(deps.client, deps.wait) };
  /** Fills whose confirmed transaction is being sent. */
  const sending = new Set<string>();

  async function takeStep(row: FillRecord): Promise<FillRecord> {
    if (!isUnderWay(row)) return revokeNext(row, context);
    const onAgreed = () => {
      sending.add(row.id);
      deps.onChange();
    };
    const { all } = fills;
    const { onMinedAfterAll } = again;
    const after = await nextOf(row, { ...context, all, onAgreed, onMinedAfterAll });
    sending.delete(row.id);
    return withLeftover(after, context);
  }

  const fills = deps.procedures.add<FillRecord>({
    stored: deps.stored,
    ...KIND,
    next: takeStep,
    failed: (row, error) => (isUnderWay(row) ? afterError(row, error, deps) : unrevoked(row)),
    restarted: (row) => restarted(row, deps),
  });
  const { find, change } = fills;

  const again = createLookAgain({ ...deps, fills, takeStep });

  /**
   * Returns a fill with the lost or failed fills that it replaces. Their records can be corrected
   * before this fill is sent, and this fill must not be sent then.
   */
  function withReplaced(row: FillRecord): FillRecord {
    const insteadOf = lostFills(fills.all(), row);
    return insteadOf.length === 0 ? row : { ...row, insteadOf: [...insteadOf] };
  }

  const begin = (row: FillRecord) => fills.begin(withReplaced(row), forgettable(fills.all()));

  /** Continues the unmined fill of the same quote, if any; returns its id. */
  function goOnWith(options: FillStart): string | undefined {
    const open = openFill(fills.all(), options);
    if (open !== undefined) void fills.drive(open.id);
    return open?.id;
  }

  return {
    ...fills,
    begin,

    /** Returns true for transactions that a fill follows and reports to the positions. */
    follows: (hash: string): boolean => fills.all().some((row) => fillView(row).hash === hash),

    view: (): FillView[] =>
      fills
        .all()
        .filter((row) => !isHidden(row))
        .map((row) => {
          const interrupted = fills.interruptionOf(row.id);
          return {
            ...fillView(row),
            ...madeUp(row, fills.all()),
            ...(sending.has(row.id) ? { isSending: true } : {}),
            ...(interrupted === undefined ? {} : { interrupted }),
          };
        }),

    /**
     * Resolves with the fill once it is proven, has failed, or is mined without a receipt from any
     * node, however long the user takes to choose another quote. Resolves with undefined once the
     * fill is dismissed.
     */
    ended: (id: string) =>
      fills.until(id, (row) => ['failed', 'unproved'].includes(row.stage) || isProven(row)),

    /**
     * Starts a fill and returns its id immediately. Until a fill of the quote is mined, starting
     * the same size returns that fill, and another size is rejected. Two fills can't use the same
     * money at the same time: a conversion or allowance for one fill changes what the other fill
     * has checked. A revocation or a way back that is mined before the fill would do the same.
     * @throws TicketError `alreadyFilled`, `quoteGone`, `unknownProduct`, `revocationRunning`,
     * `fillRunning`, `wayBackRunning`, `paymentRunning`, and `worsePrice` when the quote is worse
     * than the agreed price by more than the tolerance; FeedError
     */
    async start(options: FillStart & { readonly id?: string }): Promise<string> {
      const before = goOnWith(options);
      if (before !== undefined) return before;
      const facts = await describe(deps.feed, options.digest);
      // Another fill may have started while the feed was read.
      const meanwhile = goOnWith(options);
      if (meanwhile !== undefined) return meanwhile;
      const row = firstRecord(facts, options, deps);
      await begin(row);
      return row.id;
    },

    /**
     * Accepts the newer quote at the price that a page showed, and starts again with this quote.
     * @throws ChangedError `requestChanged` when the fill has another newer quote by now;
     * TicketError `revocationRunning`, `fillRunning`, `wayBackRunning`, `paymentRunning`
     */
    async accept(id: string, digest: string): Promise<void> {
      const row = find(id);
      if (row?.stage === 'replaced' && row.newer.digest === digest)
        await fills.restart(withReplaced(withNewer(row)));
      // Another tab may already have accepted the quote.
      else if (row?.stage === 'replaced' || row?.digest !== digest)
        throw new ChangedError('requestChanged');
    },

    prove: again.prove,
    async onSettled(hash?: string): Promise<void> {
      try {
        await again.onSettled(hash);
      } finally {
        if (hash !== undefined) await readLeftAgain(fills, context, hash);
      }
    },

    /**
     * Requests approval to revoke the allowances that a fill left behind, one after another.
     * @throws TicketError `revocationRunning`, `fillRunning`, `wayBackRunning`, `paymentRunning`
     */
    async revoke(id: string): Promise<void> {
      const row = find(id);
      if (row === undefined || leftOf(row).length === 0 || isRevoking(row)) return;
      await fills.restart({ ...row, revocation: { key: ownKey(deps.random), stage: 'asked' } });
    },

    converted: (id: string) => convertedBy(fills.all().filter((row) => row.id === id)),

    /** Records that the money was converted back, so that no way back is offered again. */
    changedBack: (id: string) => change(id, (row) => ({ ...row, wentBack: true })),

    /**
     * Removes an ended fill from the pages. A fill whose transaction got lost stays stored, so that
     * another fill can replace it. A fill that waits for the user's choice of quotes is ended
     * instead of removed, because it can have left money in another form.
     */
    dismiss: fills.stop,
  };
}

const convertedBy = (rows: readonly FillRecord[]) =>
  rows
    .flatMap(conversionsOf)
    .map(({ amount, hash }) => ({ amount: tokenAmount(BigInt(amount)), hash }));

/** Returns a fill that starts again with the newer quote that the user accepted. */
function withNewer(row: FillIn<'replaced'>): FillRecord {
  const next = withQuote(row, row.newer);
  const { leftover: _first, otherLeftover: _other, revocation: _old, wentBack, ...kept } = next;
  // The new quote can need a conversion that the user has undone. The conversion's record stays, so
  // that no fill counts the same transaction again.
  const earlier = [...(next.earlier ?? []), ...next.made].map((one) =>
    wentBack === true && isConversion(one.kind) ? { ...one, isBack: true } : one,
  );
  return { ...kept, agreedPrice: next.price, made: [], earlier, ahead: [] };
}

const moneyClaim = ({ account, token }: FillRecord): Claim => ({
  on: moneyOf(account, token.symbol),
  by: 'fill',
});

const UNANSWERED: readonly string[] = ['locked', 'unanswered'];

/** Returns the failure of a second try that was never confirmed and whose first try was mined. */
const madeUp = (row: FillRecord, rows: readonly FillRecord[]): Pick<FillView, 'failure'> =>
  row.stage === 'failed' && UNANSWERED.includes(row.failure.code) && minedInstead(row, rows)
    ? { failure: { code: 'minedAfterAll' } }
    : {};

/** The parts of the procedure that need only the record. */
const KIND = {
  kept: KEPT,
  endOf: (row: FillRecord) => (isUnderWay(row) || isRevoking(row) ? undefined : 'done'),
  waits: (row: FillRecord) => row.stage === 'replaced' || hashOfLost(row) !== undefined,
  putAway: (row: FillRecord): FillRecord | undefined => {
    if (row.stage === 'replaced')
      return { ...baseOf(row), stage: 'failed', failure: { code: 'rejected' } };
    return hashOfEnded(row) === undefined ? undefined : { ...row, isHidden: true };
  },
  claims: (row: FillRecord) => {
    if (isRevoking(row)) return [{ ...moneyClaim(row), by: 'revocation' }];
    return isBeforeReceipt(row) ? [moneyClaim(row)] : [];
  },
  refusal: runningError,
  asked: (row: FillRecord) => {
    if (row.stage === 'preparation asked') return row.preparation.key;
    if (row.stage === 'fill asked') return row.fill.key;
    return row.revocation?.stage === 'asked' ? row.revocation.key : undefined;
  },
} satisfies Partial<Kind<FillRecord>>;

/** Returns a fill for a new worker: an unanswered prompt ended with the former worker. */
function restarted(row: FillRecord, deps: Pick<FillStepDeps, 'answerTo'>): FillRecord {
  if (isUnanswered(row, deps)) return withoutRequest(row);
  const { revocation } = row;
  const isAsked = revocation?.stage === 'asked' && deps.answerTo(revocation.key) === undefined;
  return isAsked ? unrevoked(row) : row;
}

/** Returns true once the fill's receipt was compared with what was signed. */
export const isProven = (row: FillRecord): boolean => 'proof' in row && row.proof !== undefined;

/** Returns true for a proven fill whose receipt matches what was signed. */
export const isAsSigned = (row: FillRecord): boolean =>
  'proof' in row && row.proof?.differing.length === 0;

/** Returns the unmined fill of the same quote, if any. Throws for another size. */
function openFill(
  rows: readonly FillRecord[],
  { digest, account, wanted }: FillStart,
): FillRecord | undefined {
  const row = rows.find(
    (one) => one.digest === digest && one.account === account && isBeforeReceipt(one),
  );
  if (row !== undefined && row.wanted !== wanted.toString()) throw new TicketError('alreadyFilled');
  return row;
}

function isUnanswered(row: FillRecord, { answerTo }: Pick<FillStepDeps, 'answerTo'>): boolean {
  if (row.stage === 'preparation asked') return answerTo(row.preparation.key) === undefined;
  return row.stage === 'fill asked' && answerTo(row.fill.key) === undefined;
}

/**
 * Returns the record at the stage that checks and plans the fill. Everything may have changed since
 * the request was planned.
 */
const withoutRequest = (row: FillRecord): FillRecord => ({ ...baseOf(row), stage: 'checking' });

/**
 * Returns the record that a fill starts with.
 * @throws TicketError `worsePrice`
 */
function firstRecord(
  facts: Awaited<ReturnType<typeof describe>>,
  { digest, account, referrer, ...options }: FillStart & { readonly id?: string },
  deps: Pick<FillStepDeps, 'clock' | 'random'>,
): FillRecord {
  const price = BigInt(facts.price);
  const agreed = options.agreed ?? price;
  if (!isWithinTolerance({ side: facts.side, agreed, price })) throw new TicketError('worsePrice');
  const wanted = options.wanted.toString();
  return {
    ...facts,
    id: options.id ?? toBase64url(deps.random.bytes(16)),
    digest,
    account,
    at: deps.clock.now(),
    stage: 'checking',
    referrer,
    contracts: wanted,
    wanted,
    agreedPrice: agreed.toString(),
    made: [],
    ahead: [],
  };
}

/** Returns the facts of the order that a record keeps for display. */
async function describe(feed: OrdersFeed, digest: string) {
  const entry = feed.remembered(digest) ?? (await feed.fresh()).byDigest.get(digest);
  if (entry === undefined) {
    throw new TicketError('quoteGone');
  }
  feed.remember(digest, entry);
  const { takerSide, asset, product, collateral, strikesAscending, expiry } = describeOrder(
    entry.order,
  );
  if (asset === undefined || collateral === undefined || product === undefined) {
    throw new TicketError('unknownProduct');
  }
  const { symbol, decimals } = collateral;
  return {
    side: takerSide,
    asset,
    product: product.name,
    strikes: strikesAscending.map(String),
    expiry,
    token: { symbol, decimals },
    price: entry.order.price.toString(),
  };
}
