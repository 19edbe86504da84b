import type { Clock } from '../../../../shared/ports.ts';
import { parseEnvelopeText } from '../../../../shared/vault/envelope-text.ts';
import type { Envelope, Tenant } from '../../../../shared/wire/vault.ts';
import type { Stored } from '../../kernel/stored.ts';
import type { DeviceVault } from '../record/keys.ts';
import type { Mutation } from './challenges.ts';
import { ServiceError } from './errors.ts';

/**
 * The accounts of this device's home: the account of the stored vault, and a new account until the
 * session adopts its first envelope.
 */
export function createDeviceAccounts(deps: {
  record: Stored<DeviceVault>;
  tenant: Tenant;
  clock: Clock;
}) {
  const { record } = deps;
  const created = new Map<string, string>();
  /** First envelopes of accounts that this device's vault hasn't adopted yet. */
  const drafts = new Map<string, string>();

  async function envelopeOf(accountId: string): Promise<Envelope> {
    const vault = await record.read();
    const text = vault?.accountId === accountId ? vault.envelopeText : drafts.get(accountId);
    const envelope = text === undefined ? undefined : parseEnvelopeText(text);
    if (envelope === undefined) throw noSession();
    return envelope;
  }

  async function passkeysOf(accountId: string): Promise<string[]> {
    return (await envelopeOf(accountId)).wraps.map(({ credentialId }) => credentialId);
  }

  return {
    envelopeOf,
    passkeysOf,

    /** Throws AUTH_REQUIRED unless the account's vault is on this device. */
    async ensureStored(accountId: string): Promise<void> {
      if ((await record.read())?.accountId !== accountId) throw noSession();
    },

    begin(accountId: string, credentialId: string): void {
      created.clear();
      created.set(accountId, credentialId);
    },

    /** Returns the passkeys that may sign a commit. A passkey can't sign its own removal. */
    async signersOf({ accountId, removed }: Mutation): Promise<string[]> {
      const known = created.get(accountId);
      const passkeys = known === undefined ? await passkeysOf(accountId) : [known];
      return passkeys.filter((id) => !removed.includes(id));
    },

    /**
     * Stores an envelope that fits its mutation. Throws REVISION_CONFLICT if another commit came
     * first.
     */
    async store(
      { accountId, digest, removed, revision }: Mutation,
      signer: string,
      { envelope, text }: { envelope: Envelope; text: string },
    ): Promise<void> {
      const wrapped = envelope.wraps.map(({ credentialId }) => credentialId);
      if (!wrapped.includes(signer)) {
        throw new ServiceError('SIGNING_PASSKEY_MISSING');
      }
      const vault = await record.read();
      if (vault?.accountId !== accountId) {
        // The first envelope of a new account, which the session is about to adopt.
        if (revision !== 0 || drafts.has(accountId)) throw conflict();
        drafts.clear();
        drafts.set(accountId, text);
        return;
      }
      if (vault.revision !== revision) throw conflict();
      const isKept = (id: string) => wrapped.includes(id) || removed.includes(id);
      if (!(await passkeysOf(accountId)).every(isKept)) {
        throw new ServiceError('KEEP_EXISTING_PASSKEYS');
      }
      created.delete(accountId);
      await record.write({
        tenant: deps.tenant,
        accountId,
        credentialId: signer,
        envelopeText: text,
        digest,
        revision: envelope.revision,
        syncedAt: deps.clock.now(),
      });
    },
  };
}

function conflict(): ServiceError {
  return new ServiceError('REVISION_CONFLICT');
}

export function noSession(): ServiceError {
  return new ServiceError('AUTH_REQUIRED');
}
