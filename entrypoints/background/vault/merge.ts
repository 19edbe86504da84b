import { hasCode } from '../../../shared/errors.ts';
import { mergeBranches, returningPasskeyIds } from '../../../shared/vault/branches.ts';
import { sealEnvelope } from '../../../shared/vault/envelope.ts';
import type { Envelope } from '../../../shared/wire/vault.ts';
import type { Ceremony } from './ceremonies.ts';
import type { CommitDeps } from './change-deps.ts';
import { ServiceError } from './errors.ts';
import { type OpenedVault, openVault } from './open.ts';
import { commitRecorded } from './recorded-commit.ts';
import { DivergedError } from './successor.ts';

/**
 * Puts what only this device knows on top of the vault that the server offers, with one passkey
 * prompt (vault rule 12). This device's copy stays as it is until the merged vault is committed.
 */
export function createMerge(deps: CommitDeps): (offeredDigest: string) => Promise<void> {
  const { held, signer, sync, tokens } = deps;
  const client = deps.homes.server;

  async function readOffered(token: string): Promise<OpenedVault> {
    const { device, passkey } = held.unlocked();
    const { envelope } = await client.vault(token);
    const { accountId, tenant } = device;
    return openVault({ ...deps, envelope, accountId, passkey, rpId: tenant.rpId });
  }

  async function sealMerged(offered: OpenedVault, keep: readonly string[]) {
    const { payload: known, device } = held.unlocked();
    const at = deps.clock.now();
    const { revision, createdAt } = offered.payload;
    // An ancestor of this device's copy holds old values, which aren't conflicts.
    const isFork = revision >= known.revision || createdAt > known.createdAt;
    // The signer holds the offered secrets only until the merged vault is sealed.
    const content = signer.loadBeside(offered.payload);
    try {
      const merged = mergeBranches(known, content, { isFork, at, keep });
      return await sealEnvelope({
        payload: signer.withSecrets({
          ...merged,
          revision: revision + 1,
          prevDigest: offered.digest,
          createdAt: at,
          device: deps.deviceName(),
        }),
        rpId: device.tenant.rpId,
        aead: deps.aead,
        random: deps.random,
      });
    } finally {
      signer.dropBeside();
    }
  }

  async function commitMerged(offered: OpenedVault, ceremony: Ceremony, token: string) {
    const { device, passkey, payload } = held.unlocked();
    const commit = async (removed: readonly string[], keep: readonly string[]) => {
      const sealed = await sealMerged(offered, keep);
      const purpose = 'confirm-merge';
      const { tenant } = device;
      await commitRecorded({ ...deps, client, token, tenant, sealed, ceremony, purpose, removed });
      return sealed.envelope;
    };
    const { credentialId: inUse } = passkey;
    const removed = returningPasskeyIds(payload, offered.payload).filter((id) => id !== inUse);
    try {
      return await commit(removed, [inUse]);
    } catch (error) {
      // A server without the route for removals keeps its passkeys; settings still list them.
      if (removed.length === 0 || !hasCode(error, 'NOT_FOUND')) throw error;
      return commit([], [...removed, inUse]);
    }
  }

  async function mergeOnce(offeredDigest: string, ceremony: Ceremony): Promise<void> {
    const token = await tokens.fresh(ceremony);
    const { device, passkey } = held.unlocked();
    const { tenant, accountId } = device;
    const offered = await readOffered(token);
    if (offered.digest !== offeredDigest) {
      await compareAgain(offered);
      return;
    }
    let envelope: Envelope;
    try {
      envelope = await commitMerged(offered, ceremony, token);
    } catch (error) {
      if (!hasCode(error, 'REVISION_CONFLICT')) throw error;
      await compareAgain(await readOffered(token));
      return;
    }
    // Locked while the prompt was open: it is saved, and the next unlock reads it.
    if (held.state().status !== 'unlocked') return;
    const merged = { revision: offered.payload.revision, digest: offered.digest };
    const entry = { accountId, passkey, envelope };
    await held.adopt({ tenant, entry, known: device, merged, synced: true });
  }

  /**
   * The consent was for another vault than the one that is offered now. Takes that one if it loses
   * nothing. Otherwise shows the new difference and throws OFFER_CHANGED.
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
      throw new ServiceError('OFFER_CHANGED', 'The offered vault has changed.', {
        cause: error,
      });
    }
  }

  return async (offeredDigest) => {
    held.unlocked();
    await sync.ended();
    await deps.ceremonies.run(async (ceremony) => {
      try {
        await mergeOnce(offeredDigest, ceremony);
      } catch (error) {
        if (!tokens.isOver(error)) throw error;
        await mergeOnce(offeredDigest, ceremony);
      }
    }, 'merged');
  };
}
