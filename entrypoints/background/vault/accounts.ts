import { x25519 } from '@noble/curves/ed25519.js';
import { i18n } from '#i18n';
import { toBase64url, wipe } from '../../../shared/bytes.ts';
import { hasCode } from '../../../shared/errors.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { type SealedEnvelope, sealEnvelope } from '../../../shared/vault/envelope.ts';
import { VaultError } from '../../../shared/vault/errors.ts';
import type { VaultPayload } from '../../../shared/vault/payload.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import type { Envelope, Tenant } from '../../../shared/wire/vault.ts';
import { type Ceremony, unlockKeyOf } from './ceremonies.ts';
import type { VaultClient } from './client.ts';
import { commitEnvelope, UntestedWrapError } from './commit.ts';
import { CeremonyError, ServiceError } from './errors.ts';
import type { UnlockedPasskey } from './open.ts';

export interface BearerToken {
  readonly token: string;
  /** Epoch milliseconds. */
  readonly expires: number;
}

/** A passkey that has just opened an account, with the snapshot that the server holds for it. */
export interface Entered {
  readonly accountId: string;
  readonly passkey: UnlockedPasskey;
  readonly envelope: Envelope;
  readonly bearer: BearerToken;
}

interface EntryDeps {
  readonly client: VaultClient;
  readonly tenant: Tenant;
  readonly ceremony: Ceremony;
  readonly random: Random;
}

/**
 * New account: create, reproduce the PRF value with the assertion that commits revision 1, commit.
 * Two prompts where `create` gives a PRF value, three where only `get` does (vault rule 8).
 */
export async function enrol(
  deps: EntryDeps & { aead: Aead; clock: Clock; device: string },
): Promise<Entered> {
  const { client, ceremony, tenant, random } = deps;
  const registration = await client.registrationOptions();
  if (registration.options.rp.id !== tenant.rpId) throw serverChanged();
  const created = await ceremony.create({
    title: i18n.t('vault.createAPasskeyForYour'),
    options: registration.options,
  });
  const registered = await client.register(registration.challengeId, created.credential);
  const { accountId, credentialId } = registered;
  let secretKey =
    created.unlockKey === null
      ? await probeKey({ ...deps, accountId, credentialId })
      : unlockKeyOf(created);
  for (let round = 1; ; round++) {
    const payload = firstPayload({
      ...deps,
      accountId,
      credentialId,
      secretKey,
      aaguid: created.aaguid,
    });
    const sealed = await sealEnvelope({ payload, rpId: tenant.rpId, aead: deps.aead, random });
    try {
      await commitEnvelope({
        ...deps,
        token: registered.token,
        sealed,
        title: i18n.t('vault.confirmWithTheNewPasskey'),
        expectedKey: secretKey,
      });
      return entered(accountId, { credentialId, secretKey }, sealed, registered);
    } catch (error) {
      // Some authenticators give another value at `create`: what `get` gives twice is the one to use.
      if (!(error instanceof UntestedWrapError)) throw error;
      wipe(secretKey);
      if (round === 2) {
        throw new CeremonyError('prf-differs', i18n.t('vault.thisPasskeyProviderGivesAnother'));
      }
      secretKey = error.unlockKey;
    }
  }
}

/**
 * Returning user: one discoverable assertion logs in and unlocks.
 * @param deps.onKey gets the passkey before the server is asked about it.
 */
export async function signIn(
  deps: EntryDeps & { onKey?: (passkey: UnlockedPasskey) => void },
): Promise<Entered> {
  const { client, ceremony } = deps;
  const { challengeId, options } = await client.authenticationOptions();
  if (options.rpId !== deps.tenant.rpId) throw serverChanged();
  const asserted = await ceremony.get({ title: i18n.t('vault.signInWithYourPasskey'), options });
  const secretKey = unlockKeyOf(asserted);
  deps.onKey?.({ credentialId: asserted.credential.id, secretKey });
  ceremony.working(i18n.t('vault.openingYourVault'));
  const session = await client.authenticate(challengeId, asserted.credential);
  return {
    accountId: session.accountId,
    passkey: { credentialId: asserted.credential.id, secretKey },
    envelope: session.envelope,
    bearer: { token: session.token, expires: session.expires },
  };
}

/** Offline: a local assertion with a challenge of our own; nothing is sent (vault rule 10). */
export async function localKey(deps: {
  ceremony: Ceremony;
  random: Random;
  tenant: Tenant;
  accountId: string;
  credentialIds: readonly string[];
  title?: string;
}): Promise<UnlockedPasskey> {
  const asserted = await deps.ceremony.get({
    title: deps.title ?? i18n.t('vault.unlockWithYourPasskey'),
    accountId: deps.accountId,
    options: {
      challenge: toBase64url(deps.random.bytes(32)),
      rpId: deps.tenant.rpId,
      userVerification: 'required',
      timeout: 60_000,
      allowCredentials: deps.credentialIds.map((id) => ({ id, type: 'public-key' as const })),
    },
  });
  return { credentialId: asserted.credential.id, secretKey: unlockKeyOf(asserted) };
}

async function probeKey(
  deps: EntryDeps & { accountId: string; credentialId: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const { secretKey } = await localKey({ ...deps, credentialIds: [deps.credentialId] });
  return Uint8Array.from(secretKey);
}

function firstPayload(options: {
  accountId: string;
  credentialId: string;
  secretKey: Uint8Array;
  aaguid: string;
  clock: Clock;
  device: string;
}): VaultPayload {
  const now = options.clock.now();
  return {
    schema: 1,
    accountId: options.accountId,
    revision: 1,
    prevDigest: '',
    createdAt: now,
    device: options.device,
    wallets: [],
    keyring: [
      {
        credentialId: options.credentialId,
        pk: toBase64url(x25519.getPublicKey(options.secretKey)),
        name: options.device,
        aaguid: options.aaguid,
        addedAt: now,
      },
    ],
    contacts: [],
    settings: {},
    tombstones: [],
  };
}

function entered(
  accountId: string,
  passkey: UnlockedPasskey,
  sealed: SealedEnvelope,
  bearer: BearerToken,
): Entered {
  return {
    accountId,
    passkey,
    envelope: sealed.envelope,
    bearer: { token: bearer.token, expires: bearer.expires },
  };
}

function serverChanged(): ServiceError {
  return new ServiceError('SERVER_CHANGED', i18n.t('vault.theServerAsksForPasskeys'));
}

/** Refusals that are about the passkey: with another one the server would let the user in. */
const ABOUT_THE_PASSKEY = [
  'AUTH_FAILED',
  'UNKNOWN_PASSKEY',
  'FINISH_REGISTRATION',
  'OTHER_VAULT',
] as const;

/** True when the failure is the server's or the network's, so that this device's copy may serve. */
export function isServerAtFault(error: unknown): boolean {
  if (error instanceof VaultError) return true;
  return error instanceof ServiceError && ABOUT_THE_PASSKEY.every((code) => !hasCode(error, code));
}
