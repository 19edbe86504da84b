import { hasCode } from '../../../../shared/errors.ts';
import { envelopeDigest } from '../../../../shared/vault/envelope.ts';
import type { Envelope, OperationReceipt } from '../../../../shared/wire/vault.ts';
import type { PendingSave } from '../../state/stored-keys.ts';
import type { VaultHome } from '../home/home.ts';

/** A commit as it was sent: the revision and digest that it makes the newest, and its operation. */
export type SentCommit = PendingSave;

/**
 * `missing`: the vault is older than the commit, which a slow server may still store. `lost`: another
 * commit took its place, so it can't be stored any more.
 */
export type CommitOutcome = 'committed' | 'missing' | 'lost' | 'unknown';

/** Reads the receipt and the vault after an uncertain commit, which is never sent again (rule 9). */
export async function readOutcome(options: {
  client: Pick<VaultHome, 'receipt' | 'vault'>;
  token: string;
  sent: SentCommit;
}): Promise<CommitOutcome> {
  const { client, token, sent } = options;
  const receipt = await receiptState(options);
  let stored: Envelope;
  try {
    stored = (await client.vault(token)).envelope;
  } catch {
    return receipt === 'ours' ? 'committed' : 'unknown';
  }
  if (envelopeDigest(JSON.stringify(stored)) === sent.digest) return 'committed';
  if (stored.revision > sent.revision) {
    return receipt === 'ours' ? 'committed' : receipt === 'none' ? 'lost' : 'unknown';
  }
  // A receipt for a revision that the vault doesn't have contradicts the vault.
  if (receipt === 'ours') return 'unknown';
  return stored.revision === sent.revision ? 'lost' : 'missing';
}

export function isReceiptFor(
  receipt: OperationReceipt,
  sent: Pick<SentCommit, 'digest' | 'revision'>,
): boolean {
  return receipt.digest === sent.digest && receipt.revision === sent.revision;
}

async function receiptState(options: {
  client: Pick<VaultHome, 'receipt'>;
  token: string;
  sent: SentCommit;
}): Promise<'ours' | 'none' | 'unread'> {
  const { client, token, sent } = options;
  try {
    const receipt = await client.receipt(token, sent.operationId);
    return isReceiptFor(receipt, sent) ? 'ours' : 'unread';
  } catch (error) {
    return hasCode(error, 'OPERATION_UNKNOWN') ? 'none' : 'unread';
  }
}
