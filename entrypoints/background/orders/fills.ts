import type { Address } from 'viem';
import { toBase64url } from '../../../shared/bytes.ts';
import { reserveWith, worthSymbol } from '../../../shared/chain/lending.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { isWithinTolerance } from '../../../shared/orders/price-tolerance.ts';
import { type Contracts, type Price8, tokenAmount } from '../../../shared/units.ts';
import { retryingRpc } from '../chain/retrying-rpc.ts';
import { ownKey } from '../sending/own-transactions.ts';
import type { FillRecord } from '../state/fill-schemas.ts';
import type { Stored } from '../state/stored.ts';
import type { OrdersFeed } from './feed.ts';
import {
  baseOf,
  conversionsOf,
  fillView,
  isAtRest,
  isBeforeReceipt,
  isUnderWay,
  leftOf,
} from './fill-record.ts';
import { type FillStepDeps, nextOf, withQuote } from './fill-steps.ts';
import { type Revoked, revokeGiven, withLeftover } from './revoke-given.ts';
import { TicketError } from './ticket-error.ts';

/** Number of finished fills to keep for display. */
const KEPT = 20;

/** The user's consent to a fill. */
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
 * The wallet's own fills, from the user's consent until the indexer has them: fresh and verified
 * order, conversions and the exact allowance where they are missing, all checks again after each, the
 * fill, and its receipt compared with what was signed. Each transaction passes the approval queue. Every step is stored first, so
 * that reopened pages find it and a new worker continues.
 */
export function createFills(
  deps: FillStepDeps & {
    readonly stored: Pick<Stored<FillRecord[]>, 'read' | 'write'>;
    /** Returns true while an account's money is changed back in any form of a token's asset. */
    readonly isGoingBack: (account: string, symbol: string) => boolean;
    readonly onChange: () => void;
  },
) {
  const context = { ...deps, retrying: retryingRpc(deps.client, deps.wait) };
  let rows: readonly FillRecord[] = [];
  /** Fills whose confirmed transaction is being sent. */
  const sending = new Set<string>();
  /** Fills whose steps are being taken. */
  const driven = new Set<string>();

  const find = (id: string) => rows.find((row) => row.id === id);

  async function write(next: readonly FillRecord[]): Promise<void> {
    rows = next.filter((row, at) => at < KEPT || !isAtRest(row));
    try {
      await deps.stored.write([...rows]);
    } finally {
      deps.onChange();
    }
  }

  const replace = (next: FillRecord) => write(rows.map((row) => (row.id === next.id ? next : row)));

  /** Changes members that every stage has. */
  const revise = (id: string, change: Revoked | { readonly wentBack: true }) =>
    write(rows.map((row) => (row.id === id ? { ...row, ...change } : row)));

  /** Takes a fill's steps. It stops at one that can't be stored, which `requireFree` continues. */
  async function drive(id: string): Promise<void> {
    if (driven.has(id)) return;
    driven.add(id);
    try {
      for (let row = find(id); row !== undefined && isUnderWay(row); row = find(id)) {
        const onAgreed = () => {
          sending.add(id);
          deps.onChange();
        };
        const next = await nextOf(row, { ...context, onAgreed });
        sending.delete(id);
        await replace(await withLeftover(next, context));
      }
    } catch {
      // The pages show the stage at which it stopped.
    } finally {
      driven.delete(id);
    }
  }

  function goOn({ id }: FillRecord): string {
    void drive(id);
    return id;
  }

  async function driveRevocation(id: string, key: string): Promise<void> {
    const row = find(id);
    if (row === undefined) return;
    const onSent = (hash: string) => revise(id, { revocation: { key, stage: 'sent', hash } });
    const change = await revokeGiven(row, key, { ...context, onSent }).catch(() => ({
      revocation: { key, stage: 'failed' as const },
    }));
    await revise(id, change);
    if (change.revocation?.stage === 'done') await askToRevoke(id);
  }

  /** Asks to revoke the next allowance that is left, if any. */
  async function askToRevoke(id: string): Promise<void> {
    const row = find(id);
    if (row === undefined || leftOf(row).length === 0) return;
    const key = ownKey(deps.random);
    await revise(id, { revocation: { key, stage: 'asked' } });
    void driveRevocation(id, key);
  }

  /**
   * Fills of the same money spoil each other's plans: one's conversion or allowance changes what the
   * other has checked. So does a revocation, or a way back, that is mined before the fill.
   * @throws TicketError `revocation-running`, `fill-running`, `way-back-running`
   */
  function requireFree(account: string, symbol: string): void {
    const others = rows.filter(
      (row) =>
        isSameAddress(row.account, account) &&
        worthSymbol(row.token.symbol) === worthSymbol(symbol),
    );
    if (others.some(isRevoking)) throw new TicketError('revocation-running');
    const running = others.filter(isBeforeReceipt);
    running.forEach(goOn);
    if (running.length > 0) throw new TicketError('fill-running');
    if (deps.isGoingBack(account, symbol)) throw new TicketError('way-back-running');
  }

  return {
    async load(): Promise<void> {
      rows = (await deps.stored.read()) ?? [];
    },

    /** Continues the former worker's fills. */
    resume(): void {
      rows = rows.map((row) => (isUnanswered(row, deps) ? withoutRequest(row) : row));
      for (const row of rows) {
        const { id, revocation } = row;
        if (!isAtRest(row)) void drive(id);
        if (revocation === undefined || !isRevoking(row)) continue;
        // A prompt without an answer ended with the worker that asked.
        if (deps.answerTo(revocation.key) === undefined) {
          void revise(id, { revocation: { ...revocation, stage: 'failed' } });
        } else void driveRevocation(id, revocation.key);
      }
    },

    /** Returns true for transactions that a fill follows and reports to the positions. */
    follows: (hash: string): boolean => rows.some((row) => fillView(row).hash === hash),

    view: (): FillView[] =>
      rows.map((row) => ({
        ...fillView(row),
        ...(sending.has(row.id) ? { isSending: true } : {}),
      })),

    /**
     * Starts a fill and returns its id at once. Until a fill of a quote is mined, the same size
     * returns it and another size is rejected. Afterwards the user can fill the quote again.
     * @throws TicketError `already-filled`, `quote-gone`, `unknown-product`, those of a second use of
     * the money (`requireFree`), and `worse-price` when the quote is worse than the agreed price by
     * more than the tolerance; FeedError
     */
    async start(options: FillStart): Promise<string> {
      const before = openFill(rows, options);
      if (before !== undefined) return goOn(before);
      const facts = await describe(deps.feed, options.digest);
      // Another start can have come first while the feed was read. `write` reserves its place at once.
      const meanwhile = openFill(rows, options);
      if (meanwhile !== undefined) return goOn(meanwhile);
      requireFree(options.account, facts.token.symbol);
      const row = firstRecord(facts, options, deps);
      await write([row, ...rows]);
      return goOn(row);
    },

    /**
     * Accepts the newer quote at its price and starts again with it.
     * @throws TicketError `revocation-running`, `fill-running`, `way-back-running`
     */
    async accept(id: string): Promise<void> {
      const row = find(id);
      if (row?.stage !== 'replaced') return;
      requireFree(row.account, row.token.symbol);
      const next = withQuote(row, row.newer);
      const { leftover: _first, otherLeftover: _other, revocation: _revocation, ...kept } = next;
      const earlier = [...(next.earlier ?? []), ...next.made];
      await replace({ ...kept, agreedPrice: next.price, made: [], earlier, ahead: [] });
      void drive(id);
    },

    /** Reads the receipt of a mined but unproved fill again. */
    async prove(id: string): Promise<void> {
      const row = find(id);
      if (row?.stage !== 'unproved') return;
      await replace({ ...row, stage: 'mined' });
      void drive(id);
    },

    /**
     * Asks to revoke the allowances that a fill left behind, one after another.
     * @throws TicketError `revocation-running`, `fill-running`, `way-back-running`
     */
    async revoke(id: string): Promise<void> {
      const row = find(id);
      if (row === undefined || leftOf(row).length === 0 || isRevoking(row)) return;
      requireFree(row.account, row.token.symbol);
      await askToRevoke(id);
    },

    /** @throws TicketError like `accept`, for a token's reserve */
    requireNone(account: string, token: string): void {
      const reserve = reserveWith(token);
      if (reserve !== undefined) requireFree(account, reserve.asset.symbol);
    },

    /** Returns what a fill converted and didn't use. */
    converted: (id: string) =>
      rows
        .filter((row) => row.id === id)
        .flatMap(conversionsOf)
        .map(({ amount, hash }) => ({ amount: tokenAmount(BigInt(amount)), hash })),

    /** Offers no way back any more. */
    changedBack: (id: string) => revise(id, { wentBack: true }),

    /** Removes a fill that is over, or waits for the user's choice of quotes, from the pages. */
    async dismiss(id: string): Promise<void> {
      await write(rows.filter((row) => row.id !== id || !isAtRest(row)));
    },
  };
}

/** Returns the fill of a quote that isn't mined yet. */
function openFill(
  rows: readonly FillRecord[],
  { digest, account, wanted }: FillStart,
): FillRecord | undefined {
  const row = rows.find(
    (one) => one.digest === digest && one.account === account && isBeforeReceipt(one),
  );
  if (row !== undefined && row.wanted !== wanted.toString())
    throw new TicketError('already-filled');
  return row;
}

function isRevoking({ revocation }: FillRecord): boolean {
  return revocation?.stage === 'asked' || revocation?.stage === 'sent';
}

/** Returns whether the former worker died before its request was answered. */
function isUnanswered(row: FillRecord, { answerTo }: Pick<FillStepDeps, 'answerTo'>): boolean {
  if (row.stage === 'preparation asked') return answerTo(row.preparation.key) === undefined;
  return row.stage === 'fill asked' && answerTo(row.fill.key) === undefined;
}

/** Everything can have changed since the request was planned, so it is checked and planned again. */
const withoutRequest = (row: FillRecord): FillRecord => ({ ...baseOf(row), stage: 'checking' });

/**
 * Returns the record that a fill starts with.
 * @throws TicketError `worse-price`
 */
function firstRecord(
  facts: Awaited<ReturnType<typeof describe>>,
  { digest, account, referrer, ...options }: FillStart,
  deps: Pick<FillStepDeps, 'clock' | 'random' | 'toleranceBps'>,
): FillRecord {
  const price = BigInt(facts.price);
  const agreed = options.agreed ?? price;
  if (!isWithinTolerance({ side: facts.side, agreed, price, toleranceBps: deps.toleranceBps }))
    throw new TicketError('worse-price');
  const wanted = options.wanted.toString();
  return {
    ...facts,
    id: toBase64url(deps.random.bytes(16)),
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

/** Members of the order that a record keeps for display. */
async function describe(feed: OrdersFeed, digest: string) {
  const entry = feed.remembered(digest) ?? (await feed.fresh()).byDigest.get(digest);
  if (entry === undefined) {
    throw new TicketError('quote-gone');
  }
  feed.remember(digest, entry);
  const { takerSide, asset, product, collateral, strikesAscending, expiry } = describeOrder(
    entry.order,
  );
  if (asset === undefined || collateral === undefined || product === undefined) {
    throw new TicketError('unknown-product');
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
