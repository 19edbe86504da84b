import { describe, expect, it } from 'vitest';
import { type AnomalyKind, findAnomalies } from './anomalies.ts';
import { type CommitAttempt, createHistory, type FinalAccount, type History } from './history.ts';

/** Returns the attempt to create a revision of account `a`. Each attempt takes ten milliseconds. */
function attempt(revision: number, change: Partial<CommitAttempt> = {}): CommitAttempt {
  return {
    account: 'a',
    operation: `operation ${revision}`,
    challenge: `challenge ${revision}`,
    digest: `digest ${revision}`,
    revision,
    begin: revision * 10,
    end: revision * 10 + 5,
    outcome: 'acknowledged',
    ...change,
  };
}

const OTHER = { operation: 'other', challenge: 'other', digest: 'other' };

function finalAccount(length: number, change: Partial<FinalAccount> = {}): FinalAccount {
  const receipts = Array.from({ length }, (_, index) => ({
    operation: `operation ${index + 1}`,
    revision: index + 1,
    digest: `digest ${index + 1}`,
  }));
  const vault = { revision: length, digest: `digest ${length}` };
  return { account: 'a', receipts, vault, ...change };
}

/** Returns a history with acknowledged commits of revisions 1 to 3, and the given changes. */
function history(more: Partial<History> = {}): History {
  return { ...createHistory(), commits: [attempt(1), attempt(2), attempt(3)], ...more };
}

function kinds(observed: History, account = finalAccount(3)): AnomalyKind[] {
  return findAnomalies(observed, [account]).map(({ kind }) => kind);
}

describe('the anomalies of a history', () => {
  it('finds no anomaly when each response agrees with the account’s final list of commits', () => {
    const observed = history({
      commits: [
        attempt(1),
        attempt(2),
        attempt(3),
        attempt(4, { outcome: 'unknown', end: Number.POSITIVE_INFINITY }),
        attempt(2, { operation: 'late', outcome: 'refused' }),
      ],
      vaultReads: [
        { account: 'a', revision: 1, digest: 'digest 1', begin: 16, end: 18 },
        // The read began before the second commit was acknowledged.
        { account: 'a', revision: 1, digest: 'digest 1', begin: 24, end: 50 },
      ],
      receiptReads: [
        { operation: 'operation 2', found: { revision: 2, digest: 'digest 2' }, begin: 40 },
        { operation: 'operation 4', found: undefined, begin: 40 },
      ],
      logins: [
        { challenge: 'login', isAcknowledged: true },
        { challenge: 'login', isAcknowledged: false },
      ],
      sessionUses: [{ session: 's', begin: 10 }],
      sessionEnds: [{ session: 's', at: 20 }],
    });
    expect(kinds(observed)).toEqual([]);
    // The last commit has an unknown outcome, so it may have been stored.
    const { receiptReads: _, ...others } = observed;
    expect(kinds(history(others), finalAccount(4))).toEqual([]);
  });

  it('finds an acknowledged commit that is missing from the final list of commits', () => {
    expect(kinds(history(), finalAccount(2))).toEqual(['lost-commit']);
  });

  it('finds a lost commit when two acknowledged commits claim one revision', () => {
    const commits = [attempt(1), attempt(2), attempt(2, OTHER)];
    expect(kinds(history({ commits }), finalAccount(2))).toEqual(['lost-commit']);
  });

  it.each([
    ['refused', [attempt(1), attempt(2, { outcome: 'refused' })]],
    ['never sent', [attempt(1)]],
    ['sent with a different digest', [attempt(1), attempt(2, { outcome: 'unknown', digest: 'x' })]],
  ])('finds that the final list of commits contains a commit that was %s', (_, commits) => {
    expect(kinds(history({ commits }), finalAccount(2))).toEqual(['unsent-commit']);
  });

  it('finds no anomaly when a commit in the final list was repeated and the repetition was refused', () => {
    const commits = [attempt(1), attempt(1, { outcome: 'refused' })];
    expect(kinds(history({ commits }), finalAccount(1))).toEqual([]);
  });

  it('finds a missing revision within the final list of commits', () => {
    const { receipts, vault } = finalAccount(3);
    const account = finalAccount(3, { receipts: receipts.filter((_, at) => at !== 1), vault });
    const commits = [attempt(1), attempt(3)];
    expect(kinds(history({ commits }), account)).toContain('broken-chain');
  });

  it('finds a vault whose digest differs from the digest of the last commit in the final list', () => {
    const account = finalAccount(3, { vault: { revision: 3, digest: 'digest 2' } });
    expect(kinds(history(), account)).toEqual(['broken-chain']);
  });

  it.each([
    ['with a different digest', { revision: 2, digest: 'other' }],
    ['beyond the end of the list', { revision: 4, digest: 'digest 4' }],
  ])('finds a vault read that returns a revision %s', (_, { revision, digest }) => {
    const vaultReads = [{ account: 'a', revision, digest, begin: 21, end: 22 }];
    expect(kinds(history({ vaultReads }))).toEqual(['vanished-read']);
  });

  it.each([
    ['an acknowledged commit', []],
    ['another read', [{ account: 'a', revision: 3, digest: 'digest 3', begin: 31, end: 32 }]],
  ])('finds a vault read that began after %s but returns older data', (_, earlier) => {
    const commits = earlier.length === 0 ? history().commits : [attempt(1), attempt(2)];
    const old = { account: 'a', revision: 2, digest: 'digest 2', begin: 36, end: 37 };
    const unknown = attempt(3, { outcome: 'unknown' });
    const observed = history({ commits: [...commits, unknown], vaultReads: [...earlier, old] });
    expect(kinds(observed)).toEqual(['stale-read']);
  });

  it.each([
    ['is missing after the acknowledgement', undefined],
    ['has a different digest from the list', { revision: 2, digest: 'other' }],
  ])('finds a receipt that %s', (_, found) => {
    const receiptReads = [{ operation: 'operation 2', found, begin: 26 }];
    expect(kinds(history({ receiptReads }))).toEqual(['wrong-receipt']);
  });

  it('finds a challenge that two logins used', () => {
    const login = { challenge: 'login', isAcknowledged: true };
    expect(kinds(history({ logins: [login, login] }))).toEqual(['challenge-reused']);
  });

  it('finds a challenge that two commits used', () => {
    const commits = [attempt(1), attempt(1)];
    expect(kinds(history({ commits }), finalAccount(1))).toEqual(['challenge-reused']);
  });

  it('finds a session that was accepted after its end', () => {
    const observed = history({
      sessionUses: [{ session: 's', begin: 21 }],
      sessionEnds: [
        { session: 's', at: 600_000 },
        { session: 's', at: 20 },
      ],
    });
    expect(kinds(observed)).toEqual(['session-outlived']);
  });
});
