import { wipe } from '../../../../shared/bytes.ts';
import { hasCode } from '../../../../shared/errors.ts';
import type { Divergence } from '../../../../shared/messages/sync.ts';
import type { PublicPayload } from '../../../../shared/vault/payload.ts';
import { withDeletions, withRemovals } from '../../../../shared/vault/removals.ts';
import type { Envelope, Tenant } from '../../../../shared/wire/vault.ts';
import { ServiceError } from '../home/errors.ts';
import { isOnDevice } from '../home/home.ts';
import type { HeldVault } from '../open/held.ts';
import { differenceTo, isVerified } from '../open/offered.ts';
import { type OpenedVault, openVault } from '../open/open.ts';
import type { Ceremony } from '../passkeys/ceremonies.ts';
import { type UnlockedPasskey, wipingOnFailure } from '../passkeys/local-key.ts';
import { type BearerToken, renewSession, signIn } from '../passkeys/log-in.ts';
import { change, ensureStored } from './change.ts';
import type { ChangeDeps } from './change-deps.ts';
import { mergeOf } from './following.ts';
import { type MergeConsent, withUnremovable } from './merge.ts';

/** A server's vault that the user signed in to, into which this device's vault can be merged. */
interface Offer extends Entry {
  readonly divergence: Divergence;
  /** Keys of passkeys that were removed from the account, as far as this device knows. */
  readonly removed: readonly string[];
}

interface Entry {
  readonly tenant: Tenant;
  readonly accountId: string;
  readonly passkey: UnlockedPasskey;
  readonly bearer: BearerToken;
}

export type Join = ReturnType<typeof createJoin>;

/**
 * Signs in on a server while a vault of this device is open, shows the items that only this device
 * has, and merges them into the server's vault if the user agrees (vault rules 12 and 13). The
 * vault of this device stays unchanged until the merged vault was committed, read back and opened.
 */
export function createJoin(deps: ChangeDeps) {
  const { held, homes, signer } = deps;
  const { server } = homes;
  let offer: Offer | undefined;

  function drop(): void {
    wipe(offer?.passkey.secretKey);
    offer = undefined;
    deps.onChange();
  }

  /**
   * Returns the open vault without its passkeys, because the extension's passkeys open nothing on a
   * server. Removed passkeys stay removed.
   */
  function own(removed: readonly string[]): PublicPayload {
    const { payload } = ensureOnDevice(held);
    const content = { ...payload, backups: deps.unsavedBackups.with(payload), keyring: [] };
    return withDeletions(content, removed);
  }

  async function offerOf(opened: OpenedVault, entered: Entry): Promise<Offer> {
    const removed = await deps.record.seenRemovals(opened.payload.accountId);
    const content = own(removed);
    const offered = withOwnRemovals(opened, content);
    // An account that this device never opened has no known epoch.
    const epochMark = await deps.record.seenEpoch(opened.payload.accountId);
    const isKnown = epochMark === undefined || isVerified({ epochMark }, opened.payload);
    const difference = differenceTo({ content, offered, isVerified: isKnown, signer });
    // A passkey can't sign its own removal.
    const { credentialId } = entered.passkey;
    const signedIn = difference.returning.filter(
      (item) => item.kind === 'passkey' && item.credentialId === credentialId,
    );
    return { ...entered, removed, divergence: { ...difference, unremovable: signedIn } };
  }

  async function commitMerged(
    ceremony: Ceremony,
    { offered, to, token }: { offered: OpenedVault; to: Offer; token: string },
    readmitted: readonly string[],
  ): Promise<Envelope> {
    const { divergence, passkey, tenant } = to;
    const known = own(to.removed);
    const merge = mergeOf(deps, {
      known,
      offered: withOwnRemovals(offered, known),
      isVerified: divergence.isVerified,
      isFork: true,
      of: 'offered',
      consent: { readmitted },
    });
    const { credentialId } = passkey;
    const isReturning = merge.wraps?.returning?.includes(credentialId) === true;
    if (isReturning && !readmitted.includes(credentialId)) {
      throw new ServiceError('REMOVAL_REFUSED');
    }
    const sealed = await change(
      { ...deps, client: server, token, tenant, ceremony, stages: undefined },
      merge,
    );
    await ensureStored(server, token, sealed.text);
    return sealed.envelope;
  }

  async function tokenOf(ceremony: Ceremony, to: Offer): Promise<BearerToken> {
    if (to.bearer.expires > deps.clock.now() + 60_000) return to.bearer;
    const { tenant, accountId } = to;
    return renewSession({ ...deps, client: server, tenant, ceremony, accountId });
  }

  async function mergeInto(
    ceremony: Ceremony,
    to: Offer,
    readmitted: readonly string[],
  ): Promise<void> {
    const bearer = await tokenOf(ceremony, to);
    const { tenant, accountId, passkey } = to;
    const { envelope } = await server.vault(bearer.token);
    const rpId = tenant.rpId;
    const offered = await openVault({ ...deps, envelope, accountId, rpId, passkey });
    if (offered.digest !== to.divergence.offeredDigest) {
      offer = await offerOf(offered, { ...to, bearer });
      deps.onChange();
      throw new ServiceError('OFFER_CHANGED');
    }
    const { deleting, missing, returning, isVerified: isKnown } = to.divergence;
    const isContained = isKnown && missing.length === 0 && returning.length === 0;
    const { token } = bearer;
    const merged = isContained
      ? envelope
      : await commitMerged(ceremony, { offered, to, token }, readmitted).catch((error: unknown) => {
          if (hasCode(error, 'REMOVAL_REFUSED')) {
            offer = { ...to, bearer, divergence: withUnremovable(to.divergence, readmitted) };
            deps.onChange();
          }
          throw error;
        });
    held.unlocked();
    const entry = { accountId, passkey, envelope: merged };
    // The user may want to restore deleted items, which only this device's vault still has.
    const move = deleting.length === 0 ? 'retires' : 'keeps';
    await held.adopt({ tenant, entry, known: undefined, synced: true, move });
    // The open vault owns the passkey's key now.
    offer = undefined;
    held.setBearer(bearer);
    await deps.stages.forget();
  }

  return {
    /** Returns the items that only this device has; undefined without a sign-in. */
    offer: (): Divergence | undefined => offer?.divergence,

    /** Signs in and compares the vaults, without saving. */
    async begin(): Promise<void> {
      ensureOnDevice(held);
      await deps.record.ensureRoom();
      const { tenant } = await deps.fetchTenant();
      await deps.ceremonies.run(async (ceremony) => {
        const entry = await signIn({ ...deps, client: server, tenant, ceremony });
        const { accountId, bearer, envelope, passkey } = entry;
        await wipingOnFailure(passkey, async () => {
          const { rpId } = tenant;
          const offered = await openVault({ ...deps, envelope, accountId, rpId, passkey });
          const next = await offerOf(offered, { tenant, accountId, passkey, bearer });
          drop();
          offer = next;
        });
        deps.onChange();
      }, 'signedIn');
    },

    /** Merges if the shown vault is still the vault that the user agreed to. */
    async confirm({ offeredDigest, readmitted }: MergeConsent): Promise<void> {
      const to = offer;
      if (to === undefined || to.divergence.offeredDigest !== offeredDigest) {
        throw new ServiceError('OFFER_CHANGED');
      }
      await deps.ceremonies.run((ceremony) => mergeInto(ceremony, to, readmitted), 'connected');
    },

    /** Forgets the sign-in when the user stays on this device or the wallet is locked. */
    drop,
  };
}

/**
 * Returns the state of the open vault. Throws DEVICE_HAS_VAULT if the vault belongs to a server.
 */
export function ensureOnDevice(held: HeldVault) {
  const state = held.unlocked();
  if (!isOnDevice(state.device.tenant)) {
    throw new ServiceError('DEVICE_HAS_VAULT');
  }
  return state;
}

/** Adds this device's record of removals. An unknown account could claim any times. */
function withOwnRemovals({ payload, ...offered }: OpenedVault, known: PublicPayload): OpenedVault {
  return { ...offered, payload: { ...payload, keyring: withRemovals(known, payload.keyring) } };
}
