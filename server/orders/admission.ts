import type { Address } from 'viem';
import { type FeedEntry, parseFeedEntry } from '../../shared/orders/parse-feed.ts';
import { checkTerms, type OrderCheck } from '../../shared/orders/verify.ts';
import type { Clock } from '../../shared/ports.ts';
import { unixSeconds } from '../../shared/units.ts';
import type { VerifiedEntry } from './entry.ts';
import { OrdersError } from './errors.ts';
import type { SignatureChecker } from './signature-checker.ts';

/** Entries in one post. */
export const MAX_POSTED = 1000;

export interface AdmissionDeps {
  readonly clock: Clock;
  readonly books: readonly Address[];
  readonly signatures: SignatureChecker;
  /** Whether a maker that is a contract lets this account sign for it. */
  readonly acceptsSigner: (maker: Address, signer: Address) => Promise<boolean>;
}

/** What a check says about one entry of a list. */
type Verdict =
  | { readonly verified: VerifiedEntry }
  | { readonly failed: Extract<OrderCheck, { status: 'failed' | 'warned' }> };

/**
 * Reads a maker's post, one entry or a list of them, and verifies every entry.
 * @throws OrdersError that names the first bad entry and its field or check
 */
export async function admitPost(body: unknown, deps: AdmissionDeps): Promise<VerifiedEntry[]> {
  const items: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (items.length === 0) throw new OrdersError('bad-request', 'There is no entry in the request.');
  if (items.length > MAX_POSTED)
    throw new OrdersError('bad-request', `A request holds at most ${MAX_POSTED} entries.`);
  const entries = items.map((item, index) => {
    const entry = parsePublishable(item);
    if (typeof entry !== 'string') return entry;
    throw new OrdersError('bad-entry', `Entry ${index}: ${entry} is missing or malformed.`, {
      details: { index, field: entry },
    });
  });
  const verdicts = await verifyEntries(entries, deps);
  return verdicts.map((verdict, index) => {
    if ('verified' in verdict) return verdict.verified;
    const { check, reason } = verdict.failed;
    throw new OrdersError('failed-check', `Entry ${index} fails the check "${check}": ${reason}.`, {
      details: { index, check, reason },
    });
  });
}

/** Verifies the entries of an upstream's feed and keeps those that pass. */
export async function admitFeed(
  entries: readonly FeedEntry[],
  deps: AdmissionDeps,
): Promise<VerifiedEntry[]> {
  const publishable = entries.filter(isPublishable);
  const verdicts = await verifyEntries(publishable, deps);
  return verdicts.flatMap((verdict) => ('verified' in verdict ? [verdict.verified] : []));
}

function parsePublishable(item: unknown): FeedEntry | string {
  const entry = parseFeedEntry(item);
  if (typeof entry === 'string') return entry;
  return isPublishable(entry) ? entry : 'order.strikes';
}

/** Feeds carry strikes as JSON numbers, and longer texts than options need are nobody's order. */
function isPublishable({ order }: FeedEntry): boolean {
  const areExact = order.strikes.every((strike) => strike <= BigInt(Number.MAX_SAFE_INTEGER));
  return areExact && order.extraOptionData.length <= 2 + 2 * 1024;
}

async function verifyEntries(
  entries: readonly FeedEntry[],
  deps: AdmissionDeps,
): Promise<Verdict[]> {
  const now = unixSeconds(Math.floor(deps.clock.now() / 1000));
  const failures = entries.map((entry) =>
    checkTerms(entry, { now, books: deps.books }).find(isFailed),
  );
  const sound = entries.filter((_, i) => failures[i] === undefined);
  const checks = await deps.signatures.check(sound);
  const bySound = new Map(sound.map((entry, i) => [entry, checks[i]]));
  return Promise.all(
    entries.map(async (entry, i): Promise<Verdict> => {
      const failed = failures[i];
      if (failed !== undefined) return { failed };
      const check = bySound.get(entry);
      const signer = check?.signer;
      if (check === undefined || signer === undefined) return refused('unreadable');
      const { maker } = entry.order;
      const isAccepted = signer === maker || (await deps.acceptsSigner(maker, signer));
      return isAccepted ? { verified: { digest: check.digest, entry } } : refused('not-the-maker');
    }),
  );
}

function isFailed(
  check: OrderCheck,
): check is Extract<OrderCheck, { status: 'failed' | 'warned' }> {
  return check.status === 'failed';
}

function refused(reason: 'unreadable' | 'not-the-maker'): Verdict {
  return { failed: { check: 'signature', status: 'failed', reason } };
}
