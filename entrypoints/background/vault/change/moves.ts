import { fromBase64url, toBase64url } from '../../../../shared/bytes.ts';
import type { CeremonyOutcome } from '../../../../shared/messages/ceremony.ts';
import type { Random } from '../../../../shared/ports.ts';
import { deletionChallenge } from '../../../../shared/vault/mutation-challenge.ts';
import type { Tenant } from '../../../../shared/wire/vault.ts';
import { ServiceError } from '../home/errors.ts';
import { deviceOf, type Homes, isOnDevice, type VaultHome } from '../home/home.ts';
import type { Ceremony } from '../passkeys/ceremonies.ts';
import { wipingOnFailure } from '../passkeys/local-key.ts';
import type { Entered } from '../passkeys/log-in.ts';
import type { DeviceVault } from '../record/keys.ts';
import { ensureStored, inRounds } from './change.ts';
import type { ChangeDeps } from './change-deps.ts';
import { enrolAndOpen, type VaultContent } from './enrol.ts';
import { ensureOnDevice } from './join.ts';

interface Destination {
  readonly home: VaultHome;
  readonly tenant: Tenant;
}

export type Moves = ReturnType<typeof createMoves>;

/**
 * Moves the open vault to a new account, either in another home or on a server that no longer knows
 * the old account. The passkey is new, the content stays the same (vault rule 13). The device's
 * record changes only after the new vault was committed, read back and opened. An interruption
 * before that leaves the old vault unchanged, and the step can be repeated. The old vault is kept
 * until the new home has opened once.
 */
export function createMoves(deps: ChangeDeps) {
  const { held, homes, stages, tokens } = deps;

  function content(): VaultContent {
    const { payload } = held.unlocked();
    const { wallets, contacts, settings, tombstones } = payload;
    // Passkeys belong to the old account. The record of removed passkeys is kept, in case the user
    // joins this account again.
    return {
      wallets: deps.signer.walletsWithSecrets(wallets),
      contacts,
      settings,
      backups: deps.unsavedBackups.with(payload),
      tombstones,
    };
  }

  async function switchTo({ home, tenant }: Destination, entry: Entered): Promise<void> {
    await wipingOnFailure(entry.passkey, async () => {
      await ensureStored(home, entry.bearer.token, JSON.stringify(entry.envelope));
      held.unlocked();
      await held.adopt({ tenant, entry, known: undefined, synced: true, move: 'retires' });
    });
    held.setBearer(entry.bearer);
    await stages.forget();
  }

  async function enrolAndSwitch(ceremony: Ceremony, to: Destination): Promise<void> {
    const { home: client, tenant } = to;
    const others = await deps.record.others();
    const formers = others.flatMap((other) => (other.kind === 'former' ? [other.vault] : []));
    // An honest server never names an account of this device, even an account of another home.
    const knownAccounts = [held.unlocked().device, ...formers].map(({ accountId }) => accountId);
    const device = deps.deviceName();
    await enrolAndOpen(
      { ...deps, client, tenant, ceremony, content, device, knownAccounts },
      (entry) => switchTo(to, entry),
    );
  }

  /** Runs a move to a server. If it fails, requests have the old server's origin again. */
  async function toServer(outcome: CeremonyOutcome): Promise<void> {
    await deps.record.ensureRoom();
    await deps.sync.ended();
    const { tenant: former } = held.unlocked().device;
    try {
      const { tenant, enrollmentEnabled } = await deps.fetchTenant();
      if (!enrollmentEnabled) {
        throw new ServiceError('ENROLLMENT_DISABLED');
      }
      await deps.ceremonies.run(
        (ceremony) => enrolAndSwitch(ceremony, { home: homes.server, tenant }),
        outcome,
      );
    } catch (error) {
      if (!isOnDevice(former)) await deps.setOrigin(former.origin);
      throw error;
    }
  }

  /** Fetches other devices' changes, which the move would otherwise lose. */
  async function takeNewest(ceremony: Ceremony): Promise<void> {
    if (stages.unknown() !== undefined) {
      throw new ServiceError('FORMER_SAVE_UNKNOWN');
    }
    await inRounds(tokens, async () => deps.newest.take(await tokens.fresh(ceremony)));
  }

  return {
    /** Creates a new account with the content of the open vault on the same server. */
    registerAgain: () => toServer('registeredAgain'),

    /** Moves this device's vault to a server. Throws DEVICE_HAS_VAULT for a server's vault. */
    async connect(): Promise<void> {
      ensureOnDevice(held);
      await toServer('connected');
    },

    /**
     * Moves a server's vault to this device, and deletes the account if the user wants that.
     * Returns whether the server confirmed the deletion.
     * @param options.isServerLost uses this device's copy without reading the server's vault.
     */
    async leave(options: {
      isServerLost: boolean;
      deletesAccount: boolean;
    }): Promise<{ isDeleted: boolean }> {
      await deps.record.ensureRoom();
      await deps.sync.ended();
      const home = deviceOf(homes);
      if (isOnDevice(held.unlocked().device.tenant)) {
        throw new ServiceError('DEVICE_HAS_VAULT');
      }
      const { tenant } = await home.config();
      let isDeleted = false;
      await deps.ceremonies.run(async (ceremony) => {
        if (!options.isServerLost) await takeNewest(ceremony);
        const { device } = held.unlocked();
        const token = tokens.current();
        await enrolAndSwitch(ceremony, { home, tenant });
        if (options.deletesAccount && token !== undefined) {
          // The vault has already moved. A server that refuses only keeps its own copy.
          isDeleted = await deleteAccount({ ...deps, ceremony, token, device }).catch(() => false);
        }
      }, 'leftServer');
      deps.sync.synced();
      return { isDeleted };
    },
  };
}

/**
 * Deletes an account on its server with one assertion over the deletion's challenge. Returns true
 * when the server confirms it. Throws WRONG_CHALLENGE for a challenge that isn't this deletion's.
 */
async function deleteAccount(options: {
  homes: Homes;
  ceremony: Ceremony;
  random: Random;
  token: string;
  device: DeviceVault;
}): Promise<boolean> {
  const { ceremony, device, token } = options;
  const { server } = options.homes;
  const { accountId, revision, tenant } = device;
  const operationId = toBase64url(options.random.bytes(32));
  const { challengeId, options: asked } = await server.deletionOptions(token, {
    revision,
    operationId,
  });
  const bytes = (text: string) => fromBase64url(text) ?? new Uint8Array();
  const challenge = deletionChallenge({
    tenantId: tenant.id,
    accountId: bytes(accountId),
    challengeId: bytes(challengeId),
    revision,
    operationId: bytes(operationId),
  });
  if (toBase64url(challenge) !== asked.challenge || asked.rpId !== tenant.rpId) {
    throw new ServiceError('WRONG_CHALLENGE');
  }
  const { credential } = await ceremony.get({
    purpose: 'confirm-account-deletion',
    key: 'none',
    options: asked,
    accountId,
  });
  ceremony.working('saving');
  const { deleted } = await server.deleteAccount(token, { challengeId, credential });
  return deleted;
}
