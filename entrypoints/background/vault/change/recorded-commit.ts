import { hasCode } from '../../../../shared/errors.ts';
import { ServiceError } from '../home/errors.ts';
import type { VaultHome } from '../home/home.ts';
import { commitEnvelope } from './commit.ts';
import type { PendingSaves } from './pending-save.ts';
import { readOutcome, type SentCommit } from './sent-commit.ts';

/** Commits like `commitEnvelope`, and keeps a record of the commit until its outcome is known. */
export async function commitRecorded(
  options: Omit<Parameters<typeof commitEnvelope>[0], 'onSend'> & {
    pending: PendingSaves;
    /** Runs right before the commit is sent. */
    onSent?: () => void;
  },
): Promise<void> {
  const { pending, onSent, purpose } = options;
  await resolveFormer(options);
  const onSend = (sent: SentCommit) => {
    onSent?.();
    return pending.begin({ ...sent, purpose });
  };
  try {
    await commitEnvelope({ ...options, onSend });
  } catch (error) {
    if (hasCode(error, 'OUTCOME_UNKNOWN')) pending.leaveUnknown();
    else await pending.answered();
    throw error;
  }
  await pending.answered();
}

/** Throws FORMER_SAVE_UNKNOWN unless the outcome of the save before is known (vault rule 9). */
async function resolveFormer(options: {
  client: VaultHome;
  token: string;
  pending: PendingSaves;
}): Promise<void> {
  const { pending } = options;
  const sent = pending.unknown();
  if (sent === undefined) return;
  const outcome = await readOutcome({ ...options, sent });
  if (outcome === 'unknown') {
    throw new ServiceError('FORMER_SAVE_UNKNOWN', 'The outcome of the save before is unknown.');
  }
  await pending.resolve(sent, outcome);
}
