import type { Address } from 'viem';
import { type Absurdity, absurdityOf } from '../../shared/orders/absurd.ts';
import { type FeedEntry, parseFeedEntry } from '../../shared/orders/parse-feed.ts';
import { checkTerms, type OrderCheck } from '../../shared/orders/verify.ts';
import type { Clock } from '../../shared/ports.ts';
import { type UnixSeconds, unixSeconds } from '../../shared/units.ts';
import type { SignatureCheck } from './check-signatures.ts';
import type { ContractMakers } from './contract-makers.ts';
import type { VerifiedEntry } from './entry.ts';
import { OrdersError } from './errors.ts';
import type { OrdersDeadlines } from './limits.ts';
import type { SignatureChecker } from './signature-checker.ts';
import { within } from './within.ts';

/** Maximum number of entries in one post. */
export const MAX_POSTED = 1000;
const MAX_SIGNERS = 100;

export interface AdmissionDeps {
  readonly clock: Clock;
  readonly books: readonly Address[];
  readonly signatures: SignatureChecker;
  /** Accepted signers of each maker that is a contract; none when the chain doesn't respond. */
  readonly acceptedSigners: ContractMakers['accepted'];
  readonly deadlines: OrdersDeadlines;
}

/** The result of checking one entry of a list. */
type Verdict = { readonly verified: VerifiedEntry } | { readonly failed: Refusal };

/** A check's name and reason. The feed's own checks run after the protocol's. */
interface Refusal {
  readonly check: string;
  readonly reason: string;
}

/**
 * Parses a maker's post, one entry or a list, and verifies every entry.
 * @throws OrdersError with the first bad entry and its field or check
 */
export async function admitPost(body: unknown, deps: AdmissionDeps): Promise<VerifiedEntry[]> {
  const items: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (items.length === 0) throw new OrdersError('bad-request', 'The request has no entries.');
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

/** Verifies the entries of an upstream's feed and returns those that pass. */
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

/** Feeds carry strikes as JSON numbers; oversized texts don't belong to a valid order. */
function isPublishable({ order }: FeedEntry): boolean {
  const areExact = order.strikes.every((strike) => strike <= BigInt(Number.MAX_SAFE_INTEGER));
  return areExact && order.extraOptionData.length <= 2 + 2 * 1024;
}

async function verifyEntries(
  entries: readonly FeedEntry[],
  deps: AdmissionDeps,
): Promise<Verdict[]> {
  const now = unixSeconds(Math.floor(deps.clock.now() / 1000));
  const failures = entries.map(
    (entry): Refusal | undefined =>
      checkTerms(entry, { now, books: deps.books }).find(isFailed) ?? unpublishable(entry, now),
  );
  const sound = entries.filter((_, i) => failures[i] === undefined);
  const checks = await within(deps.deadlines.signatures, deps.signatures.check(sound), () => {
    throw new OrdersError('too-many', 'Too many signatures are waiting to be checked.');
  });
  const bySound = new Map(sound.map((entry, i) => [entry, checks[i]]));
  const accepted = await contractSigners(bySound, deps);
  return entries.map((entry, i): Verdict => {
    const failed = failures[i];
    if (failed !== undefined) return { failed };
    const check = bySound.get(entry);
    if (check?.signer === undefined) return refused('unreadable');
    const { maker } = entry.order;
    return check.signer === maker || accepted.get(maker)?.has(check.signer) === true
      ? { verified: { digest: check.digest, entry } }
      : refused('not-the-maker');
  });
}

/**
 * Reads the accepted signers of maker contracts. Forged lists must not cause many chain requests.
 */
async function contractSigners(
  checks: ReadonlyMap<FeedEntry, SignatureCheck | undefined>,
  { acceptedSigners, deadlines }: AdmissionDeps,
): Promise<ReadonlyMap<Address, ReadonlySet<Address>>> {
  const strangers = new Map<Address, Set<Address>>();
  for (const [{ order }, check] of checks) {
    if (check?.signer === undefined || check.signer === order.maker) continue;
    const signers = strangers.get(order.maker) ?? new Set();
    if (signers.size < MAX_SIGNERS) strangers.set(order.maker, signers.add(check.signer));
  }
  if (strangers.size === 0) return new Map();
  return within(deadlines.chain, acceptedSigners(strangers), () => new Map());
}

/** Returns why the feed doesn't publish an order that the protocol would fill. */
function unpublishable({ order }: FeedEntry, now: UnixSeconds): Refusal | undefined {
  if (order.maxCollateralUsable === 0n) return { check: 'budget', reason: 'zero' };
  const absurdity = absurdityOf(order, now);
  return absurdity && ABSURD[absurdity];
}

/** A withdrawal must be remembered until the quote expires: its life needs a bound too. */
const ABSURD: Readonly<Record<Absurdity, Refusal>> = {
  expiry: { check: 'option expiry', reason: 'too-far' },
  ending: { check: 'option expiry', reason: 'too-near' },
  'quote life': { check: 'quote expiry', reason: 'too-far' },
  price: { check: 'price', reason: 'out-of-bounds' },
  strike: { check: 'strikes', reason: 'out-of-bounds' },
  budget: { check: 'budget', reason: 'out-of-bounds' },
};

function isFailed(
  check: OrderCheck,
): check is Extract<OrderCheck, { status: 'failed' | 'warned' }> {
  return check.status === 'failed';
}

function refused(reason: 'unreadable' | 'not-the-maker'): Verdict {
  return { failed: { check: 'signature', reason } };
}
