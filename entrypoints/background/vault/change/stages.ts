import type { PromptPurpose } from '../../../../shared/messages/ceremony.ts';
import type { WarningCode } from '../../../../shared/messages/snapshot.ts';
import type { Stored } from '../../kernel/stored.ts';
import type { ChangeRecord, Commit, LostCommit } from '../record/keys.ts';

/** A sent change whose outcome receipt and vault have shown. */
export type ChangeOutcome = LostCommit['outcome'] | 'committed';

export type ChangeStages = ReturnType<typeof createChangeStages>;

/** This device's commits, to recognize them when they are read back. */
const MAX_SENT = 16;

/** Warnings after a lost change, by its purpose. */
const LOST: Readonly<Partial<Record<PromptPurpose, WarningCode>>> = {
  'save-wallet': 'walletNotSaved',
  'watch-address': 'walletNotSaved',
  'restore-wallets': 'walletsNotRestored',
  'add-account': 'accountNotSaved',
  'confirm-with-former-passkey': 'passkeyNotSaved',
  'confirm-removal': 'passkeyNotRemoved',
};

/**
 * Records the commit that was sent until its outcome is known, and a lost one until the user makes
 * another change. Both survive the worker's death. A change isn't stored before it's sent: a worker
 * that dies until then has changed nothing. From then on receipt and vault show the outcome.
 */
export function createChangeStages(deps: { stored: Stored<ChangeRecord>; onChange: () => void }) {
  /** The commit under way, or the last one while its outcome is unknown. */
  let sent: Commit | undefined;
  /** The last commit that the vault turned out not to contain. */
  let lost: LostCommit | undefined;
  /** False when the answer to a commit was lost, or the worker that sent it died. */
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
    // Another search or a sync can have resolved it in the meantime.
    if (sent !== commit) return;
    await keep(outcome === 'committed' ? { lost } : { lost: { outcome, ...commit } });
  }

  return {
    async restore(): Promise<void> {
      ({ sent, lost } = (await deps.stored.read()) ?? {});
      isAwaited = false;
    },
    /** Records a commit right before it is sent. The previous commit has a known outcome. */
    async send(commit: Commit): Promise<void> {
      isAwaited = true;
      sentDigests = [...sentDigests, commit.digest].slice(-MAX_SENT);
      await keep({ sent: commit, lost });
    },
    /** Records that the answer was lost. Vault and receipt resolve it. */
    leaveUnknown(): void {
      isAwaited = false;
      deps.onChange();
    },
    /** Clears the record of a commit that the home has answered. */
    async end(): Promise<void> {
      if (sent !== undefined) await keep({ lost });
    },
    /** True for the revision of a commit that this device has sent. */
    isSent: (digest: string): boolean =>
      sentDigests.includes(digest) || unknown()?.digest === digest || lost?.digest === digest,
    /** The commit whose outcome is unknown, if there is one. */
    unknown,
    resolve,
    /**
     * Compares the home's newest vault with the commit of unknown outcome. A vault beyond the
     * commit's revision may or may not contain it: only the receipt shows that.
     */
    async compare(newest: { readonly revision: number; readonly digest: string }): Promise<void> {
      if (lost?.digest === newest.digest) await keep({ sent });
      const commit = unknown();
      if (commit === undefined) return;
      if (newest.digest === commit.digest) await resolve(commit, 'committed');
      else if (newest.revision < commit.revision) await resolve(commit, 'missing');
      else if (newest.revision === commit.revision) await resolve(commit, 'lost');
    },
    /** The change that the user is warned of as lost. */
    lost: () => lost,
    /** Ends the warning about a lost change, unless it is about another one by now. */
    async dismiss(warned: LostCommit | undefined): Promise<void> {
      if (warned !== undefined && lost === warned) await keep({ sent });
    },
    /** Drops everything: the vault leaves this device. */
    forget: (): Promise<void> => keep({}),
    /** Returns the warning about the last change; undefined when there is none. */
    problem(): WarningCode | undefined {
      if (unknown() !== undefined) return 'lastSaveUnknown';
      return lost === undefined ? undefined : (LOST[lost.purpose] ?? 'lastSaveMissing');
    },
  };
}
