import { hasCode } from '../../../../shared/errors.ts';
import type { WarningCode } from '../../../../shared/messages/snapshot.ts';
import type { Random } from '../../../../shared/ports.ts';
import { VaultError } from '../../../../shared/vault/errors.ts';
import { ServiceError } from '../home/errors.ts';
import { isOnDevice } from '../home/home.ts';
import { type Ceremony, unlockKeyOf } from '../passkeys/ceremonies.ts';
import { localKey, type UnlockedPasskey, wipingOnFailure } from '../passkeys/local-key.ts';
import { askLogin, assertLogin, finishLogin } from '../passkeys/log-in.ts';
import type { DeviceVault } from '../record/keys.ts';
import type { HeldVault } from './held.ts';
import { cachedEnvelope } from './open.ts';
import { isRecordMismatch, type OtherVaults } from './other-vaults.ts';
import type { SyncStatus } from './sync-status.ts';
import type { VaultDeps } from './vault-deps.ts';

/**
 * Milliseconds that an unlock waits for the server's challenge before it uses its own challenge.
 */
export const CHALLENGE_WAIT_MS = 1500;

/**
 * Unlocks with one assertion (vault rule 10). This device's copy opens as soon as the assertion
 * returns the key. The same assertion then logs in, and the server's vault is compared in the
 * background. The server's answer can't prevent a passkey from opening the copy.
 */
export function createUnlock(
  deps: Pick<VaultDeps, 'homes' | 'record' | 'ceremonies' | 'random' | 'challengeWaitMs'> & {
    others: Pick<OtherVaults, 'dropRetired'>;
    held: HeldVault;
    sync: SyncStatus;
  },
) {
  const { held, sync } = deps;
  const client = deps.homes.server;
  /** True after an unlock that repaired wrong facts about the opened text. */
  let isRepaired = false;

  /** Deletes retired vaults. Called when the vault's home has opened for the first time. */
  function dropRetired(): void {
    // After a failure, the next unlock tries again.
    deps.others.dropRetired().catch(() => undefined);
  }

  async function unlockAlone(device: DeviceVault, ceremony: Ceremony): Promise<void> {
    const passkey = await keyOfCopy(device, { ceremony, random: deps.random });
    await wipingOnFailure(passkey, () => openCopy(held, device, passkey));
  }

  async function unlockAndLogIn(
    device: DeviceVault,
    ceremony: Ceremony,
    login: Awaited<ReturnType<typeof askLogin>>,
  ): Promise<void> {
    const { tenant, accountId } = device;
    const asserted = await assertLogin({
      ...login,
      ceremony,
      key: 'secret',
      accountId,
    });
    const { credential } = asserted;
    const passkey = { credentialId: credential.id, secretKey: unlockKeyOf(asserted) };
    const finish = () => finishLogin(client, login.challengeId, credential);
    const isStillOpen = () => {
      const state = held.state();
      return state.status === 'unlocked' && state.passkey === passkey;
    };

    await wipingOnFailure(passkey, async () => {
      try {
        await openCopy(held, device, passkey);
      } catch (error) {
        // A passkey that another device added opens only the server's newer vault.
        if (!(error instanceof VaultError)) throw error;
        ceremony.working('opening');
        const isCopyDamaged = hasCode(error, 'DAMAGED_COPY');
        try {
          const entry = { ...(await finish()), passkey };
          await held.adopt({ tenant, entry, known: device, isCopyDamaged, synced: true });
          held.setBearer(entry.bearer);
          dropRetired();
        } catch (cause) {
          // The server's refusal alone wouldn't explain that the copy is damaged.
          throw isCopyDamaged && isRefusal(cause) ? damagedCopy(cause) : cause;
        }
        return;
      }
      if (!isStillOpen()) return;
      sync.start(async (isCurrent) => {
        const { bearer, envelope } = await finish();
        if (!isCurrent() || !isStillOpen()) {
          // The wallet was locked in the meantime. If the server doesn't respond, the token
          // expires.
          client.revoke(bearer.token).catch(() => undefined);
          return;
        }
        held.setBearer(bearer);
        const entry = { accountId, passkey, envelope };
        await held.adopt({ tenant, entry, known: device, synced: true });
        dropRetired();
      });
    });
  }

  /**
   * Opens the text of a vault on this device. If only the stored facts contradict the text, repairs
   * the facts: they protect against other homes, and this vault has no other home.
   */
  async function openDeviceText(device: DeviceVault, passkey: UnlockedPasskey): Promise<void> {
    try {
      await openCopy(held, device, passkey);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (!isRecordMismatch(cause)) throw error;
      const { tenant, accountId } = device;
      const entry = { accountId, passkey, envelope: cachedEnvelope(device) };
      await held.adopt({ tenant, entry, known: undefined, synced: false });
      isRepaired = true;
    }
  }

  /** Opens the vault of this device. A commit may have stored a newer text after the lock. */
  async function unlockHere(ceremony: Ceremony): Promise<void> {
    const device = await deps.record.read();
    if (device === undefined) return;
    try {
      const passkey = await keyOfCopy(device, { ceremony, random: deps.random });
      await wipingOnFailure(passkey, () => openDeviceText(device, passkey));
    } catch (error) {
      if (!hasCode(error, 'DAMAGED_COPY')) throw error;
      // A text without a pointer may be this vault, so the user must not delete it.
      const isMisplaced = (await deps.record.others()).some(({ kind }) => kind === 'found');
      const code = isMisplaced ? 'MISPLACED_DEVICE_VAULT' : 'DAMAGED_DEVICE_VAULT';
      throw new VaultError(code, 'The vault of this device is damaged.', { cause: error });
    }
    sync.synced();
    dropRetired();
  }

  async function unlock(): Promise<void> {
    const state = held.state();
    if (state.status !== 'locked') return;
    isRepaired = false;
    const { device } = state;
    sync.reset();
    await deps.ceremonies.run(async (ceremony) => {
      if (isOnDevice(device.tenant)) {
        await unlockHere(ceremony);
        return;
      }
      const login = await within(deps.challengeWaitMs, askLogin(client, device.tenant)).catch(
        (failure: unknown) => ({ failure }),
      );
      if (!('failure' in login)) {
        await unlockAndLogIn(device, ceremony, login);
        return;
      }
      await unlockAlone(device, ceremony);
      sync.failed(login.failure);
    }, 'unlocked');
  }

  return {
    unlock,

    /**
     * Until the next lock, returns the warning about a stored vault that the last unlock repaired.
     */
    problem: (): WarningCode | undefined =>
      isRepaired && held.state().status === 'unlocked' ? 'vaultRecordRepaired' : undefined,
  };
}

/**
 * Opens this device's copy. Throws NO_WRAP or WRONG_KEY for a foreign passkey, and DAMAGED_COPY if
 * the vault can't be accepted for another reason.
 */
async function openCopy(
  held: HeldVault,
  device: DeviceVault,
  passkey: UnlockedPasskey,
): Promise<void> {
  const { tenant, accountId } = device;
  const entry = { accountId, passkey, envelope: cachedEnvelope(device) };
  try {
    await held.adopt({ tenant, entry, known: device, synced: false });
  } catch (error) {
    const isForeignKey = hasCode(error, 'NO_WRAP') || hasCode(error, 'WRONG_KEY');
    if (!(error instanceof VaultError) || isForeignKey) throw error;
    throw damagedCopy(error);
  }
}

/** Asks for a passkey of the copy, with a challenge of our own. */
async function keyOfCopy(
  device: DeviceVault,
  prompt: { ceremony: Ceremony; random: Random },
): Promise<UnlockedPasskey> {
  const { tenant, accountId } = device;
  const credentialIds = cachedEnvelope(device).wraps.map((wrap) => wrap.credentialId);
  return localKey({ ...prompt, tenant, accountId, credentialIds });
}

function damagedCopy(cause: unknown): VaultError {
  return new VaultError('DAMAGED_COPY', 'The stored copy of the vault is damaged.', { cause });
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError || error instanceof VaultError;
}

/** Rejects with UNREACHABLE when the server takes longer than `ms`. */
async function within<Result>(ms: number, answer: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ServiceError('UNREACHABLE'));
    }, ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
