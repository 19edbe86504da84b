import { hasCode } from '../../../shared/errors.ts';
import { commitEnvelope } from './commit.ts';
import type { PendingSaves } from './pending-save.ts';
import type { SentCommit } from './sent-commit.ts';

/** Commits like `commitEnvelope`, and keeps a record of the commit until its outcome is known. */
export async function commitRecorded(
  options: Omit<Parameters<typeof commitEnvelope>[0], 'onSend'> & {
    pending: PendingSaves;
    /** Runs right before the commit is sent. */
    onSent?: () => void;
  },
): Promise<void> {
  const { pending, onSent } = options;
  const onSend = (sent: SentCommit) => {
    onSent?.();
    return pending.begin(sent);
  };
  try {
    await commitEnvelope({ ...options, onSend });
  } catch (error) {
    if (hasCode(error, 'OUTCOME_UNKNOWN')) pending.leaveUnknown();
    else await pending.settle();
    throw error;
  }
  await pending.settle();
}
