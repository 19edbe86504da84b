import type { PromptPurpose } from '../../../../shared/messages/ceremony.ts';
import type { WarningCode } from '../../../../shared/messages/snapshot.ts';
import type { Stored } from '../../state/stored.ts';
import type { PendingSave, SaveRecord } from '../../state/stored-keys.ts';
import type { CommitOutcome } from './sent-commit.ts';

export type PendingSaves = ReturnType<typeof createPendingSaves>;

/** Own commits to recognize when they are read back. */
const MAX_SENT = 16;

/** Warnings after a lost save, by its purpose. */
const MISSING: Readonly<Partial<Record<PromptPurpose, WarningCode>>> = {
  'save-wallet': 'wallet-not-saved',
  'watch-address': 'wallet-not-saved',
  'restore-wallets': 'wallets-not-restored',
  'add-account': 'account-not-saved',
  'confirm-with-former-passkey': 'passkey-not-saved',
  'confirm-removal': 'passkey-not-removed',
};

/**
 * Records that a commit was sent until its outcome is known, and that it was lost until the user
 * makes a change after that. Both survive the worker's death. Nothing is sent again: receipt and
 * vault show the outcome.
 */
export function createPendingSaves(deps: { stored: Stored<SaveRecord>; onChange: () => void }) {
  let pending: PendingSave | undefined;
  /** The last save that the vault turned out not to contain. */
  let missing: PendingSave | undefined;
  /** True when the answer to the commit was lost, or the worker that sent it died. */
  let isUnknown = false;
  /** Digests of the commits that this worker has sent, newest last. */
  let sentDigests: readonly string[] = [];

  async function keep(next: SaveRecord): Promise<void> {
    ({ pending, missing } = next);
    if (pending === undefined) isUnknown = false;
    if (pending === undefined && missing === undefined) await deps.stored.clear();
    else await deps.stored.write(next);
    deps.onChange();
  }

  const recordOf = (next: PendingSave | undefined, lost: PendingSave | undefined): SaveRecord => ({
    ...(next === undefined ? {} : { pending: next }),
    ...(lost === undefined ? {} : { missing: lost }),
  });

  async function resolve(sent: PendingSave, outcome: CommitOutcome): Promise<void> {
    // Another look or a sync can have resolved it meanwhile.
    if (pending !== sent || outcome === 'unknown') return;
    await keep(recordOf(undefined, outcome === 'committed' ? missing : sent));
  }

  return {
    async restore(): Promise<void> {
      const found = await deps.stored.read();
      pending = found?.pending;
      missing = found?.missing;
      isUnknown = pending !== undefined;
    },
    /** Records a commit that is about to be sent. The one before it must be resolved. */
    async begin(sent: PendingSave): Promise<void> {
      isUnknown = false;
      sentDigests = [...sentDigests, sent.digest].slice(-MAX_SENT);
      await keep(recordOf(sent, missing));
    },
    /** Records that the answer was lost. Vault and receipt resolve it. */
    leaveUnknown(): void {
      isUnknown = pending !== undefined;
      deps.onChange();
    },
    /** Clears the record of a commit whose answer is known. */
    async answered(): Promise<void> {
      if (pending !== undefined) await keep(recordOf(undefined, missing));
    },
    /** True for the revision of a commit that this device has sent. */
    isSent: (digest: string): boolean =>
      sentDigests.includes(digest) || pending?.digest === digest || missing?.digest === digest,
    /** The commit whose outcome is unknown, if there is one. */
    unknown: (): PendingSave | undefined => (isUnknown ? pending : undefined),
    resolve,
    /**
     * Compares the server's newest vault with the commit of unknown outcome. A vault beyond the
     * commit's revision may or may not contain it: only the receipt shows that.
     */
    async compare(newest: { readonly revision: number; readonly digest: string }): Promise<void> {
      if (missing?.digest === newest.digest) await keep(recordOf(pending, undefined));
      if (pending === undefined || !isUnknown) return;
      if (newest.digest === pending.digest) await resolve(pending, 'committed');
      else if (newest.revision < pending.revision) await resolve(pending, 'missing');
      else if (newest.revision === pending.revision) await resolve(pending, 'lost');
    },
    /** The save that the user is warned of as lost. */
    missing: () => missing,
    /** Ends the warning about a lost save, unless it is about another one by now. */
    async dismiss(warned: PendingSave | undefined): Promise<void> {
      if (warned !== undefined && missing === warned) await keep(recordOf(pending, undefined));
    },
    /** Drops everything: the vault leaves this device. */
    forget: (): Promise<void> => keep({}),
    /** What to show of the last save, while there is something to show. */
    problem(): WarningCode | undefined {
      if (isUnknown) return 'last-save-unknown';
      if (missing === undefined) return undefined;
      const { purpose } = missing;
      return (purpose === undefined ? undefined : MISSING[purpose]) ?? 'last-save-missing';
    },
  };
}
