import { fromBase64url, toHex } from '../../../shared/bytes.ts';
import type {
  ConflictView,
  OtherVaultView,
  WalletSnapshot,
} from '../../../shared/messages/snapshot.ts';
import { envelopeDigest } from '../../../shared/vault/envelope.ts';
import { parseEnvelopeText } from '../../../shared/vault/envelope-text.ts';
import { contentBytes } from '../../../shared/vault/fit.ts';
import type { HistoryEntry, PublicPayload } from '../../../shared/vault/payload.ts';
import type { Settings } from '../kernel/settings.ts';
import { isOnDevice } from './home/home.ts';
import { serverName } from './home/server-texts.ts';
import type { VaultParts } from './parts.ts';
import type { OtherVault } from './record/vault-record.ts';

/** Returns the facts about another vault that are readable without its passkey. */
export function otherVaultView(other: OtherVault): OtherVaultView {
  if (other.kind === 'found') {
    const envelope = other.text === undefined ? undefined : parseEnvelopeText(other.text);
    return {
      kind: 'found',
      id: other.slot,
      ...(envelope === undefined || other.text === undefined
        ? {}
        : { revision: envelope.revision, checkCode: checkCode(envelopeDigest(other.text)) }),
    };
  }
  const { digest, tenant, revision, syncedAt } = other.vault;
  const isHere = isOnDevice(tenant);
  return {
    kind: 'former',
    id: other.slot,
    home: isHere ? 'device' : 'server',
    server: isHere ? '' : serverName(tenant.name),
    revision,
    checkCode: checkCode(digest),
    syncedAt,
    isKept: other.isKept,
  };
}

/** Returns the facts about the vault and, while it is unlocked, its contents. */
export function vaultView(
  from: Pick<VaultParts, 'foreign' | 'passkeys' | 'session' | 'unsavedBackups' | 'wallets'> & {
    settings: Settings;
  },
): WalletSnapshot['vault'] {
  const state = from.session.state();
  if (state.status === 'starting' || state.status === 'empty') {
    return { status: 'empty', canKeepHere: from.session.canKeepHere };
  }
  if (state.status === 'unreadable') return { status: 'unreadable', parts: state.parts };
  const home = isOnDevice(state.device.tenant) ? ('device' as const) : ('server' as const);
  const known = {
    home,
    canKeepHere: from.session.canKeepHere,
    tenantName: serverName(state.device.tenant.name),
    server: home === 'device' ? '' : from.settings.services().vaultUrl,
    revision: state.device.revision,
    syncedAt: state.device.syncedAt,
    tenantId: state.device.tenant.id,
    rpId: state.device.tenant.rpId,
    checkCode: checkCode(state.device.digest),
  };
  if (state.status === 'locked') return { status: 'locked', ...known };
  const joining = from.session.join.offer();
  return {
    status: 'unlocked',
    ...known,
    deadline: state.deadline,
    usedBytes: contentBytes(state.payload),
    wallets: from.wallets.view(),
    passkeys: from.passkeys.view(),
    contacts: state.payload.contacts.map(({ address, name }) => ({ address, name })),
    conflicts: conflictsOf(state.payload, from.settings.get().conflictsSeen),
    backups: from.unsavedBackups.with(state.payload),
    foreignChanges: from.foreign.of(state.payload),
    sync: from.session.syncState(),
    ...(joining === undefined ? {} : { joining }),
  };
}

/** Identifies a conflict. A count isn't enough, because the list is cut at its beginning. */
export function conflictMark(entry: HistoryEntry): string {
  return `${entry.at} ${entry.key} ${entry.field} ${entry.kept}`;
}

function conflictsOf(payload: PublicPayload, seen: string | undefined): ConflictView[] {
  const history = payload.history ?? [];
  const last = history.findLastIndex((entry) => conflictMark(entry) === seen);
  return history.map((entry, i) => ({ ...entry, isNew: i > last }));
}

/** Returns the first 40 bits of the digest as hex in two groups (vault.md, section 3.7). */
export function checkCode(digest: string): string {
  const hex = toHex((fromBase64url(digest) ?? new Uint8Array()).subarray(0, 5)).slice(2);
  return `${hex.slice(0, 5)}-${hex.slice(5)}`;
}
