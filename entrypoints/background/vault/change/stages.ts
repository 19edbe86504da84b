import type { PromptPurpose } from '../../../../shared/messages/ceremony.ts';
import type { WarningCode } from '../../../../shared/messages/snapshot.ts';
import type { Stored } from '../../state/stored.ts';
import type { ChangeRecord, ChangeStage, Commit } from '../../state/stored-keys.ts';

type KnownStage = Extract<ChangeStage, { stage: 'known' }>;

/** A sent change, once receipt and vault have shown what became of it. */
export type ChangeOutcome = KnownStage['outcome'] | 'committed';

export type ChangeStages = ReturnType<typeof createChangeStages>;

/** Own commits to recognize when they are read back. */
const MAX_SENT = 16;

/** Warnings after a lost change, by its purpose. */
const LOST: Readonly<Partial<Record<PromptPurpose, WarningCode>>> = {
  'save-wallet': 'wallet-not-saved',
  'watch-address': 'wallet-not-saved',
  'restore-wallets': 'wallets-not-restored',
  'add-account': 'account-not-saved',
  'confirm-with-former-passkey': 'passkey-not-saved',
  'confirm-removal': 'passkey-not-removed',
};

/**
 * Records how far a change of the vault is, and a change that was lost until the user makes another
 * one. Both survive the worker's death. Before `sent`, nothing was changed. From then on receipt and
 * vault show the outcome.
 */
export function createChangeStages(deps: { stored: Stored<ChangeRecord>; onChange: () => void }) {
  /** The change under way, or the last one while its outcome is unknown. */
  let current: ChangeStage | undefined;
  /** The last change that the vault turned out not to contain. */
  let lost: KnownStage | undefined;
  /** False when the answer to a commit was lost, or the worker that sent it died. */
  let isAwaited = false;
  /** Digests of the commits that this worker has sent, newest last. */
  let sentDigests: readonly string[] = [];

  async function keep(next: ChangeRecord): Promise<void> {
    ({ current, lost } = next);
    if (current === undefined && lost === undefined) await deps.stored.clear();
    else await deps.stored.write(next);
    deps.onChange();
  }

  const recordOf = (next: typeof current, missing: typeof lost): ChangeRecord => ({
    ...(next === undefined ? {} : { current: next }),
    ...(missing === undefined ? {} : { lost: missing }),
  });

  const unknown = (): Commit | undefined =>
    current?.stage === 'sent' && !isAwaited ? current : undefined;

  async function resolve(commit: Commit, outcome: ChangeOutcome): Promise<void> {
    // Another look or a sync can have resolved it meanwhile.
    if (current !== commit) return;
    const { purpose, revision, digest, operationId } = commit;
    const known =
      outcome === 'committed'
        ? lost
        : ({ stage: 'known', outcome, purpose, revision, digest, operationId } as const);
    await keep(recordOf(undefined, known));
  }

  return {
    async restore(): Promise<void> {
      const found = await deps.stored.read();
      current = found?.current?.stage === 'sent' ? found.current : undefined;
      lost = found?.lost;
      isAwaited = false;
    },
    /** Records the next stage of a change. The outcome of the change before is known. */
    async enter(stage: ChangeStage): Promise<void> {
      isAwaited = true;
      if (stage.stage === 'sent') sentDigests = [...sentDigests, stage.digest].slice(-MAX_SENT);
      await keep(recordOf(stage, lost));
    },
    /** Records that the answer was lost. Vault and receipt resolve it. */
    leaveUnknown(): void {
      isAwaited = false;
      deps.onChange();
    },
    /** Clears the record of a change that the home has answered, or that was never sent. */
    async end(): Promise<void> {
      if (current !== undefined) await keep(recordOf(undefined, lost));
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
      if (lost?.digest === newest.digest) await keep(recordOf(current, undefined));
      const commit = unknown();
      if (commit === undefined) return;
      if (newest.digest === commit.digest) await resolve(commit, 'committed');
      else if (newest.revision < commit.revision) await resolve(commit, 'missing');
      else if (newest.revision === commit.revision) await resolve(commit, 'lost');
    },
    /** The change that the user is warned of as lost. */
    lost: () => lost,
    /** Ends the warning about a lost change, unless it is about another one by now. */
    async dismiss(warned: KnownStage | undefined): Promise<void> {
      if (warned !== undefined && lost === warned) await keep(recordOf(current, undefined));
    },
    /** Drops everything: the vault leaves this device. */
    forget: (): Promise<void> => keep({}),
    /** Returns the warning about the last change; undefined when there is none. */
    problem(): WarningCode | undefined {
      if (unknown() !== undefined) return 'last-save-unknown';
      return lost === undefined ? undefined : (LOST[lost.purpose] ?? 'last-save-missing');
    },
  };
}
