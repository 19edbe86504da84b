import type { CommitAttempt, FinalAccount, History, Receipt } from './history.ts';

export type AnomalyKind =
  /** An acknowledged commit isn't in the list. */
  | 'lost-commit'
  /** The list has a commit that was refused or never sent. */
  | 'unsent-commit'
  /** The list isn't a single chain of revisions that ends with the vault. */
  | 'broken-chain'
  /** A response contained a revision that isn't in the list, or is there with another digest. */
  | 'vanished-read'
  /** A response contained an older state than was known before the request. */
  | 'stale-read'
  /** A receipt is missing after its commit was acknowledged, or contradicts the list. */
  | 'wrong-receipt'
  /** A challenge was accepted twice. */
  | 'challenge-reused'
  /** A session was accepted after its end. */
  | 'session-outlived';

export interface Anomaly {
  readonly kind: AnomalyKind;
  /** The account, challenge or session, and how it contradicts the list. */
  readonly detail: string;
}

/**
 * Compares the observations of clients with the final lists, like Jepsen's list-append. A key is an
 * account, and its list contains the digests of the account's revisions.
 */
export function findAnomalies(history: History, accounts: readonly FinalAccount[]): Anomaly[] {
  return [
    ...accounts.flatMap(chainAnomalies),
    ...commitAnomalies(history, accounts),
    ...readAnomalies(history, accounts),
    ...receiptAnomalies(history, accounts),
    ...challengeAnomalies(history),
    ...sessionAnomalies(history),
  ];
}

function chainAnomalies({ account, receipts, vault }: FinalAccount): Anomaly[] {
  const anomaly = (problem: string): Anomaly => ({
    kind: 'broken-chain',
    detail: `${account}: ${problem}`,
  });
  const revisions = receipts.map(({ revision }) => revision).sort((a, b) => a - b);
  const gap = revisions.findIndex((revision, index) => revision !== index + 1);
  const last = receipts.find(({ revision }) => revision === vault.revision);
  const digests = new Set(receipts.map(({ digest }) => digest));
  return [
    ...(gap < 0 ? [] : [anomaly(`revision ${gap + 1} is missing or there twice`)]),
    ...(digests.size === receipts.length ? [] : [anomaly('a digest is there twice')]),
    ...(last?.digest === vault.digest && vault.revision === receipts.length
      ? []
      : [anomaly(`the vault of revision ${vault.revision} isn't the end of the list`)]),
  ];
}

function commitAnomalies({ commits }: History, accounts: readonly FinalAccount[]): Anomaly[] {
  const stored = byOperation(accounts);
  const sent = Map.groupBy(commits, ({ operation }) => operation);
  const lost = commits.filter(
    (attempt) => attempt.outcome === 'acknowledged' && !isStored(attempt, stored),
  );
  const unsent = [...stored.values()].filter(({ operation, digest }) =>
    (sent.get(operation) ?? []).every(
      (attempt) => attempt.outcome === 'refused' || attempt.digest !== digest,
    ),
  );
  return [
    ...lost.map(({ account, revision }): Anomaly => {
      return { kind: 'lost-commit', detail: `${account}: revision ${revision}` };
    }),
    ...unsent.map(({ operation, revision }): Anomaly => {
      return { kind: 'unsent-commit', detail: `${operation}: revision ${revision}` };
    }),
  ];
}

function isStored(
  { operation, revision, digest }: CommitAttempt,
  stored: ReadonlyMap<string, Receipt>,
): boolean {
  const receipt = stored.get(operation);
  return receipt?.revision === revision && receipt.digest === digest;
}

function readAnomalies(
  { commits, vaultReads }: History,
  accounts: readonly FinalAccount[],
): Anomaly[] {
  return accounts.flatMap(({ account, receipts }) => {
    const digests = new Map(receipts.map(({ revision, digest }) => [revision, digest]));
    const reads = vaultReads.filter((read) => read.account === account);
    const acknowledged = commits.filter(
      (attempt) => attempt.account === account && attempt.outcome === 'acknowledged',
    );
    const known = createKnownRevisions([...acknowledged, ...reads]);
    return reads.flatMap((read): Anomaly[] => {
      const before = known.before(read.begin);
      const detail = `${account}: revision ${read.revision}`;
      if (read.revision < before)
        return [{ kind: 'stale-read', detail: `${detail} after ${before}` }];
      return digests.get(read.revision) === read.digest ? [] : [{ kind: 'vanished-read', detail }];
    });
  });
}

/** Returns an object whose `before` finds the newest revision in any response before a time. */
function createKnownRevisions(
  shown: readonly { readonly revision: number; readonly end: number }[],
): { before(time: number): number } {
  const sorted = shown.toSorted((a, b) => a.end - b.end);
  let newest = 0;
  const newestUntil = sorted.map(({ revision }) => {
    newest = Math.max(newest, revision);
    return newest;
  });
  return {
    before(time) {
      let [low, high] = [0, sorted.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((sorted[middle]?.end ?? 0) < time) low = middle + 1;
        else high = middle;
      }
      return newestUntil[low - 1] ?? 0;
    },
  };
}

function receiptAnomalies(
  { commits, receiptReads }: History,
  accounts: readonly FinalAccount[],
): Anomaly[] {
  const stored = byOperation(accounts);
  const acknowledged = new Map(
    commits
      .filter(({ outcome }) => outcome === 'acknowledged')
      .map(({ operation, end }) => [operation, end]),
  );
  return receiptReads.flatMap(({ operation, found, begin }): Anomaly[] => {
    const receipt = stored.get(operation);
    const isRight =
      found === undefined
        ? begin <= (acknowledged.get(operation) ?? Number.POSITIVE_INFINITY)
        : receipt?.revision === found.revision && receipt.digest === found.digest;
    return isRight ? [] : [{ kind: 'wrong-receipt', detail: operation }];
  });
}

function challengeAnomalies({ commits, logins }: History): Anomaly[] {
  const accepted = [
    ...commits.filter(({ outcome }) => outcome === 'acknowledged'),
    ...logins.filter(({ isAcknowledged }) => isAcknowledged),
  ];
  return [...Map.groupBy(accepted, ({ challenge }) => challenge)]
    .filter(([, uses]) => uses.length > 1)
    .map(([challenge]) => ({ kind: 'challenge-reused', detail: challenge }));
}

function sessionAnomalies({ sessionUses, sessionEnds }: History): Anomaly[] {
  const ends = new Map<string, number>();
  for (const { session, at } of sessionEnds)
    ends.set(session, Math.min(at, ends.get(session) ?? Number.POSITIVE_INFINITY));
  return sessionUses
    .filter(({ session, begin }) => begin > (ends.get(session) ?? Number.POSITIVE_INFINITY))
    .map(({ session }) => ({ kind: 'session-outlived', detail: session }));
}

function byOperation(accounts: readonly FinalAccount[]): Map<string, Receipt> {
  return new Map(
    accounts.flatMap(({ receipts }) => receipts.map((receipt) => [receipt.operation, receipt])),
  );
}
