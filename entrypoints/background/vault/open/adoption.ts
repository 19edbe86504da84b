import type { VaultMemory } from '../../../../shared/vault/anti-rollback.ts';
import { parseEnvelopeText } from '../../../../shared/vault/envelope-text.ts';
import { type PublicPayload, tombstoneKey } from '../../../../shared/vault/payload.ts';
import { removalsAfter, withoutRemoved } from '../../../../shared/vault/removals.ts';
import type { Tenant } from '../../../../shared/wire/vault.ts';
import type { Signer } from '../../signer/signer.ts';
import { LockedError } from '../home/errors.ts';
import type { Entered } from '../passkeys/log-in.ts';
import type { DeviceVault } from '../record/keys.ts';
import type { TakenRevision } from './foreign-changes.ts';
import { isVerified, newestMark } from './offered.ts';
import type { OpenedVault } from './open.ts';
import { ensureSuccessor, type KnownVault } from './successor.ts';
import type { VaultState } from './vault-state.ts';

/** A snapshot that the worker is about to adopt. */
export interface Adoption {
  readonly tenant: Tenant;
  readonly entry: Omit<Entered, 'bearer'>;
  /** This device's previous vault; `undefined` for an account that is new on this device. */
  readonly known: DeviceVault | undefined;
  /** The server's snapshot that a merge continues with the user's consent, instead of `known`. */
  readonly merged?: VaultMemory;
  /** True when no passkey can read the stored copy. */
  readonly isCopyDamaged?: boolean;
  /** Epoch milliseconds. Ignored if this passkey already has the vault open. */
  readonly deadline?: number;
  /** Epoch milliseconds. Default: now. */
  readonly unlockedAt?: number;
  /** False for the stored snapshot. Adopting it leaves the time of the last sync unchanged. */
  readonly synced: boolean;
  /**
   * Makes another vault the present vault. The former vault stays stored until the new vault has
   * opened (`retires`), or until the user deletes it (`keeps`).
   */
  readonly move?: 'retires' | 'keeps';
}

/** Returns true if a save created a newer revision in the meantime, or the account changed. */
export function isOvertaken(state: VaultState, { entry, known, merged }: Adoption): boolean {
  if (merged !== undefined || state.status !== 'unlocked') return false;
  if (state.device.accountId !== entry.accountId) return known !== undefined;
  const { revision } = entry.envelope;
  return revision < state.device.revision && revision >= (known?.revision ?? 0);
}

/**
 * Returns the vault whose whole content a snapshot must include: the open vault, otherwise `known`.
 */
function knownFor(
  state: VaultState,
  options: Adoption,
  { payload }: OpenedVault,
): KnownVault | undefined {
  const { known, entry, tenant, merged, isCopyDamaged: isDamaged = false } = options;
  if (known?.accountId !== entry.accountId || known.tenant.id !== tenant.id) return undefined;
  const open =
    state.status === 'unlocked' && state.device.accountId === entry.accountId ? state : undefined;
  const { revision, digest, epochMark, removed = [] } = open?.device ?? known;
  // This device sealed the merge itself, perhaps into a copy older than the newest epoch.
  const mark = merged === undefined ? epochMark : newestMark(payload);
  const memory = { ...(merged ?? { revision, digest }), ...(mark && { epochMark: mark }) };
  const isOffered = options.synced;
  return { memory, content: open?.payload, isDamaged, isOffered, removed };
}

/**
 * Throws `LockedError` if `known` isn't this device's vault any more, because it was deleted or
 * another account's vault replaced it.
 */
export function ensureSameVault(state: VaultState, { known, move }: Adoption): void {
  if (known === undefined || move !== undefined) return;
  const isOther = 'device' in state && state.device.accountId !== known.accountId;
  if (state.status !== 'empty' && !isOther) return;
  throw new LockedError('lockedMeanwhile');
}

/**
 * Returns the newest epoch and the removed passkeys to remember. A former vault's text can be older
 * than the newest known revision of its account. A newer text admits its passkeys again.
 */
function rememberedOf(
  before: KnownVault | undefined,
  { payload }: OpenedVault,
): { epochMark: string; removed: string[] } {
  const { epochMark } = before?.memory ?? {};
  const isOlder = epochMark !== undefined && !isVerified({ epochMark }, payload);
  const removed = removalsAfter(before?.removed ?? [], payload, isOlder);
  if (isOlder) return { epochMark, removed };
  const keyring = new Set(payload.keyring.map(({ credentialId }) => tombstoneKey(credentialId)));
  return {
    epochMark: newestMark(payload),
    removed: removed.filter((key) => !keyring.has(key)),
  };
}

/**
 * Checks that an opened snapshot may replace the known one, and gives its secrets to the signer.
 * Returns the facts that this device stores and shows, and the changes if the snapshot comes from
 * the home.
 * @throws VaultError like `ensureSuccessor`
 */
export function accept(
  state: VaultState,
  options: Adoption,
  { opened, signer, now }: { opened: OpenedVault; signer: Signer; now: number },
): { device: DeviceVault; payload: PublicPayload; taken: TakenRevision | undefined } {
  const { tenant, entry, known, synced } = options;
  const { envelope, digest } = opened;
  const before = knownFor(state, options, opened);
  ensureSuccessor(before, opened, signer);
  const { epochMark, removed } = rememberedOf(before, opened);
  const payload = withoutRemoved(signer.load(opened.payload), removed);
  const device = {
    tenant,
    accountId: envelope.accountId,
    credentialId: entry.passkey.credentialId,
    envelopeText: JSON.stringify(envelope),
    digest,
    revision: envelope.revision,
    epochMark,
    ...(removed.length === 0 ? {} : { removed }),
    syncedAt: (synced ? undefined : known?.syncedAt) ?? now,
  };
  if (!synced || known === undefined || before === undefined) {
    return { device, payload, taken: undefined };
  }
  const { content } = before;
  const passkeysBefore = passkeysOf(known, content);
  return { device, payload, taken: { digest, passkeysBefore, before: content, after: payload } };
}

/**
 * Returns the credential ids of a copy's passkeys. The envelope's wraps show them even if the
 * content isn't readable.
 */
function passkeysOf(device: DeviceVault, content: PublicPayload | undefined): string[] {
  const wraps = parseEnvelopeText(device.envelopeText)?.wraps ?? [];
  return (content?.keyring ?? wraps).map(({ credentialId }) => credentialId);
}
