import { CondorError, hasCode } from '../../../shared/errors.ts';
import type { PromptPurpose } from '../../../shared/messages/ceremony.ts';
import type { HOLDING_CODES } from '../../../shared/messages/failure-codes.ts';
import type { PasskeyView } from '../../../shared/messages/snapshot.ts';
import type { KeyringEntry } from '../../../shared/vault/payload.ts';
import { MAX_PASSKEYS } from '../../../shared/wire/vault-limits.ts';
import { otherVault } from './home/errors.ts';
import { type RegistrationDeps, registerPasskey } from './new-passkey.ts';
import type { Ceremonies } from './passkeys/ceremonies.ts';
import { localPublicKey } from './passkeys/local-key.ts';
import type { VaultSession } from './session.ts';

export class PasskeysError extends CondorError<
  (typeof HOLDING_CODES)[number] | 'tooManyPasskeys'
> {}

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Lists, adds and removes the passkeys that open the vault, and asks for a passkey again. */
export function createPasskeys(
  deps: RegistrationDeps & { session: VaultSession; ceremonies: Ceremonies },
) {
  const { session } = deps;
  const { unlocked } = session;

  return {
    /** Returns the passkeys of the unlocked vault; empty while locked. */
    view(): PasskeyView[] {
      const state = session.state();
      if (state.status !== 'unlocked') return [];
      return state.payload.keyring.map(({ credentialId, name, addedAt }) => ({
        credentialId,
        name,
        addedAt,
        isInUse: credentialId === state.passkey.credentialId,
      }));
    },

    /**
     * Adds a passkey: creates and tests it, then asks for a passkey that the account already has.
     */
    async add(name: string): Promise<void> {
      if (unlocked().payload.keyring.length >= MAX_PASSKEYS) {
        throw new PasskeysError('tooManyPasskeys', 'The vault has no room for more passkeys.', {
          details: { most: MAX_PASSKEYS },
        });
      }
      await session
        .save({
          purpose: 'confirm-with-former-passkey',
          edits: (context) =>
            registerPasskey(deps, context, { name, payload: () => unlocked().payload }),
        })
        .catch(async (error: unknown) => {
          // The server no longer knows the passkey, so the next attempt creates a new passkey.
          if (hasCode(error, 'UNKNOWN_PASSKEY')) await deps.provisional.clear();
          throw error;
        });
      await deps.provisional.clear();
    },

    /**
     * Removes a passkey. Every save changes the root key, so the passkey can't open later
     * revisions.
     */
    async remove(credentialId: string): Promise<void> {
      const { passkey, payload } = unlocked();
      if (passkey.credentialId === credentialId) {
        throw new PasskeysError('passkeyInUse');
      }
      if (!payload.keyring.some((entry) => entry.credentialId === credentialId)) {
        throw new PasskeysError('passkeyNotInVault');
      }
      try {
        await session.save({
          purpose: 'confirm-removal',
          edits: [{ kind: 'remove-passkey', credentialId, at: deps.clock.now() }],
          removed: [credentialId],
          after: ({ ceremony, tenant }) => ceremony.forget({ rpId: tenant.rpId, credentialId }),
        });
      } catch (error) {
        if (!hasCode(error, 'NOT_FOUND')) throw error;
        throw new PasskeysError('noRemoval', 'The server cannot remove passkeys.', {
          cause: error,
        });
      }
    },

    /**
     * Asks for a passkey of the vault again, before a secret is shown or written to a file. Needs
     * no server. Rejects for a passkey of another vault.
     */
    async confirm(purpose: PromptPurpose): Promise<void> {
      const { device, payload } = unlocked();
      const { tenant, accountId } = device;
      await deps.ceremonies.run(async (ceremony) => {
        const credentialIds = payload.keyring.map((entry) => entry.credentialId);
        const found = await localPublicKey({
          ...deps,
          ceremony,
          tenant,
          accountId,
          credentialIds,
          purpose,
        });
        if (!isInKeyring(payload.keyring, found)) throw otherVault();
      }, 'confirmed');
    },
  };
}

function isInKeyring(
  keyring: readonly KeyringEntry[],
  found: { credentialId: string; publicKey: string },
): boolean {
  return keyring.some(
    ({ credentialId, pk }) => credentialId === found.credentialId && pk === found.publicKey,
  );
}
