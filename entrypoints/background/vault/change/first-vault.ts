import type { CeremonyOutcome } from '../../../../shared/messages/ceremony.ts';
import type { ConfigResponse, Tenant } from '../../../../shared/wire/vault.ts';
import { ServiceError } from '../home/errors.ts';
import { deviceOf } from '../home/home.ts';
import type { HeldVault } from '../open/held.ts';
import type { VaultDeps } from '../open/vault-deps.ts';
import type { Ceremony } from '../passkeys/ceremonies.ts';
import { wipingOnFailure } from '../passkeys/local-key.ts';
import { type Entered, signIn } from '../passkeys/log-in.ts';
import { enrol, enrolAndOpen, type VaultContent } from './enrol.ts';

/** The ways to a first vault. Each throws DEVICE_HAS_VAULT if this device already has a vault. */
export function createFirstVault(
  deps: VaultDeps & { held: HeldVault; fetchTenant: () => Promise<ConfigResponse> },
) {
  const { held, record, fetchTenant } = deps;
  const { server: client } = deps.homes;

  /** A first vault skips the rollback checks, so the device must have no other vault. */
  async function ensureEmptyDevice(): Promise<void> {
    // An unfinished deletion would delete the new vault at the next start.
    await deps.finishForgetting();
    if ((await record.read()) !== undefined) {
      throw new ServiceError('DEVICE_HAS_VAULT');
    }
  }

  const enter = (
    steps: (ceremony: Ceremony) => Promise<void>,
    outcome: CeremonyOutcome,
  ): Promise<void> =>
    deps.ceremonies.run(async (ceremony) => {
      // Checked again, because another window may have stored a vault.
      await ensureEmptyDevice();
      await steps(ceremony);
    }, outcome);

  async function open(tenant: Tenant, entry: Entered): Promise<void> {
    await wipingOnFailure(entry.passkey, () =>
      held.adopt({ tenant, entry, known: undefined, synced: true }),
    );
    held.setBearer(entry.bearer);
  }

  return {
    ensureEmptyDevice,

    async createAccount(): Promise<void> {
      await ensureEmptyDevice();
      const { tenant, enrollmentEnabled } = await fetchTenant();
      if (!enrollmentEnabled) {
        throw new ServiceError('ENROLLMENT_DISABLED');
      }
      await enter(async (ceremony) => {
        const device = deps.deviceName();
        await open(tenant, await enrol({ ...deps, client, tenant, ceremony, device }));
      }, 'vaultReady');
    },

    /**
     * Creates a vault on this device with its first content, without a server. Throws
     * NO_DEVICE_VAULT if the browser doesn't support it.
     * @param content read once per sealing, because it contains secrets.
     */
    async createHere(content: () => VaultContent): Promise<void> {
      await ensureEmptyDevice();
      const home = deviceOf(deps.homes);
      const { tenant } = await home.config();
      await enter((ceremony) => {
        const device = deps.deviceName();
        const enrolment = { ...deps, client: home, tenant, ceremony, content, device };
        return enrolAndOpen(enrolment, (entry) => open(tenant, entry));
      }, 'vaultReady');
    },

    /** Opens an account that isn't on this device yet. */
    async signIn(): Promise<void> {
      await ensureEmptyDevice();
      const { tenant } = await fetchTenant();
      await enter(
        async (ceremony) => open(tenant, await signIn({ ...deps, client, tenant, ceremony })),
        'signedIn',
      );
    },
  };
}
