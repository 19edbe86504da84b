import type { Address } from 'viem';
import { type FeedEntry, parseFeedEntry } from '../../shared/orders/parse-feed.ts';
import { checkTerms, type OrderCheck } from '../../shared/orders/verify.ts';
import type { Clock } from '../../shared/ports.ts';
import { unixSeconds } from '../../shared/units.ts';
import type { SignatureCheck } from './check-signatures.ts';
import type { VerifiedEntry } from './entry.ts';
import { OrdersError } from './errors.ts';
import type { SignatureChecker } from './signature-checker.ts';

/** Entries in one post. */
export const MAX_POSTED = 1000;
/** Makers of one list that the chain is asked about: a forged list names a new one in every entry. */
const MAX_CONTRACT_MAKERS = 50;
const MAX_SIGNERS = 100;

export interface AdmissionDeps {
  readonly clock: Clock;
  readonly books: readonly Address[];
  readonly signatures: SignatureChecker;
  /** Which of these accounts a maker that is a contract lets sign for it. */
  readonly acceptedSigners: (
    maker: Address,
    signers: readonly Address[],
  ) => Promise<ReadonlySet<Address>>;
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

/** Asks makers that others signed for whom they let; the chain is asked little, whatever is forged. */
async function contractSigners(
  checks: ReadonlyMap<FeedEntry, SignatureCheck | undefined>,
  { acceptedSigners }: AdmissionDeps,
): Promise<ReadonlyMap<Address, ReadonlySet<Address>>> {
  const strangers = new Map<Address, Set<Address>>();
  for (const [{ order }, check] of checks) {
    if (check?.signer === undefined || check.signer === order.maker) continue;
    const signers = strangers.get(order.maker) ?? new Set();
    if (signers.size < MAX_SIGNERS) strangers.set(order.maker, signers.add(check.signer));
  }
  const accepted = new Map<Address, ReadonlySet<Address>>();
  // A call for each maker: what a hostile contract does with its gas is its own orders' trouble.
  for (const [maker, signers] of [...strangers].slice(0, MAX_CONTRACT_MAKERS))
    accepted.set(maker, await acceptedSigners(maker, [...signers]));
  return accepted;
}

function isFailed(
  check: OrderCheck,
): check is Extract<OrderCheck, { status: 'failed' | 'warned' }> {
  return check.status === 'failed';
}

function refused(reason: 'unreadable' | 'not-the-maker'): Verdict {
  return { failed: { check: 'signature', status: 'failed', reason } };
}
