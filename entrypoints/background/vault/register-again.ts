import { wipe } from '../../../shared/bytes.ts';
import type { Tenant } from '../../../shared/wire/vault.ts';
import { type Entered, enrol, type VaultContent } from './accounts.ts';
import type { ChangeDeps } from './change-deps.ts';
import { ServiceError } from './errors.ts';

/**
 * Moves the open vault to a new account of its server, for a server that no longer knows the account:
 * a new passkey, the same content. The device's record changes only after the new vault was committed,
 * read back and opened. Until then an interruption leaves the old copy as it was.
 */
export function createRegisterAgain(
  deps: ChangeDeps & {
    setOrigin: (origin: string) => Promise<void>;
    fetchTenant: () => Promise<{ tenant: Tenant; enrollmentEnabled: boolean }>;
  },
): () => Promise<void> {
  const { held } = deps;
  const client = deps.homes.server;

  function content(): VaultContent {
    const { payload } = held.unlocked();
    const { wallets, contacts, settings, tombstones } = deps.signer.withSecrets(payload);
    // Passkeys belong to the old account.
    const kept = tombstones.filter(({ kind }) => kind !== 'passkey');
    return { wallets, contacts, settings, tombstones: kept };
  }

  /** Throws WRONG_RECEIPT unless the server returns the new vault as it was committed. */
  async function requireStored({ bearer, envelope }: Entered): Promise<void> {
    const stored = await client.vault(bearer.token);
    if (JSON.stringify(stored.envelope) !== JSON.stringify(envelope)) {
      throw new ServiceError(
        'WRONG_RECEIPT',
        'The server returned another vault than was committed.',
      );
    }
  }

  async function switchTo(tenant: Tenant, entry: Entered, onSwitch: () => void): Promise<void> {
    try {
      await requireStored(entry);
      held.unlocked();
      onSwitch();
      await held.adopt({ tenant, entry, known: undefined, synced: true, isMove: true });
    } catch (error) {
      wipe(entry.passkey.secretKey);
      throw error;
    }
    held.setBearer(entry.bearer);
  }

  return async () => {
    await deps.sync.ended();
    const { tenant: former } = held.unlocked().device;
    try {
      const { tenant, enrollmentEnabled } = await deps.fetchTenant();
      if (!enrollmentEnabled) {
        throw new ServiceError('ENROLLMENT_DISABLED', 'The server takes no new accounts.');
      }
      await deps.ceremonies.run(async (ceremony) => {
        let created: string | undefined;
        try {
          const entry = await enrol({
            ...deps,
            client,
            tenant,
            ceremony,
            content,
            device: deps.deviceName(),
            onCreated: (credentialId) => {
              created = credentialId;
            },
          });
          // A lock during the switch may leave the new vault on the device: its passkey must stay.
          await switchTo(tenant, entry, () => {
            created = undefined;
          });
        } catch (error) {
          // The passkey would be offered at the next unlock and open nothing on this device.
          if (created !== undefined) {
            ceremony.forget({ rpId: tenant.rpId, credentialId: created });
          }
          throw error;
        }
      }, 'registered-again');
    } catch (error) {
      await deps.setOrigin(former.origin);
      throw error;
    }
  };
}
