import { i18n } from '#i18n';
import { hasCode } from '../../../shared/errors.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { mergeBranches, returningPasskeyIds } from '../../../shared/vault/branches.ts';
import { sealEnvelope } from '../../../shared/vault/envelope.ts';
import type { PublicPayload } from '../../../shared/vault/payload.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import type { Signer } from '../signer/signer.ts';
import type { Ceremonies } from './ceremonies.ts';
import type { VaultClient } from './client.ts';
import { ServiceError } from './errors.ts';
import type { HeldVault } from './held.ts';
import { type OpenedVault, openVault } from './open.ts';
import type { PendingSaves } from './pending-save.ts';
import { commitRecorded } from './recorded-commit.ts';
import { DivergedError } from './successor.ts';
import type { SyncStatus } from './sync-status.ts';
import type { Tokens } from './tokens.ts';

/**
 * Puts what only this device knows on top of the vault that the server offers, with one passkey
 * prompt (vault rule 12). This device's copy stays as it is until the merged vault is committed.
 */
export function createMerge(deps: {
  client: VaultClient;
  ceremonies: Ceremonies;
  signer: Signer;
  aead: Aead;
  clock: Clock;
  random: Random;
  deviceName: () => string;
  pending: PendingSaves;
  held: HeldVault;
  tokens: Tokens;
  sync: SyncStatus;
}): (offeredDigest: string) => Promise<void> {
  const { client, held, signer, sync } = deps;

  async function sealMerged(offered: OpenedVault, keep: readonly string[]) {
    const { payload: known, device } = held.unlocked();
    const at = deps.clock.now();
    const isFork = offered.payload.revision >= known.revision;
    // The signer holds the offered secrets only until the merged vault is sealed.
    const content = signer.loadBeside(offered.payload);
    try {
      const merged = mergeBranches(known, content, { isFork, at, keep });
      return await sealEnvelope({
        payload: signer.withSecrets({
          ...merged,
          revision: content.revision + 1,
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

  return async (offeredDigest) => {
    held.unlocked();
    await deps.ceremonies.run(async (ceremony) => {
      await sync.ended();
      const token = await deps.tokens.fresh(ceremony);
      const { device, passkey, payload } = held.unlocked();
      const { tenant, accountId } = device;
      const { envelope } = await client.vault(token);
      const offered = await openVault({ ...deps, envelope, accountId, passkey, rpId: tenant.rpId });
      if (offered.digest !== offeredDigest) {
        await compareAgain(offered);
        return;
      }

      const commit = async (removed: readonly string[], keep: readonly string[]) => {
        const sealed = await sealMerged(offered, keep);
        const title = i18n.t('vault.confirmTheMerge');
        await commitRecorded({
          ...deps,
          token,
          tenant,
          sealed,
          ceremony,
          title,
          removed: [...removed],
        });
        return sealed.envelope;
      };
      const removed = removable(payload, offered.payload, passkey.credentialId);
      const merged = await commit(removed, [passkey.credentialId]).catch((error: unknown) => {
        // A server without the route for removals keeps its passkeys; settings still list them.
        if (removed.length === 0 || !hasCode(error, 'NOT_FOUND')) throw error;
        return commit([], [...removed, passkey.credentialId]);
      });
      if (held.state().status !== 'unlocked') return;
      await held.adopt({
        tenant,
        entry: { accountId, passkey, envelope: merged },
        known: device,
        merged: { revision: envelope.revision, digest: offered.digest },
        synced: true,
      });
    }, i18n.t('vault.merged'));
  };

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
      throw new ServiceError('OFFER_CHANGED', i18n.t('vault.offeredVaultChanged'), {
        cause: error,
      });
    }
  }
}

function removable(known: PublicPayload, offered: PublicPayload, inUse: string): string[] {
  return returningPasskeyIds(known, offered).filter((id) => id !== inUse);
}
