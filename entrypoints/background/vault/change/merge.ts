import { hasCode } from '../../../../shared/errors.ts';
import type { Divergence } from '../../../../shared/messages/sync.ts';
import type { Envelope } from '../../../../shared/wire/vault.ts';
import { ServiceError } from '../home/errors.ts';
import { differenceTo, isVerified } from '../open/offered.ts';
import { type OpenedVault, openVault } from '../open/open.ts';
import { DivergedError } from '../open/successor.ts';
import type { Ceremony } from '../passkeys/ceremonies.ts';
import { change, inRounds } from './change.ts';
import type { ChangeDeps } from './change-deps.ts';
import { mergeOf } from './following.ts';

/** The user's consent to a merge. */
export interface MergeConsent {
  readonly offeredDigest: string;
  /** Credential ids of removed passkeys that may open the vault again. */
  readonly readmitted: readonly string[];
}

/**
 * Adds this device's own changes to the vault that the server offers, with one passkey prompt
 * (vault rule 12). This device's copy stays unchanged until the merged vault is committed.
 */
export function createMerge(deps: ChangeDeps): (consent: MergeConsent) => Promise<void> {
  const { held, signer, sync, tokens } = deps;
  const client = deps.homes.server;

  async function readOffered(token: string): Promise<OpenedVault> {
    const { device, passkey } = held.unlocked();
    const { envelope } = await client.vault(token);
    const { accountId, tenant } = device;
    return openVault({ ...deps, envelope, accountId, passkey, rpId: tenant.rpId });
  }

  async function commitMerged(
    offered: OpenedVault,
    consent: MergeConsent,
    ceremony: Ceremony,
    token: string,
  ): Promise<Envelope> {
    const { device, payload: known } = held.unlocked();
    const { tenant } = device;
    const { revision, createdAt } = offered.payload;
    // An ancestor of this device's copy has old values, which aren't conflicts.
    const isFork = revision >= known.revision || createdAt > known.createdAt;
    const isKnownWriter = isVerified(device, offered.payload);
    const merge = { known, offered, isVerified: isKnownWriter, isFork, consent };
    const { envelope } = await change(
      { ...deps, client, token, tenant, ceremony },
      mergeOf(deps, { ...merge, of: 'both' }),
    );
    return envelope;
  }

  /** Shows which removed passkeys the server keeps. A merge with them needs another consent. */
  function showRefusedRemoval(offered: OpenedVault, { readmitted }: MergeConsent): void {
    const { device, payload: content } = held.unlocked();
    const isKnownWriter = isVerified(device, offered.payload);
    const difference = differenceTo({ content, offered, isVerified: isKnownWriter, signer });
    sync.showRefusedRemoval(withUnremovable(difference, readmitted));
  }

  async function mergeOnce(consent: MergeConsent, ceremony: Ceremony): Promise<void> {
    const token = await tokens.fresh(ceremony);
    const { device, passkey } = held.unlocked();
    const { tenant, accountId } = device;
    const offered = await readOffered(token);
    if (offered.digest !== consent.offeredDigest) {
      await compareAgain(offered);
      return;
    }
    let envelope: Envelope;
    try {
      envelope = await commitMerged(offered, consent, ceremony, token);
    } catch (error) {
      if (hasCode(error, 'REMOVAL_REFUSED')) showRefusedRemoval(offered, consent);
      if (!hasCode(error, 'REVISION_CONFLICT')) throw error;
      await compareAgain(await readOffered(token));
      return;
    }
    // The wallet was locked during the prompt. The merged vault is saved; the next unlock reads it.
    if (held.state().status !== 'unlocked') return;
    const merged = { revision: offered.payload.revision, digest: offered.digest };
    const entry = { accountId, passkey, envelope };
    await held.adopt({ tenant, entry, known: device, merged, synced: true });
  }

  /**
   * Called when the server now offers another vault than the user agreed to. Accepts it if nothing
   * would be lost. Otherwise shows the new difference and throws OFFER_CHANGED.
   */
  async function compareAgain({ envelope }: OpenedVault): Promise<void> {
    const { device, passkey } = held.unlocked();
    const { tenant, accountId } = device;
    try {
      const entry = { accountId, passkey, envelope };
      await held.adopt({ tenant, entry, known: device, synced: true });
    } catch (error) {
      sync.failed(error);
      if (!(error instanceof DivergedError)) throw error;
      throw new ServiceError('OFFER_CHANGED', {
        cause: error,
      });
    }
  }

  return async (consent) => {
    held.unlocked();
    await sync.ended();
    await deps.ceremonies.run(
      (ceremony) => inRounds(tokens, () => mergeOnce(consent, ceremony)),
      'merged',
    );
  };
}

/** Names the removed passkeys that would open the merged vault, because the home keeps them. */
export function withUnremovable(
  divergence: Divergence,
  readmitted: readonly string[] = [],
): Divergence {
  const unremovable = divergence.returning.filter(
    (item) => item.kind === 'passkey' && !readmitted.includes(item.credentialId),
  );
  return { ...divergence, unremovable };
}
