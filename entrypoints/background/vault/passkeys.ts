import { CondorError, hasCode } from '../../../shared/errors.ts';
import type { PromptPurpose } from '../../../shared/messages/ceremony.ts';
import type { HOLDING_CODES } from '../../../shared/messages/failure-codes.ts';
import type { PasskeyView } from '../../../shared/messages/snapshot.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import type { VaultEdit } from '../../../shared/vault/edits.ts';
import { type KeyringEntry, tombstoneKey } from '../../../shared/vault/payload.ts';
import { MAX_PASSKEYS, type RegistrationOptions } from '../../../shared/wire/vault.ts';
import type { Stored } from '../state/stored.ts';
import type { ProvisionalPasskey } from '../state/stored-keys.ts';
import type { SaveContext } from './change/save.ts';
import { CeremonyError, otherVault, ServiceError } from './home/errors.ts';
import { type Homes, homeOf } from './home/home.ts';
import type { Ceremonies } from './passkeys/ceremonies.ts';
import { localPublicKey } from './passkeys/local-key.ts';
import type { VaultSession } from './session.ts';

export class PasskeysError extends CondorError<
  (typeof HOLDING_CODES)[number] | 'too-many-passkeys'
> {}

/** How long a server keeps a passkey that no commit has confirmed (vault service, "Numbers"). */
const PROVISIONAL_MS = 600_000;

export type Passkeys = ReturnType<typeof createPasskeys>;

/** The passkeys that open the vault: listed, added, taken away, and asked for again. */
export function createPasskeys(deps: {
  session: VaultSession;
  homes: Homes;
  ceremonies: Ceremonies;
  /** The added passkey that is not confirmed yet. */
  provisional: Stored<ProvisionalPasskey>;
  clock: Clock;
  random: Random;
}) {
  const { session } = deps;
  const { unlocked } = session;

  /** A passkey that the server knows and no vault has confirmed yet: an attempt that broke off. */
  async function brokenOff(accountId: string): Promise<ProvisionalPasskey | undefined> {
    const begun = await deps.provisional.read();
    if (begun?.accountId !== accountId) return undefined;
    const { keyring, tombstones } = unlocked().payload;
    const { credentialId } = begun;
    const isConfirmed = keyring.some((entry) => entry.credentialId === credentialId);
    // Its commit arrived late, and the user has removed it since (vault rule 17).
    const isRemoved = tombstones.some(
      ({ kind, key }) => kind === 'passkey' && key === tombstoneKey(credentialId),
    );
    const isOver = deps.clock.now() - begun.at > PROVISIONAL_MS;
    return isConfirmed || isRemoved || isOver ? undefined : begun;
  }

  async function begin(context: SaveContext): Promise<ProvisionalPasskey> {
    const { ceremony, token, tenant, accountId } = context;
    const client = homeOf(deps.homes, tenant);
    const { challengeId, options } = await client.registrationOptions(token);
    if (options.rp.id !== tenant.rpId || options.user.id !== accountId) {
      throw new ServiceError('SERVER_CHANGED', 'The server asks for a passkey of another account.');
    }
    const purpose = 'create-another-passkey';
    const created = await ceremony.create({
      purpose,
      key: 'public',
      options: { ...options, excludeCredentials: excluded(options) },
    });
    const credentialId = created.credential.id;
    const added = await client.addPasskey(token, challengeId, created.credential);
    if (added.accountId !== accountId || added.credentialId !== credentialId) {
      throw new ServiceError('WRONG_IDS', 'The server answered about another account or passkey.');
    }
    const begun = {
      accountId,
      credentialId,
      aaguid: created.aaguid,
      at: deps.clock.now(),
      ...(created.publicKey === null ? {} : { pk: created.publicKey }),
    };
    await deps.provisional.write(begun);
    return begun;
  }

  /**
   * Returns every passkey of the vault, whatever the server names: an authenticator that holds one
   * would replace it with the new one.
   */
  function excluded({ excludeCredentials }: RegistrationOptions) {
    const { keyring } = unlocked().payload;
    const own = keyring.map(({ credentialId: id }) => ({ id, type: 'public-key' as const }));
    const others = excludeCredentials.filter(({ id }) => own.every((known) => known.id !== id));
    return [...own, ...others].slice(0, MAX_PASSKEYS);
  }

  /**
   * Registers a passkey, or takes up one that was, and reproduces its key: two equal values of `get`,
   * or of `create` and `get`. Public keys are compared: they are equal exactly when the values are.
   */
  async function register(context: SaveContext, name: string): Promise<VaultEdit[]> {
    const { random } = deps;
    const { ceremony, tenant, accountId } = context;
    const { credentialId, aaguid, pk } = (await brokenOff(accountId)) ?? (await begin(context));
    let expected = pk;
    for (let attempt = 1; attempt <= 2; attempt++) {
      const { publicKey: found } = await localPublicKey({
        ceremony,
        random,
        tenant,
        accountId,
        credentialIds: [credentialId],
        purpose: 'try-new-passkey',
      });
      if (found === expected) {
        const entry = { credentialId, pk: found, name, aaguid, addedAt: deps.clock.now() };
        return [{ kind: 'add-passkey', entry }];
      }
      // From here on only values that `get` returned count (vault rule 8).
      expected = found;
    }
    throw changingKey();
  }

  return {
    /** Those of the unlocked vault; empty while locked. */
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

    /** Adds a passkey: create, try it, then one prompt of a passkey that the account has already. */
    async add(name: string): Promise<void> {
      if (unlocked().payload.keyring.length >= MAX_PASSKEYS) {
        throw new PasskeysError('too-many-passkeys', 'The vault has no room for more passkeys.', {
          details: { most: MAX_PASSKEYS },
        });
      }
      await session
        .save({
          purpose: 'confirm-with-former-passkey',
          edits: (context) => register(context, name),
        })
        .catch(async (error: unknown) => {
          // The server has forgotten it: the next attempt begins anew.
          if (hasCode(error, 'UNKNOWN_PASSKEY')) await deps.provisional.clear();
          throw error;
        });
      await deps.provisional.clear();
    },

    /** Takes a passkey away. The root key changes with every save: it cannot open what follows. */
    async remove(credentialId: string): Promise<void> {
      const { passkey, payload } = unlocked();
      if (passkey.credentialId === credentialId) {
        throw new PasskeysError('passkey-in-use', 'The passkey has the vault open.');
      }
      if (!payload.keyring.some((entry) => entry.credentialId === credentialId)) {
        throw new PasskeysError('passkey-not-in-vault', 'The passkey is not in the vault.');
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
        throw new PasskeysError('no-removal', 'The server cannot remove passkeys.', {
          cause: error,
        });
      }
    },

    /**
     * Asks for a passkey of the vault again, before a secret is shown or written to a file. Needs no
     * server. Rejects when the assertion is of another vault.
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

function changingKey(): CeremonyError {
  return new CeremonyError('prf-differs', 'The passkey returns another key each time.');
}
