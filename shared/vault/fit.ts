import { utf8 } from '../bytes.ts';
import {
  type HistoryEntry,
  MAX_EPOCHS,
  type PublicPayload,
  type Tombstone,
  type WalletBackup,
} from './payload.ts';

/** Minimum number of newest tombstones to keep. */
export const KEPT_TOMBSTONES = 128;
const YEAR_MS = 365 * 86_400_000;
/** Milliseconds after which a tombstone is dropped. */
export const TOMBSTONE_LIFE_MS = 2 * YEAR_MS;
/**
 * Maximum bytes of content that the user's additions may reach. The remaining bytes are reserved
 * for operations that must always be possible: deletions, passkeys, another device's longer name.
 */
export const USABLE_BYTES = 64 * 1024 - 4;

/**
 * Returns the payload without data that a save may drop, until it fits: old tombstones, then the
 * oldest tombstones and conflict records, then records of backups. Never drops wallets, contacts,
 * settings and passkeys.
 */
export function pruned<Payload extends PublicPayload>(payload: Payload): Payload {
  const oldest = payload.createdAt - TOMBSTONE_LIFE_MS;
  const tombstones = byWorth(payload.tombstones.filter(({ deletedAt }) => deletedAt >= oldest));
  const kept = { ...payload, tombstones: tombstones.slice(-KEPT_TOMBSTONES) };
  return withinSize(kept, USABLE_BYTES);
}

/**
 * Bytes of a wallet's secret in the payload: the member's name, 43 characters, quotes and a comma.
 */
const SECRET_BYTES = 55;
/** Maximum bytes of the list of epochs in the payload. */
const CONTINUITY_BYTES = 17 + MAX_EPOCHS * 83;

/** Returns the bytes of content that is never dropped, including the signer's secrets. */
export function contentBytes(payload: PublicPayload): number {
  const secrets = payload.wallets.filter(({ kind }) => kind !== 'watch').length;
  const content = sizeOf({ ...payload, continuity: undefined, tombstones: [], history: [] });
  return content + secrets * SECRET_BYTES + CONTINUITY_BYTES;
}

function withinSize<Payload extends PublicPayload>(payload: Payload, most: number): Payload {
  let excess = sizeOf(payload) - most;
  if (excess <= 0) return payload;
  const tombstones = [...payload.tombstones];
  const history = [...(payload.history ?? [])];
  const backups = [...payload.backups];
  while (excess > 0) {
    const dropped: Tombstone | HistoryEntry | WalletBackup | undefined =
      tombstones.shift() ?? history.shift() ?? backups.shift();
    if (dropped === undefined) break;
    excess -= sizeOf(dropped) + 1;
  }
  return { ...payload, tombstones, history, backups };
}

/**
 * Sorts tombstones by age, and those of contacts and settings before those of wallets: a returning
 * contact does less harm than a repeated question about a wallet.
 */
function byWorth(tombstones: readonly Tombstone[]): Tombstone[] {
  const isMinor = ({ kind }: Tombstone) => kind === 'contact' || kind === 'setting';
  const oldestFirst = tombstones.toSorted((a, b) => a.deletedAt - b.deletedAt);
  return [...oldestFirst.filter(isMinor), ...oldestFirst.filter((stone) => !isMinor(stone))];
}

function sizeOf(value: object): number {
  return utf8(JSON.stringify(value)).length;
}
