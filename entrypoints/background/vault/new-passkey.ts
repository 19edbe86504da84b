import type { Clock, Random } from '../../../shared/ports.ts';
import type { VaultEdit } from '../../../shared/vault/edits.ts';
import { type PublicPayload, tombstoneKey } from '../../../shared/vault/payload.ts';
import type { RegistrationOptions } from '../../../shared/wire/vault.ts';
import { MAX_PASSKEYS } from '../../../shared/wire/vault-limits.ts';
import type { Stored } from '../kernel/stored.ts';
import type { SaveContext } from './change/save.ts';
import { CeremonyError } from './home/errors.ts';
import { type Homes, homeOf } from './home/home.ts';
import { localPublicKey } from './passkeys/local-key.ts';
import { serverChanged, wrongIds } from './passkeys/log-in.ts';
import type { ProvisionalPasskey } from './record/keys.ts';

/**
 * Milliseconds for which a server keeps a passkey without a commit (design/vault-service.md,
 * "Numbers").
 */
const PROVISIONAL_MS = 600_000;

export interface RegistrationDeps {
  readonly homes: Homes;
  /** The added passkey that isn't confirmed by a commit yet. */
  readonly provisional: Stored<ProvisionalPasskey>;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Registers a passkey, or continues with the passkey of an earlier attempt, until two PRF values
 * are equal: both from `get`, or the first from `create`. Compares the public keys, which are equal
 * only if the values are equal.
 */
export async function registerPasskey(
  deps: RegistrationDeps,
  context: SaveContext,
  { name, payload }: { name: string; payload: () => PublicPayload },
): Promise<VaultEdit[]> {
  const begun =
    (await brokenOff(deps, context.accountId, payload)) ?? (await begin(deps, context, payload));
  const { credentialId, aaguid } = begun;
  let expected = begun.pk;
  for (let attempt = 1; attempt <= 2; attempt++) {
    const { publicKey: found } = await localPublicKey({
      ...context,
      random: deps.random,
      credentialIds: [credentialId],
      purpose: 'try-new-passkey',
    });
    if (found === expected) {
      const entry = { credentialId, pk: found, name, aaguid, addedAt: deps.clock.now() };
      return [{ kind: 'add-passkey', entry }];
    }
    // From now on, only values of `get` are compared (vault rule 8).
    expected = found;
  }
  throw new CeremonyError('prfDiffers');
}

/**
 * Returns the passkey of an interrupted attempt. The server knows this passkey, but no vault has
 * confirmed it.
 */
async function brokenOff(
  { provisional, clock }: RegistrationDeps,
  accountId: string,
  payload: () => PublicPayload,
): Promise<ProvisionalPasskey | undefined> {
  const begun = await provisional.read();
  if (begun?.accountId !== accountId) return undefined;
  const { keyring, tombstones } = payload();
  const { credentialId } = begun;
  const isConfirmed = keyring.some((entry) => entry.credentialId === credentialId);
  // The passkey's commit arrived late, and the user then removed the passkey (vault rule 17).
  const isRemoved = tombstones.some(
    ({ kind, key }) => kind === 'passkey' && key === tombstoneKey(credentialId),
  );
  const isOver = clock.now() - begun.at > PROVISIONAL_MS;
  return isConfirmed || isRemoved || isOver ? undefined : begun;
}

async function begin(
  { homes, provisional, clock }: RegistrationDeps,
  { ceremony, token, tenant, accountId }: SaveContext,
  payload: () => PublicPayload,
): Promise<ProvisionalPasskey> {
  const client = homeOf(homes, tenant);
  const { challengeId, options } = await client.registrationOptions(token);
  if (options.rp.id !== tenant.rpId || options.user.id !== accountId) throw serverChanged();
  const created = await ceremony.create({
    purpose: 'create-another-passkey',
    key: 'public',
    options: { ...options, excludeCredentials: excluded(payload(), options) },
  });
  const credentialId = created.credential.id;
  const added = await client.addPasskey(token, challengeId, created.credential);
  if (added.accountId !== accountId || added.credentialId !== credentialId) throw wrongIds();
  const begun = {
    accountId,
    credentialId,
    aaguid: created.aaguid,
    at: clock.now(),
    ...(created.publicKey === null ? {} : { pk: created.publicKey }),
  };
  await provisional.write(begun);
  return begun;
}

/**
 * Returns the passkeys of the vault and those that the server names. An authenticator that has one
 * of these passkeys would otherwise replace it.
 */
function excluded({ keyring }: PublicPayload, { excludeCredentials }: RegistrationOptions) {
  const own = keyring.map(({ credentialId: id }) => ({ id, type: 'public-key' as const }));
  const others = excludeCredentials.filter(({ id }) => own.every((known) => known.id !== id));
  return [...own, ...others].slice(0, MAX_PASSKEYS);
}
