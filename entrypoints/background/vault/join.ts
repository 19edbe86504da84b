import { wipe } from '../../../shared/bytes.ts';
import type { Divergence } from '../../../shared/messages/sync.ts';
import { compareBranches, mergeBranches } from '../../../shared/vault/branches.ts';
import { type SealedEnvelope, sealEnvelope } from '../../../shared/vault/envelope.ts';
import type { PublicPayload } from '../../../shared/vault/payload.ts';
import type { Tenant } from '../../../shared/wire/vault.ts';
import { type BearerToken, renewSession, signIn } from './accounts.ts';
import type { Ceremony } from './ceremonies.ts';
import type { CommitDeps } from './change-deps.ts';
import { commitEnvelope } from './commit.ts';
import { ServiceError } from './errors.ts';
import { isOnDevice } from './home.ts';
import { type OpenedVault, openVault, type UnlockedPasskey } from './open.ts';
import { viewOf } from './successor.ts';

/** A server's vault that the user has signed in to, and may merge this device's vault into. */
interface Offer {
  readonly tenant: Tenant;
  readonly accountId: string;
  readonly passkey: UnlockedPasskey;
  readonly bearer: BearerToken;
  readonly divergence: Divergence;
}

export type Join = ReturnType<typeof createJoin>;

/**
 * Signs in on a server while a vault of this device is open, shows what only this device has, and
 * merges it into the server's vault with the user's consent (vault rules 12 and 13). The vault of this
 * device stays as it is until the merged one was committed, read back and opened.
 */
export function createJoin(
  deps: CommitDeps & {
    fetchTenant: () => Promise<{ tenant: Tenant }>;
    onChange: () => void;
  },
) {
  const { held, homes, signer } = deps;
  const { server } = homes;
  let offer: Offer | undefined;

  function drop(): void {
    wipe(offer?.passkey.secretKey);
    offer = undefined;
    deps.onChange();
  }

  /** The open vault without its passkeys: those of the extension open nothing on a server. */
  function own(): PublicPayload {
    const { device, payload } = held.unlocked();
    if (!isOnDevice(device.tenant)) {
      throw new ServiceError('DEVICE_HAS_VAULT', 'The vault is on a server already.');
    }
    const tombstones = payload.tombstones.filter(({ kind }) => kind !== 'passkey');
    return { ...payload, keyring: [], tombstones };
  }

  function differenceTo({ payload, digest }: OpenedVault): Divergence {
    const known = own();
    return {
      here: viewOf(known),
      offered: viewOf(payload),
      offeredDigest: digest,
      ...compareBranches(known, payload),
    };
  }

  async function sealMerged(offered: OpenedVault, { tenant, passkey }: Offer) {
    const at = deps.clock.now();
    const content = signer.loadBeside(offered.payload);
    try {
      const keep = [passkey.credentialId];
      const merged = mergeBranches(own(), content, { isFork: true, at, keep });
      return await sealEnvelope({
        payload: signer.withSecrets({
          ...merged,
          revision: offered.payload.revision + 1,
          prevDigest: offered.digest,
          createdAt: at,
          device: deps.deviceName(),
        }),
        rpId: tenant.rpId,
        aead: deps.aead,
        random: deps.random,
      });
    } finally {
      signer.dropBeside();
    }
  }

  async function commit(ceremony: Ceremony, token: string, sealed: SealedEnvelope, to: Offer) {
    const { tenant } = to;
    const purpose = 'confirm-merge' as const;
    await commitEnvelope({ ...deps, client: server, token, tenant, sealed, ceremony, purpose });
    const { envelope } = await server.vault(token);
    if (JSON.stringify(envelope) !== sealed.text) {
      throw new ServiceError('WRONG_RECEIPT', 'The server returned another vault than was sent.');
    }
  }

  async function tokenOf(ceremony: Ceremony, to: Offer): Promise<BearerToken> {
    if (to.bearer.expires > deps.clock.now() + 60_000) return to.bearer;
    const { tenant, accountId } = to;
    return renewSession({ ...deps, client: server, tenant, ceremony, accountId });
  }

  async function mergeInto(ceremony: Ceremony, to: Offer): Promise<void> {
    const bearer = await tokenOf(ceremony, to);
    const { tenant, accountId, passkey } = to;
    const { envelope } = await server.vault(bearer.token);
    const rpId = tenant.rpId;
    const offered = await openVault({ ...deps, envelope, accountId, rpId, passkey });
    if (offered.digest !== to.divergence.offeredDigest) {
      offer = { ...to, bearer, divergence: differenceTo(offered) };
      deps.onChange();
      throw new ServiceError('OFFER_CHANGED', 'The offered vault has changed.');
    }
    const { missing, returning } = to.divergence;
    const isContained = missing.length === 0 && returning.length === 0;
    const sealed = isContained ? undefined : await sealMerged(offered, to);
    if (sealed !== undefined) await commit(ceremony, bearer.token, sealed, to);
    held.unlocked();
    const entry = { accountId, passkey, envelope: sealed?.envelope ?? envelope };
    await held.adopt({ tenant, entry, known: undefined, synced: true, isMove: true });
    // The open vault holds the passkey's key now.
    offer = undefined;
    held.setBearer(bearer);
    await deps.pending.forget();
  }

  return {
    /** Returns the items that only this device has, compared with the server's vault. */
    offer: (): Divergence | undefined => offer?.divergence,

    /** Signs in and compares. Nothing is saved. */
    async begin(): Promise<void> {
      own();
      const { tenant } = await deps.fetchTenant();
      await deps.ceremonies.run(async (ceremony) => {
        const entry = await signIn({ ...deps, client: server, tenant, ceremony });
        const { accountId, bearer, envelope, passkey } = entry;
        try {
          const { rpId } = tenant;
          const offered = await openVault({ ...deps, envelope, accountId, rpId, passkey });
          const divergence = differenceTo(offered);
          drop();
          offer = { tenant, accountId, passkey, bearer, divergence };
        } catch (error) {
          wipe(passkey.secretKey);
          throw error;
        }
        deps.onChange();
      }, 'signed-in');
    },

    /** Merges with the user's consent, which counts for the vault that was shown only. */
    async confirm(offeredDigest: string): Promise<void> {
      const to = offer;
      if (to === undefined || to.divergence.offeredDigest !== offeredDigest) {
        throw new ServiceError('OFFER_CHANGED', 'The offered vault has changed.');
      }
      await deps.ceremonies.run((ceremony) => mergeInto(ceremony, to), 'connected');
    },

    /** Forgets the sign-in: the user stays on this device, or the wallet was locked. */
    drop,
  };
}
