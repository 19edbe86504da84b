import { hasCode } from '../../../../shared/errors.ts';
import type { PromptPurpose } from '../../../../shared/messages/ceremony.ts';
import { dropsPasskey } from '../../../../shared/vault/continuity.ts';
import { applyEdit, isAddition, type VaultEdit } from '../../../../shared/vault/edits.ts';
import { sealEnvelope } from '../../../../shared/vault/envelope.ts';
import { VaultError } from '../../../../shared/vault/errors.ts';
import type { Tenant } from '../../../../shared/wire/vault.ts';
import { ServiceError } from '../home/errors.ts';
import { homeOf } from '../home/home.ts';
import type { Ceremony } from '../passkeys/ceremonies.ts';
import type { CommitDeps } from './change-deps.ts';
import { commitRecorded } from './recorded-commit.ts';

/** Rounds of read, apply, commit when the commit loses a race (vault rule 9). */
const MAX_ROUNDS = 3;

/** Context of a change that shows more prompts than the commit, while its window is open. */
export interface SaveContext {
  readonly ceremony: Ceremony;
  readonly token: string;
  readonly tenant: Tenant;
  readonly accountId: string;
}

export interface VaultChange {
  /** Title of the passkey prompt that signs it. */
  readonly purpose: PromptPurpose;
  readonly edits: readonly VaultEdit[] | ((context: SaveContext) => Promise<readonly VaultEdit[]>);
  /** Passkeys that this change takes away; they need the server's own route. */
  readonly removed?: readonly string[];
  /** Runs after the commit, while the passkey window is still open. */
  readonly after?: (context: Pick<SaveContext, 'ceremony' | 'tenant'>) => void;
}

/** Saves a change as one mutation of the vault, with one passkey prompt. */
export type Save = (change: VaultChange) => Promise<void>;

export function createSave(deps: CommitDeps): Save {
  const { held, tokens, sync } = deps;

  /** One round of vault rule 9: read the newest, apply the edits, seal, commit, keep. */
  async function commitOnce(
    edits: readonly VaultEdit[],
    { ceremony, token, tenant, accountId }: SaveContext,
    change: VaultChange,
    onSent: () => void,
  ): Promise<void> {
    const { device, passkey } = held.unlocked();
    const client = homeOf(deps.homes, tenant);
    const { envelope } = await client.vault(token);
    const entry = { accountId, passkey, envelope };
    try {
      await held.adopt({ tenant, entry, known: device, synced: true });
    } catch (error) {
      sync.failed(error);
      throw error;
    }
    const current = held.unlocked();
    const edited = edits.reduce(applyEdit, current.payload);
    const sealed = await sealEnvelope({
      payload: deps.signer.withSecrets(
        {
          ...edited,
          revision: current.payload.revision + 1,
          prevDigest: current.device.digest,
          createdAt: deps.clock.now(),
          device: deps.deviceName(),
        },
        { of: 'own', isNewEpoch: dropsPasskey(current.payload.keyring, edited.keyring) },
      ),
      rpId: tenant.rpId,
      aead: deps.aead,
      random: deps.random,
      isAddition: edits.some(isAddition),
    });
    const { purpose, removed = [] } = change;
    await commitRecorded({
      ...deps,
      client,
      token,
      tenant,
      sealed,
      ceremony,
      purpose,
      removed,
      onSent,
    });
    // Locked while the prompt was open: it is saved, and the next unlock reads it.
    if (held.state().status !== 'unlocked') return;
    const committed = { accountId, passkey, envelope: sealed.envelope };
    await held.adopt({ tenant, entry: committed, known: current.device, synced: true });
  }

  return async (change) => {
    const { tenant, accountId } = held.unlocked().device;
    const warned = deps.pending.missing();
    await deps.ceremonies.run(async (ceremony) => {
      const context = { ceremony, tenant, accountId };
      const { edits } = change;
      let isSent = false;
      // The edits belong on the newest snapshot: a comparison under way brings it, or says why not.
      ceremony.working('waiting-for-sync');
      await sync.ended();
      held.unlocked();
      const carried = deps.unsavedBackups.edits(accountId);
      try {
        const made =
          typeof edits === 'function'
            ? await edits({ ...context, token: await tokens.fresh(ceremony) })
            : edits;
        await commitRounds([...made, ...carried], context, change, (next) => {
          isSent = next;
        });
      } catch (error) {
        // Edits that are made in the ceremony may have registered a passkey.
        throw isSent || typeof edits === 'function' ? error : beforeSend(error);
      }
      await deps.unsavedBackups.saved(carried);
      // The user saw the warning before this change. One that came up during it stays.
      await deps.pending.dismiss(warned);
      change.after?.({ ceremony, tenant });
    }, 'saved');
  };

  async function commitRounds(
    edits: readonly VaultEdit[],
    context: Omit<SaveContext, 'token'>,
    change: VaultChange,
    setSent: (isSent: boolean) => void,
  ): Promise<void> {
    for (let round = 1; ; round++) {
      setSent(false);
      const token = await tokens.fresh(context.ceremony);
      try {
        await commitOnce(edits, { ...context, token }, change, () => setSent(true));
        return;
      } catch (error) {
        const isWorthAnother =
          tokens.isOver(error) ||
          hasCode(error, 'REVISION_CONFLICT') ||
          hasCode(error, 'AUTH_RETRY');
        if (!isWorthAnother || round === MAX_ROUNDS) throw error;
      }
    }
  }
}

/** Marks a failure that happened before a commit was sent, which proves that nothing was saved. */
function beforeSend(error: unknown): unknown {
  if (error instanceof ServiceError) {
    const details = { ...error.details, phase: 'before-send' };
    return new ServiceError(error.code, error.message, { cause: error, details });
  }
  if (error instanceof VaultError) {
    const details = { phase: 'before-send' };
    return new VaultError(error.code, error.message, { cause: error, details });
  }
  return error;
}
