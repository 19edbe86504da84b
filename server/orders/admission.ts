import type { Address } from 'viem';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import type { Clock } from '../../shared/ports.ts';
import { secondsOf } from '../../shared/units.ts';
import { within } from '../within.ts';
import { type EntryCheck, isPublishable, type Refusal, type SignedEntry } from './check-entry.ts';
import type { ContractMakers } from './contract-makers.ts';
import type { VerifiedEntry } from './entry.ts';
import { ENTRIES_PER_JOB, type EntryChecker } from './entry-checker.ts';
import { OrdersError } from './errors.ts';
import type { OrdersDeadlines } from './limits.ts';

/** Maximum number of entries in one post. */
const MAX_POSTED = 1000;
const MAX_SIGNERS = 100;

export interface AdmissionDeps {
  readonly clock: Clock;
  readonly books: readonly Address[];
  readonly checker: EntryChecker;
  /** Returns each maker contract's accepted signers; empty when the chain doesn't respond. */
  readonly acceptedSigners: ContractMakers['accepted'];
  readonly deadlines: OrdersDeadlines;
}

type Signers = ReadonlyMap<Address, ReadonlySet<Address>>;

/**
 * Parses a maker's post (one entry or a list) and verifies every entry in order.
 * @throws OrdersError with the first bad entry and its field or check
 */
export async function admitPost(body: unknown, deps: AdmissionDeps): Promise<VerifiedEntry[]> {
  const posted: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (posted.length === 0) throw new OrdersError('bad-request', 'The request has no entries.');
  if (posted.length > MAX_POSTED)
    throw new OrdersError('bad-request', `A request holds at most ${MAX_POSTED} entries.`);
  const deadline = performance.now() + deps.deadlines.signatures;
  return deps.checker.reserve(posted.length, async () => {
    const verified: VerifiedEntry[] = [];
    const accepted = new Map<Address, Set<Address>>();
    while (verified.length < posted.length) {
      const part = posted.slice(verified.length, verified.length + ENTRIES_PER_JOB);
      const job = { ...termsOf(deps), posted: part, accepted };
      const checks = await inTime(deadline - performance.now(), deps.checker.check(job));
      for (const check of checks) {
        const { entry, digest, signer } = ensureSigned(check, verified.length);
        const { maker } = entry.order;
        if (signer !== maker && accepted.get(maker)?.has(signer) !== true) {
          const found = await acceptedOf(new Map([[maker, new Set([signer])]]), deps);
          if (found.get(maker)?.has(signer) !== true)
            throw failedCheck(NOT_THE_MAKER, verified.length);
          accepted.set(maker, (accepted.get(maker) ?? new Set()).add(signer));
        }
        verified.push({ digest, entry });
      }
    }
    return verified;
  });
}

/** Verifies the entries of another feed and returns the valid entries. */
export async function admitFeed(
  entries: readonly FeedEntry[],
  deps: AdmissionDeps,
): Promise<VerifiedEntry[]> {
  const publishable = entries.filter(isPublishable);
  const signed = await inTime(
    deps.deadlines.signatures,
    deps.checker.reserve(publishable.length, () => signedOf(publishable, deps)),
  );
  const accepted = await acceptedOf(strangersOf(signed), deps);
  return signed.filter(
    ({ signer, entry: { order } }) =>
      signer === order.maker || accepted.get(order.maker)?.has(signer) === true,
  );
}

async function signedOf(
  publishable: readonly FeedEntry[],
  deps: AdmissionDeps,
): Promise<SignedEntry[]> {
  const signed: SignedEntry[] = [];
  for (let from = 0; from < publishable.length; from += ENTRIES_PER_JOB) {
    const entries = publishable.slice(from, from + ENTRIES_PER_JOB);
    for (const check of await deps.checker.check({ ...termsOf(deps), entries }))
      if ('signed' in check) signed.push(check.signed);
  }
  return signed;
}

function termsOf({ clock, books }: AdmissionDeps) {
  return { now: secondsOf(clock.now()), books };
}

function inTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return within(Math.max(0, milliseconds), work, () => {
    throw new OrdersError('too-many', 'Too many signatures are waiting to be checked.');
  });
}

/**
 * Returns the signers that differ from their makers. The number is limited, because forged lists
 * must not cause many chain requests.
 */
function strangersOf(signed: readonly SignedEntry[]): Signers {
  const strangers = new Map<Address, Set<Address>>();
  for (const { signer, entry } of signed) {
    const { maker } = entry.order;
    if (signer === maker) continue;
    const signers = strangers.get(maker) ?? new Set();
    if (signers.size < MAX_SIGNERS) strangers.set(maker, signers.add(signer));
  }
  return strangers;
}

async function acceptedOf(
  strangers: Signers,
  { acceptedSigners, deadlines }: AdmissionDeps,
): Promise<Signers> {
  if (strangers.size === 0) return new Map();
  return within(deadlines.chain, acceptedSigners(strangers), () => new Map());
}

/** @throws OrdersError */
function ensureSigned(check: EntryCheck, index: number): SignedEntry {
  if ('signed' in check) return check.signed;
  if ('failed' in check) throw failedCheck(check.failed, index);
  const field = check.malformed;
  throw new OrdersError('bad-entry', `Entry ${index}: ${field} is missing or malformed.`, {
    details: { index, field },
  });
}

const NOT_THE_MAKER: Refusal = { check: 'signature', reason: 'not-the-maker' };

function failedCheck({ check, reason }: Refusal, index: number): OrdersError {
  return new OrdersError('failed-check', `Entry ${index} fails the check "${check}": ${reason}.`, {
    details: { index, check, reason },
  });
}
