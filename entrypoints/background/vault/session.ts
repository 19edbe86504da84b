import { fromBase64url, toBase64url, wipe } from '../../../shared/bytes.ts';
import { CondorError, hasCode } from '../../../shared/errors.ts';
import { parseAs, parseJson } from '../../../shared/parse.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { applyEdit, type VaultEdit } from '../../../shared/vault/edits.ts';
import { sealEnvelope } from '../../../shared/vault/envelope.ts';
import { VaultError } from '../../../shared/vault/errors.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import { Envelope, type Tenant } from '../../../shared/wire/vault.ts';
import type { PublicPayload, Signer } from '../signer/signer.ts';
import { type Stored, UnreadableError } from '../state/stored.ts';
import type { DeviceVault, Unlock } from '../state/stored-keys.ts';
import {
  type BearerToken,
  type Entered,
  enrol,
  isServerAway,
  localKey,
  signIn,
} from './accounts.ts';
import type { AutoLock } from './auto-lock.ts';
import type { Ceremonies, Ceremony } from './ceremonies.ts';
import type { VaultClient } from './client.ts';
import { commitEnvelope } from './commit.ts';
import { ServiceError } from './errors.ts';
import { type OpenedVault, openVault, type UnlockedPasskey } from './open.ts';

export class LockedError extends CondorError<'locked'> {}

export type VaultState =
  | { readonly status: 'starting' }
  | { readonly status: 'empty' }
  | { readonly status: 'unreadable'; readonly reason: string }
  | { readonly status: 'locked'; readonly device: DeviceVault }
  | {
      readonly status: 'unlocked';
      readonly device: DeviceVault;
      readonly payload: PublicPayload;
      readonly passkey: UnlockedPasskey;
      /** Epoch milliseconds. */
      readonly deadline: number;
    };

/** Rounds of read, apply, commit when other devices commit meanwhile (vault rule 9). */
const MAX_ROUNDS = 3;
/** A token this close to its end is not used for a write any more. */
const TOKEN_MARGIN_MS = 60_000;

export type VaultSession = ReturnType<typeof createVaultSession>;

/** The vault's life on this device: empty, locked or unlocked, and every way between them. */
export function createVaultSession(deps: {
  client: VaultClient;
  ceremonies: Ceremonies;
  signer: Signer;
  autoLock: AutoLock;
  device: Stored<DeviceVault>;
  unlock: Stored<Unlock>;
  aead: Aead;
  clock: Clock;
  random: Random;
  deviceName: string;
  /** Makes requests to the vault host carry the tenant's origin. */
  setOrigin: (origin: string) => Promise<void>;
  autoLockMs: () => number;
  onChange: () => void;
  onLock: () => void;
}) {
  let state: VaultState = { status: 'starting' };
  let bearer: BearerToken | undefined;

  const become = (next: VaultState) => {
    state = next;
    deps.onChange();
  };

  const unlocked = () => {
    if (state.status !== 'unlocked') throw new LockedError('locked', 'The wallet is locked.');
    return state;
  };

  /** Opens a snapshot, keeps it as this device's newest, and unlocks. */
  async function adopt(options: {
    tenant: Tenant;
    entry: Omit<Entered, 'bearer'>;
    known: DeviceVault | undefined;
    deadline?: number;
    synced: boolean;
  }): Promise<void> {
    const { tenant, entry, known } = options;
    const sameAccount = known?.accountId === entry.accountId && known.tenant.id === tenant.id;
    const opened = await openVault({
      envelope: entry.envelope,
      accountId: entry.accountId,
      rpId: tenant.rpId,
      passkey: entry.passkey,
      memory: sameAccount ? known : undefined,
      aead: deps.aead,
      signer: deps.signer,
    });
    const device = deviceVault(
      tenant,
      entry.passkey.credentialId,
      opened,
      options.synced ? undefined : known,
    );
    const deadline = options.deadline ?? deps.clock.now() + deps.autoLockMs();
    await deps.device.write(device);
    await deps.unlock.write({
      unlockKey: toBase64url(entry.passkey.secretKey),
      credentialId: entry.passkey.credentialId,
      deadline,
    });
    await deps.autoLock.arm(deadline);
    become({
      status: 'unlocked',
      device,
      payload: opened.payload,
      passkey: entry.passkey,
      deadline,
    });
  }

  function deviceVault(
    tenant: Tenant,
    credentialId: string,
    opened: OpenedVault,
    keep: DeviceVault | undefined,
  ): DeviceVault {
    return {
      tenant,
      accountId: opened.envelope.accountId,
      credentialId,
      envelopeText: JSON.stringify(opened.envelope),
      digest: opened.digest,
      revision: opened.envelope.revision,
      syncedAt: keep?.syncedAt ?? deps.clock.now(),
    };
  }

  /** The registered origin is known only after the first answer; most serve under their own address. */
  async function fetchTenant(): Promise<{ tenant: Tenant; enrollmentEnabled: boolean }> {
    await deps.setOrigin(`https://${new URL(deps.client.baseUrl()).host}`);
    const config = await deps.client.config();
    await deps.setOrigin(config.tenant.origin);
    return config;
  }

  async function enter(
    tenant: Tenant,
    steps: (ceremony: Ceremony) => Promise<Entered>,
    done: string,
  ): Promise<void> {
    await deps.ceremonies.run(async (ceremony) => {
      const entry = await steps(ceremony);
      bearer = entry.bearer;
      await adopt({ tenant, entry, known: undefined, synced: true });
    }, done);
  }

  async function lock(): Promise<void> {
    if (state.status !== 'unlocked') return;
    const { device, passkey } = state;
    wipe(passkey.secretKey);
    deps.signer.lock();
    await deps.unlock.clear();
    await deps.autoLock.disarm();
    const { token } = bearer ?? {};
    bearer = undefined;
    become({ status: 'locked', device });
    deps.onLock();
    // The token dies within ten minutes anyway: a server that is away need not hear of it.
    if (token !== undefined) deps.client.revoke(token).catch(() => undefined);
  }

  /** A token that lasts long enough for a write; asks for a passkey only when there is none. */
  async function freshToken(ceremony: Ceremony, tenant: Tenant): Promise<string> {
    if (bearer !== undefined && bearer.expires - deps.clock.now() > TOKEN_MARGIN_MS) {
      return bearer.token;
    }
    const entry = await signIn({ ...deps, tenant, ceremony });
    bearer = entry.bearer;
    return entry.bearer.token;
  }

  /** One round of vault rule 9: read the newest, apply the edits, seal, commit, keep. */
  async function commitOnce(
    edits: readonly VaultEdit[],
    ceremony: Ceremony,
    title: string,
  ): Promise<void> {
    const { device, passkey, deadline } = unlocked();
    const { tenant, accountId } = device;
    const token = await freshToken(ceremony, tenant);
    const { envelope } = await deps.client.vault(token);
    const entry = { accountId, passkey, envelope };
    await adopt({ tenant, entry, known: device, deadline, synced: true });
    const current = unlocked();
    const edited = edits.reduce(applyEdit, current.payload);
    const sealed = await sealEnvelope({
      payload: deps.signer.withSecrets({
        ...edited,
        revision: current.payload.revision + 1,
        prevDigest: current.device.digest,
        createdAt: deps.clock.now(),
        device: deps.deviceName,
      }),
      rpId: tenant.rpId,
      aead: deps.aead,
      random: deps.random,
    });
    await commitEnvelope({ ...deps, token, tenant, sealed, ceremony, title });
    const committed = { accountId, passkey, envelope: sealed.envelope };
    await adopt({ tenant, entry: committed, known: current.device, deadline, synced: true });
  }

  return {
    state: () => state,

    /** Worker start: reads what is stored, and unlocks again within the auto-lock window. */
    async resume(): Promise<void> {
      let device: DeviceVault | undefined;
      try {
        device = await deps.device.read();
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        become({ status: 'unreadable', reason: error.message });
        return;
      }
      if (device === undefined) {
        become({ status: 'empty' });
        return;
      }
      await deps.setOrigin(device.tenant.origin);
      const unlock = await deps.unlock.read().catch(() => undefined);
      const secretKey = unlock === undefined ? undefined : fromBase64url(unlock.unlockKey);
      if (unlock === undefined || secretKey === undefined || unlock.deadline <= deps.clock.now()) {
        await deps.unlock.clear();
        become({ status: 'locked', device });
        return;
      }
      const passkey = { credentialId: unlock.credentialId, secretKey };
      const { tenant, accountId } = device;
      try {
        const entry = { accountId, passkey, envelope: cachedEnvelope(device) };
        await adopt({ tenant, entry, known: device, deadline: unlock.deadline, synced: false });
      } catch {
        // What the passkey cannot open any more needs the passkey itself: locked, nothing lost.
        await deps.unlock.clear();
        become({ status: 'locked', device });
      }
    },

    /** Asks the server who it is; nothing is stored. */
    checkServer: fetchTenant,

    async createAccount(): Promise<void> {
      const { tenant, enrollmentEnabled } = await fetchTenant();
      if (!enrollmentEnabled) {
        throw new ServiceError('ENROLLMENT_DISABLED', 'This server takes no new accounts.');
      }
      const steps = (ceremony: Ceremony) =>
        enrol({ ...deps, tenant, ceremony, device: deps.deviceName });
      await enter(tenant, steps, 'Your vault is ready.');
    },

    async signIn(): Promise<void> {
      const { tenant } = await fetchTenant();
      const steps = (ceremony: Ceremony) => signIn({ ...deps, tenant, ceremony });
      await enter(tenant, steps, 'Signed in.');
    },

    /** One assertion logs in and unlocks; with the server away, the cached snapshot opens. */
    async unlock(): Promise<void> {
      if (state.status !== 'locked') return;
      const { device } = state;
      const { tenant, accountId } = device;
      await deps.ceremonies.run(async (ceremony) => {
        try {
          const entry = await signIn({ ...deps, tenant, ceremony });
          if (entry.accountId !== accountId) {
            throw new ServiceError(
              'UNKNOWN_PASSKEY',
              'This passkey belongs to another vault than the one on this device.',
            );
          }
          bearer = entry.bearer;
          await adopt({ tenant, entry, known: device, synced: true });
        } catch (error) {
          if (!isServerAway(error)) throw error;
          const envelope = cachedEnvelope(device);
          const credentialIds = envelope.wraps.map((wrap) => wrap.credentialId);
          const passkey = await localKey({ ...deps, ceremony, tenant, accountId, credentialIds });
          await adopt({
            tenant,
            entry: { accountId, passkey, envelope },
            known: device,
            synced: false,
          });
        }
      }, 'Unlocked.');
    },

    lock,

    /** Saves edits with one passkey prompt; reads and applies again when another device was first. */
    async save(edits: readonly VaultEdit[], title: string): Promise<void> {
      unlocked();
      await deps.ceremonies.run(async (ceremony) => {
        for (let round = 1; ; round++) {
          try {
            await commitOnce(edits, ceremony, title);
            return;
          } catch (error) {
            if (!hasCode(error, 'REVISION_CONFLICT') || round === MAX_ROUNDS) throw error;
          }
        }
      }, 'Saved.');
    },

    /** Reads the newest snapshot when the session still allows it, without any prompt. */
    async sync(): Promise<void> {
      const { device, passkey, deadline } = unlocked();
      if (bearer === undefined || bearer.expires <= deps.clock.now()) return;
      const { envelope } = await deps.client.vault(bearer.token);
      const entry = { accountId: device.accountId, passkey, envelope };
      await adopt({ tenant: device.tenant, entry, known: device, deadline, synced: true });
    },

    async extendDeadline(): Promise<void> {
      const current = unlocked();
      const deadline = deps.clock.now() + deps.autoLockMs();
      await deps.unlock.write({
        unlockKey: toBase64url(current.passkey.secretKey),
        credentialId: current.passkey.credentialId,
        deadline,
      });
      await deps.autoLock.arm(deadline);
      become({ ...current, deadline });
    },

    /** Removes the vault from this device; the server's copy stays. */
    async forget(): Promise<void> {
      await lock();
      await deps.device.clear();
      become({ status: 'empty' });
    },
  };
}

/** The last snapshot as this device stored it. Throws CORRUPT_PAYLOAD when it is no envelope. */
function cachedEnvelope(device: DeviceVault): Envelope {
  const envelope = parseAs(Envelope, parseJson(device.envelopeText));
  if (envelope === undefined) {
    throw new VaultError('CORRUPT_PAYLOAD', 'The vault snapshot on this device is damaged.');
  }
  return envelope;
}
