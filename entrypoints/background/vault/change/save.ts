import type { PromptPurpose } from '../../../../shared/messages/ceremony.ts';
import { dropsPasskey } from '../../../../shared/vault/continuity.ts';
import { applyEdit, isAddition, type VaultEdit } from '../../../../shared/vault/edits.ts';
import { VaultError } from '../../../../shared/vault/errors.ts';
import type { Tenant } from '../../../../shared/wire/vault.ts';
import { ServiceError } from '../home/errors.ts';
import { homeOf } from '../home/home.ts';
import type { Ceremony } from '../passkeys/ceremonies.ts';
import { change, inRounds } from './change.ts';
import type { ChangeDeps } from './change-deps.ts';
import { following } from './following.ts';

/** Context for a save that shows more passkey prompts before the prompt of the commit. */
export interface SaveContext {
  readonly ceremony: Ceremony;
  readonly token: string;
  readonly tenant: Tenant;
  readonly accountId: string;
}

export interface UserChange {
  /** Title of the passkey prompt that signs the change. */
  readonly purpose: PromptPurpose;
  readonly edits: readonly VaultEdit[] | ((context: SaveContext) => Promise<readonly VaultEdit[]>);
  /** Passkeys that the change removes, by a separate route of the server. */
  readonly removed?: readonly string[];
  /** Runs after the commit, while the passkey window is still open. */
  readonly after?: (context: Pick<SaveContext, 'ceremony' | 'tenant'>) => void;
}

/** Saves a change as one revision of the vault, with one passkey prompt. */
export type Save = (wanted: UserChange) => Promise<void>;

export function createSave(deps: ChangeDeps): Save {
  const { held, tokens, stages, sync } = deps;

  async function saveOnce(
    edits: readonly VaultEdit[],
    { ceremony, token, tenant, accountId }: SaveContext,
    { purpose, removed = [] }: UserChange,
    onSend: () => void,
  ): Promise<void> {
    await deps.newest.take(token);
    const { device: base, payload, passkey } = held.unlocked();
    const client = homeOf(deps.homes, tenant);
    const edited = edits.reduce(applyEdit, payload);
    const isNewEpoch = dropsPasskey(payload.keyring, edited.keyring);
    const sealed = await change(
      { ...deps, client, token, tenant, ceremony, onSend },
      {
        purpose,
        edits: () => following(deps, { base, content: edited, of: 'own', isNewEpoch }),
        isAddition: edits.some(isAddition),
        wraps: { removed },
      },
    );
    // The wallet was locked during the prompt. The change is saved; the next unlock reads it.
    if (held.state().status !== 'unlocked') return;
    const committed = { accountId, passkey, envelope: sealed.envelope };
    await held.adopt({ tenant, entry: committed, known: base, synced: true });
  }

  return async (wanted) => {
    const { tenant, accountId } = held.unlocked().device;
    const warned = stages.lost();
    await deps.ceremonies.run(async (ceremony) => {
      const context = { ceremony, tenant, accountId };
      const { edits } = wanted;
      // Edits apply to the newest snapshot, so a running comparison must end first.
      ceremony.working('waitingForSync');
      await sync.ended();
      held.unlocked();
      const carried = deps.unsavedBackups.edits(accountId);
      const made =
        typeof edits === 'function'
          ? await edits({ ...context, token: await tokens.fresh(ceremony) })
          : edits;
      await inRounds(tokens, async () => {
        let isSent = false;
        const onSend = () => {
          isSent = true;
        };
        try {
          const token = await tokens.fresh(ceremony);
          await saveOnce([...made, ...carried], { ...context, token }, wanted, onSend);
        } catch (error) {
          // Edits made in the ceremony may already have registered a passkey.
          throw isSent || typeof edits === 'function' ? error : beforeSend(error);
        }
      });
      await deps.unsavedBackups.saved(carried);
      // The user has seen the earlier warning. A warning that appeared during this change stays.
      await stages.dismiss(warned);
      wanted.after?.({ ceremony, tenant });
    }, 'saved');
  };
}

/**
 * Marks an error that occurred before the commit was sent. The user then learns that nothing was
 * saved.
 */
function beforeSend(error: unknown): unknown {
  if (error instanceof ServiceError) {
    const details = { ...error.details, phase: 'beforeSend' };
    return new ServiceError(error.code, { cause: error, details });
  }
  if (error instanceof VaultError) {
    const details = { phase: 'beforeSend' };
    return new VaultError(error.code, error.message, { cause: error, details });
  }
  return error;
}
