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
import { createBundles } from './bundles.ts';
import { bundlesKey } from './keys.ts';
import { createProcedures, type Procedures } from './runner.ts';

export type ProcedureParts = ReturnType<typeof createProcedureParts>;

/** Everything below the features. */
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
    /** Returns the procedure that keeps a bundle from beginning. */
    refusal: Parameters<typeof createBundles>[0]['refusal'];
  },
) {
  const { activity, approvals, events, networks, platform, recheck, settlements, signer } = parts;
  const { clock, random } = platform;
  const procedures = createProcedures({
    onChange: () => events.emit('fillsChanged'),
    failureOf: deps.failureOf,
  });
  events.on({ ownerForgotten: procedures.forget });
  return {
    procedures,
    rejectPrompt: (id: string) => rejectPrompt(id, { procedures, approvals }),
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
    /** Parts of every kind of procedure that asks for its calls one by one. */
    callParts: {
      procedures,
      client: parts.client,
      transactions: parts.transactions,
      random,
      clock,
      wait: systemWait,
      answerTo: activity.answerTo,
      settled: settlements.wait,
      isUnlocked: parts.isUnlocked,
    },
  };
}

/** Rejects the open prompt of a procedure, if any, and resolves when the procedure has stopped. */
export async function rejectPrompt(
  id: string,
  parts: {
    readonly procedures: Pick<Procedures, 'askedBy' | 'rested'>;
    readonly approvals: {
      open(): readonly Pick<ApprovalDraft, 'requestKey'>[];
      endAll(reason: 'rejected', matches: (draft: ApprovalDraft) => boolean): Promise<void>;
    };
  },
): Promise<void> {
  const { procedures, approvals } = parts;
  const asked = procedures.askedBy(id);
  const isAsked = ({ requestKey }: Pick<ApprovalDraft, 'requestKey'>) => requestKey === asked;
  // A confirmed call is being sent.
  if (!approvals.open().some(isAsked)) return;
  await approvals.endAll('rejected', isAsked);
  await procedures.rested(id);
}
