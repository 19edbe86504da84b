import type { ForeignChange } from '../../../../shared/messages/sync.ts';
import { type BranchItem, deletedSince } from '../../../../shared/vault/branches.ts';
import type { PublicPayload } from '../../../../shared/vault/payload.ts';
import type { Stored } from '../../kernel/stored.ts';
import { without, withRecord } from '../record/by-account.ts';
import type { UnseenDeletions, UnseenPasskeys } from '../record/keys.ts';

/** Maximum number of deletions to announce, newest first. */
const MAX_DELETED = 50;

/** A revision that is about to replace this device's copy. */
export interface TakenRevision {
  readonly digest: string;
  /** Credential ids of the wraps in this device's previous copy. */
  readonly passkeysBefore: readonly string[];
  /** Content of the previous copy; `undefined` if the passkey doesn't open this copy. */
  readonly before: PublicPayload | undefined;
  readonly after: PublicPayload;
}

/**
 * Returns an item as text with sorted members, because items from the storage have sorted members.
 */
const textOf = (item: BranchItem) => JSON.stringify(Object.entries(item).sort());

export type ForeignChanges = ReturnType<typeof createForeignChanges>;

/**
 * Announces passkeys and deletions of other devices until the user has seen them (vault rule 16).
 * Added passkeys are stored by their ids, which the stored envelope also shows. Deletions have
 * names. They are stored only while the wallet is unlocked, in memory that outlives the worker.
 */
export function createForeignChanges(deps: {
  unseen: Stored<UnseenPasskeys>;
  unseenDeletions: Stored<UnseenDeletions>;
  isOwn: (digest: string) => boolean;
  onChange: () => void;
}) {
  let passkeys: UnseenPasskeys = [];
  let deleted: UnseenDeletions | undefined;

  const passkeysOf = (accountId: string) =>
    passkeys.find((row) => row.accountId === accountId)?.credentialIds ?? [];
  const deletedOf = (accountId: string) => (deleted?.accountId === accountId ? deleted.items : []);

  async function addPasskeys({ passkeysBefore, after }: TakenRevision): Promise<void> {
    const { accountId, keyring } = after;
    const earlier = passkeysOf(accountId);
    const ids = keyring.map(({ credentialId }) => credentialId);
    const added = ids.filter((id) => !earlier.includes(id) && !passkeysBefore.includes(id));
    if (added.length === 0) return;
    const stillUnseen = earlier.filter((id) => ids.includes(id));
    passkeys = withRecord(passkeys, { accountId, credentialIds: [...stillUnseen, ...added] });
    await deps.unseen.write(passkeys);
  }

  async function addDeletions({ before, after }: TakenRevision): Promise<void> {
    const items = before === undefined ? [] : deletedSince(before, after);
    if (items.length === 0) return;
    const { accountId } = after;
    const again = new Set(items.map(textOf));
    const earlier = deletedOf(accountId).filter((item) => !again.has(textOf(item)));
    deleted = { accountId, items: [...earlier, ...items].slice(-MAX_DELETED) };
    await deps.unseenDeletions.write(deleted);
  }

  return {
    async restore(): Promise<void> {
      passkeys = (await deps.unseen.read()) ?? [];
      deleted = await deps.unseenDeletions.read();
    },

    /** Records changes of another device. Must be called before the revision is stored. */
    async taken(revision: TakenRevision): Promise<void> {
      if (deps.isOwn(revision.digest)) return;
      await Promise.all([addDeletions(revision), addPasskeys(revision)]);
    },

    of({ accountId, keyring }: PublicPayload): ForeignChange[] {
      const unseen = passkeysOf(accountId);
      return [
        ...keyring
          .filter(({ credentialId }) => unseen.includes(credentialId))
          .map(
            ({ name, credentialId }) => ({ kind: 'passkey-added', name, credentialId }) as const,
          ),
        ...deletedOf(accountId).map((item) => ({ kind: 'deleted', item }) as const),
      ];
    },

    async see(accountId: string): Promise<void> {
      passkeys = without(passkeys, accountId);
      deleted = undefined;
      const left = passkeys.length === 0 ? deps.unseen.clear() : deps.unseen.write(passkeys);
      await Promise.all([left, deps.unseenDeletions.clear()]);
      deps.onChange();
    },

    /** Forgets names when the wallet is locked. */
    async lock(): Promise<void> {
      deleted = undefined;
      await deps.unseenDeletions.clear();
    },
  };
}
