import type { ApprovalDraft } from '../../../shared/approvals/types.ts';
import type { Failure } from '../../../shared/messages/failures.ts';
import type { ApprovalParts } from '../approvals/index.ts';
import type { SendingParts } from '../approvals/sending/index.ts';
import type { Chain } from '../chain/index.ts';
import type { Kernel } from '../kernel/index.ts';
import { stored } from '../kernel/stored.ts';
import { systemWait } from '../platform/clock.ts';
import type { Access } from '../vault/access.ts';
import type { VaultParts } from '../vault/parts.ts';
import { hasAccount } from '../vault/selected-account.ts';
import { createBundles } from './bundles.ts';
import { bundlesKey } from './keys.ts';
import { createProcedures, type Procedures } from './runner.ts';

export type ProcedureParts = ReturnType<typeof createProcedureParts>;

/** All parts that features are built on. */
export type Core = Kernel &
  VaultParts &
  Access &
  Chain &
  ApprovalParts &
  SendingParts &
  ProcedureParts;

/** Creates the parts for everything that takes several transactions. */
export function createProcedureParts(
  parts: Kernel & VaultParts & Access & Chain & ApprovalParts & SendingParts,
  deps: {
    failureOf: (error: unknown) => Failure;
    /** Returns the error for a bundle that can't begin because another procedure has a claim. */
    refusal: Parameters<typeof createBundles>[0]['refusal'];
  },
) {
  const { activity, approvals, events, networks, platform, recheck, settlements, signer } = parts;
  const { clock, random } = platform;
  const procedures = createProcedures({
    onChange: () => events.emit('fillsChanged'),
    failureOf: deps.failureOf,
  });
  const { rejectOpen, rejectPrompt } = createStops({ procedures, approvals });
  events.on({
    ownerForgotten: procedures.forget,
    approvalsChanged: () => void rejectOpen().catch(() => undefined),
  });
  return {
    procedures,
    rejectPrompt,
    bundles: createBundles({
      ...parts,
      procedures,
      stored: stored(parts.areas, bundlesKey),
      refusal: deps.refusal,
      recheck: () => recheck,
      watchLocks: signer.watchLocks,
      coinOf: networks.coinOf,
      clock,
      random,
      wait: systemWait,
    }),
    callParts: {
      procedures,
      client: parts.client,
      transactions: parts.transactions,
      random,
      clock,
      wait: systemWait,
      answerTo: activity.answerTo,
      settled: settlements.wait,
      isUnlocked: (account: string) => parts.isUnlocked() && hasAccount(parts.wallets, account),
    },
  };
}

/**
 * Rejects the prompt of a procedure, now or when it opens: a slow node can delay the prompt. A call
 * that the user has already confirmed is still sent.
 */
export function createStops(parts: {
  readonly procedures: Pick<Procedures, 'askedBy' | 'rested'>;
  readonly approvals: {
    open(): readonly Pick<ApprovalDraft, 'requestKey'>[];
    endAll(reason: 'rejected', matches: (draft: ApprovalDraft) => boolean): Promise<void>;
  };
}) {
  const { procedures, approvals } = parts;
  /** Keys of the requests to reject. */
  const wanted = new Set<string>();
  const isWanted = ({ requestKey }: Pick<ApprovalDraft, 'requestKey'>) => wanted.has(requestKey);

  async function rejectOpen(): Promise<void> {
    if (approvals.open().some(isWanted)) await approvals.endAll('rejected', isWanted);
  }

  return {
    rejectOpen,

    /**
     * Rejects the procedure's prompt. If it is open, resolves when the procedure has stopped. If
     * not, resolves immediately, and the prompt is rejected when it opens.
     */
    async rejectPrompt(id: string): Promise<void> {
      const asked = procedures.askedBy(id);
      if (asked === undefined) return;
      wanted.add(asked);
      const rested = procedures.rested(id).finally(() => wanted.delete(asked));
      if (!approvals.open().some(isWanted)) return;
      await rejectOpen();
      await rested;
    },
  };
}
