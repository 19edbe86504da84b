import type { PromptPurpose } from '../../../../shared/messages/ceremony.ts';
import type { WarningCode } from '../../../../shared/messages/snapshot.ts';
import type { Stored } from '../../kernel/stored.ts';
import type { ChangeRecord, Commit, LostCommit } from '../record/keys.ts';

/** Outcome of a sent change, as receipt and vault show it. */
export type ChangeOutcome = LostCommit['outcome'] | 'committed';

export type ChangeStages = ReturnType<typeof createChangeStages>;

/** Maximum number of this device's commits that are recognized when they are read back. */
const MAX_SENT = 16;

/** Warnings about a lost change, by the purpose of its prompt. */
const LOST: Readonly<Partial<Record<PromptPurpose, WarningCode>>> = {
  'save-wallet': 'walletNotSaved',
  'watch-address': 'walletNotSaved',
  'restore-wallets': 'walletsNotRestored',
  'add-account': 'accountNotSaved',
  'confirm-with-former-passkey': 'passkeyNotSaved',
  'confirm-removal': 'passkeyNotRemoved',
};

/**
 * Records a sent commit until its outcome is known, and a lost commit until the user makes another
 * change. Both survive the worker's death. A change isn't stored before it is sent: a worker that
 * dies earlier has changed nothing. After that, receipt and vault show the outcome.
 */
export function createChangeStages(deps: { stored: Stored<ChangeRecord>; onChange: () => void }) {
  /** The commit in progress, or the last commit while its outcome is unknown. */
  let sent: Commit | undefined;
  /** The last commit that turned out not to be in the vault. */
  let lost: LostCommit | undefined;
  /** False if the answer to a commit was lost or its worker died. */
  let isAwaited = false;
  /** Digests of the commits that this worker has sent, newest last. */
  let sentDigests: readonly string[] = [];

  async function keep(next: { sent?: typeof sent; lost?: typeof lost }): Promise<void> {
    ({ sent, lost } = next);
    if (sent === undefined && lost === undefined) await deps.stored.clear();
    else await deps.stored.write({ ...(sent && { sent }), ...(lost && { lost }) });
    deps.onChange();
  }

  const unknown = (): Commit | undefined => (isAwaited ? undefined : sent);

  async function resolve(commit: Commit, outcome: ChangeOutcome): Promise<void> {
    // Another search or a sync may have resolved the commit in the meantime.
    if (sent !== commit) return;
    await keep(outcome === 'committed' ? { lost } : { lost: { outcome, ...commit } });
  }

  return {
    async restore(): Promise<void> {
      ({ sent, lost } = (await deps.stored.read()) ?? {});
      isAwaited = false;
    },
    /**
     * Records a commit right before it is sent. The outcome of the previous commit must be known.
     */
    async send(commit: Commit): Promise<void> {
      isAwaited = true;
      sentDigests = [...sentDigests, commit.digest].slice(-MAX_SENT);
      await keep({ sent: commit, lost });
    },
    /** Records that the answer was lost. Receipt and vault will show the outcome. */
    leaveUnknown(): void {
      isAwaited = false;
      deps.onChange();
    },
    /** Clears the record of a commit that the home has answered. */
    async end(): Promise<void> {
      if (sent !== undefined) await keep({ lost });
    },
    /** Returns true if this device sent the commit with this digest. */
    isSent: (digest: string): boolean =>
      sentDigests.includes(digest) || unknown()?.digest === digest || lost?.digest === digest,
    unknown,
    resolve,
    /**
     * Compares the home's newest vault with the commit of unknown outcome. If the vault has a later
     * revision than the commit, only the receipt shows whether it contains the commit.
     */
    async compare(newest: { readonly revision: number; readonly digest: string }): Promise<void> {
      if (lost?.digest === newest.digest) await keep({ sent });
      const commit = unknown();
      if (commit === undefined) return;
      if (newest.digest === commit.digest) await resolve(commit, 'committed');
      else if (newest.revision < commit.revision) await resolve(commit, 'missing');
      else if (newest.revision === commit.revision) await resolve(commit, 'lost');
    },
    lost: () => lost,
    /** Ends the warning about a lost change, unless a newer warning has replaced it. */
    async dismiss(warned: LostCommit | undefined): Promise<void> {
      if (warned !== undefined && lost === warned) await keep({ sent });
    },
    /** Drops the records. Called when the vault leaves this device. */
    forget: (): Promise<void> => keep({}),
    /** Returns the warning about the last change; undefined when there is none. */
    problem(): WarningCode | undefined {
      if (unknown() !== undefined) return 'lastSaveUnknown';
      return lost === undefined ? undefined : (LOST[lost.purpose] ?? 'lastSaveMissing');
    },
  };
}
