import { wipe } from '../../../../shared/bytes.ts';
import type { CeremonyOutcome } from '../../../../shared/messages/ceremony.ts';
import type { ConfigResponse, Tenant } from '../../../../shared/wire/vault.ts';
import { ServiceError } from '../home/errors.ts';
import { deviceOf } from '../home/home.ts';
import type { HeldVault } from '../open/held.ts';
import type { VaultDeps } from '../open/vault-deps.ts';
import type { Ceremony } from '../passkeys/ceremonies.ts';
import { type Entered, signIn } from '../passkeys/log-in.ts';
import { enrol, type VaultContent } from './enrol.ts';

/** The ways to a first vault. Each throws DEVICE_HAS_VAULT unless the device is empty. */
export function createFirstVault(
  deps: VaultDeps & { held: HeldVault; fetchTenant: () => Promise<ConfigResponse> },
) {
  const { held, record, fetchTenant } = deps;
  const { server: client } = deps.homes;

  /** A vault that enters an empty device skips the rollback checks: there is nothing to compare. */
  async function requireEmptyDevice(): Promise<void> {
    // Its mark would delete a vault that is created now.
    await deps.finishForgetting();
    if ((await record.read()) !== undefined) {
      throw new ServiceError('DEVICE_HAS_VAULT', 'This device holds a vault.');
    }
  }

  async function enter(
    tenant: Tenant,
    steps: (ceremony: Ceremony) => Promise<Entered>,
    outcome: CeremonyOutcome,
    onNotStored: (ceremony: Ceremony) => void = () => undefined,
  ): Promise<void> {
    await deps.ceremonies.run(async (ceremony) => {
      // Again: another window's ceremony may have filled the device since the first check.
      await requireEmptyDevice();
      const entry = await steps(ceremony);
      try {
        await held.adopt({ tenant, entry, known: undefined, synced: true });
      } catch (error) {
        wipe(entry.passkey.secretKey);
        // A lock in between may have left the vault on the device.
        const isStored = await record.read().then(
          (device) => device !== undefined,
          () => true,
        );
        if (!isStored) onNotStored(ceremony);
        throw error;
      }
      held.setBearer(entry.bearer);
    }, outcome);
  }

  return {
    requireEmptyDevice,

    /** Creates an account and its first vault. */
    async createAccount(): Promise<void> {
      await requireEmptyDevice();
      const { tenant, enrollmentEnabled } = await fetchTenant();
      if (!enrollmentEnabled) {
        throw new ServiceError('ENROLLMENT_DISABLED', 'The server takes no new accounts.');
      }
      const steps = (ceremony: Ceremony) =>
        enrol({ ...deps, client, tenant, ceremony, device: deps.deviceName() });
      await enter(tenant, steps, 'vault-ready');
    },

    /**
     * Creates a vault that lives on this device, with its first content. Needs no server. Throws
     * NO_DEVICE_VAULT where the browser can't have one.
     * @param content read once per sealing, because it holds secrets.
     */
    async createHere(content: () => VaultContent): Promise<void> {
      await requireEmptyDevice();
      const home = deviceOf(deps.homes);
      const { tenant } = await home.config();
      let created: string | undefined;
      const onCreated = (credentialId: string) => {
        created = credentialId;
      };
      // The passkey would be offered at every unlock and open nothing.
      const forgetCreated = (ceremony: Ceremony) => {
        if (created !== undefined) ceremony.forget({ rpId: tenant.rpId, credentialId: created });
      };
      const steps = async (ceremony: Ceremony) => {
        const device = deps.deviceName();
        try {
          return await enrol({
            ...deps,
            client: home,
            tenant,
            ceremony,
            content,
            device,
            onCreated,
          });
        } catch (error) {
          forgetCreated(ceremony);
          throw error;
        }
      };
      await enter(tenant, steps, 'vault-ready', forgetCreated);
    },

    /** Opens an account that this device doesn't hold yet. */
    async signIn(): Promise<void> {
      await requireEmptyDevice();
      const { tenant } = await fetchTenant();
      await enter(tenant, (ceremony) => signIn({ ...deps, client, tenant, ceremony }), 'signed-in');
    },
  };
}
