import { x25519 } from '@noble/curves/ed25519.js';
import { toBase64url, wipe } from '../../../../shared/bytes.ts';
import type { Clock } from '../../../../shared/ports.ts';
import { encodeEpochs, firstEpoch } from '../../../../shared/vault/continuity.ts';
import {
  PAYLOAD_SCHEMA,
  type PublicPayload,
  type VaultPayload,
} from '../../../../shared/vault/payload.ts';
import type { Aead } from '../../../../shared/vault/payload-cipher.ts';
import { CeremonyError } from '../home/errors.ts';
import { type Created, unlockKeyOf } from '../passkeys/ceremonies.ts';
import { localKey } from '../passkeys/local-key.ts';
import {
  type BearerToken,
  type Entered,
  type EntryDeps,
  serverChanged,
  wrongIds,
} from '../passkeys/log-in.ts';
import type { VaultRecord } from '../record/vault-record.ts';
import { change, UntestedWrapError } from './change.ts';

/** An empty vault. Sealing adds account, passkeys and times. */
export const EMPTY_PAYLOAD: PublicPayload = {
  schema: PAYLOAD_SCHEMA,
  accountId: '',
  revision: 1,
  prevDigest: '',
  createdAt: 0,
  device: '',
  wallets: [],
  keyring: [],
  contacts: [],
  settings: {},
  backups: [],
  tombstones: [],
};

/** The content of a vault without its account and passkeys. */
export type VaultContent = Pick<
  VaultPayload,
  'wallets' | 'contacts' | 'settings' | 'backups' | 'tombstones'
>;

/**
 * Creates an account: registers a passkey, and commits revision 1 with an assertion that reproduces
 * the PRF value. Needs two prompts if `create` returns a PRF value, otherwise three (vault rule 8).
 * Compares every id that the server returns with the created passkey (vault rule 7). Wipes the
 * secret key on failure.
 * @param deps.content content of the first revision; empty by default. Read once per sealing,
 * because it contains secrets.
 * @param deps.knownAccounts accounts of this device. Authenticators replace a passkey of the same
 * account, so a server that names one of these accounts gets no passkey.
 * @param deps.onCreated receives the new passkey before the server knows it.
 */
export async function enrol(
  deps: EntryDeps & {
    aead: Aead;
    clock: Clock;
    device: string;
    content?: () => VaultContent;
    knownAccounts?: readonly string[];
    onCreated?: (passkey: { accountId: string; credentialId: string }) => void;
  },
): Promise<Entered> {
  const { client, ceremony, tenant } = deps;
  const registration = await client.registrationOptions();
  const accountId = registration.options.user.id;
  if (registration.options.rp.id !== tenant.rpId) throw serverChanged();
  if (registration.accountId !== accountId) throw wrongIds();
  if (deps.knownAccounts?.includes(accountId) === true) throw wrongIds();
  const created = await ceremony.create({
    purpose: 'create-vault',
    key: 'secret',
    options: registration.options,
  });
  const credentialId = created.credential.id;
  deps.onCreated?.({ accountId, credentialId });
  const registered = await client.register(registration.challengeId, created.credential);
  if (registered.accountId !== accountId || registered.credentialId !== credentialId) {
    throw wrongIds();
  }
  try {
    return await commitFirst({ ...deps, registered, created, accountId, credentialId });
  } catch (error) {
    // Without a session, the server treats the account as abandoned. A server with an account limit
    // then has room for the next attempt.
    client.revoke(registered.token).catch(() => undefined);
    throw error;
  }
}

/**
 * Creates the account and opens the new vault. On failure, asks the passkey provider to forget the
 * passkey, which would open nothing. If a lock interrupted the opening, the vault may already be on
 * this device, so its passkey stays.
 */
export async function enrolAndOpen(
  deps: Parameters<typeof enrol>[0] & { record: Pick<VaultRecord, 'read'> },
  open: (entry: Entered) => Promise<void>,
): Promise<void> {
  const { ceremony, record, tenant } = deps;
  let created: { accountId: string; credentialId: string } | undefined;
  try {
    const entry = await enrol({
      ...deps,
      onCreated: (passkey) => {
        created = passkey;
      },
    });
    await open(entry);
  } catch (error) {
    const accountId = await record.read().then(
      (device) => device?.accountId,
      () => created?.accountId,
    );
    if (created !== undefined && accountId !== created.accountId) {
      ceremony.forget({ rpId: tenant.rpId, credentialId: created.credentialId });
    }
    throw error;
  }
}

type FirstCommit = Parameters<typeof enrol>[0] & {
  readonly registered: BearerToken;
  readonly created: Created;
  readonly accountId: string;
  readonly credentialId: string;
};

/** Commits revision 1 of a registered account. Wipes the secret key on failure. */
async function commitFirst(deps: FirstCommit): Promise<Entered> {
  const { registered, created, accountId, credentialId } = deps;
  let secretKey =
    created.unlockKey === null
      ? (await localKey({ ...deps, accountId, credentialIds: [credentialId] })).secretKey
      : unlockKeyOf(created);
  for (let round = 1; ; round++) {
    const passkey = { credentialId, secretKey };
    try {
      const sealed = await change(
        { ...deps, token: registered.token, stages: undefined },
        {
          purpose: 'confirm-new-passkey',
          edits: () => firstPayload(deps, passkey.secretKey),
          wraps: { tested: passkey.secretKey },
        },
      );
      const bearer = { token: registered.token, expires: registered.expires };
      return { accountId, passkey, envelope: sealed.envelope, bearer };
    } catch (error) {
      wipe(secretKey);
      // Some authenticators return another value from `create` than from `get`; only `get` opens
      // the vault later.
      if (!(error instanceof UntestedWrapError)) throw error;
      if (round === 2) {
        wipe(error.unlockKey);
        throw new CeremonyError('prfDiffers');
      }
      secretKey = error.unlockKey;
    }
  }
}

function firstPayload(
  { accountId, credentialId, created, clock, random, device, content }: FirstCommit,
  secretKey: Uint8Array,
): VaultPayload {
  const addedAt = clock.now();
  const epoch = firstEpoch(random);
  const continuity = encodeEpochs([epoch]);
  wipe(epoch.secret);
  const pk = toBase64url(x25519.getPublicKey(secretKey));
  return {
    ...EMPTY_PAYLOAD,
    wallets: [],
    accountId,
    createdAt: addedAt,
    device,
    keyring: [{ credentialId, pk, name: device, aaguid: created.aaguid, addedAt }],
    continuity,
    ...content?.(),
  };
}
