import type { ForeignChange } from '../../../shared/messages/sync.ts';
import { type BranchItem, deletedSince } from '../../../shared/vault/branches.ts';
import type { PublicPayload } from '../../../shared/vault/payload.ts';
import type { Stored } from '../state/stored.ts';
import type { UnseenPasskeys } from '../state/stored-keys.ts';

/** Newest deletions to announce. */
const MAX_DELETED = 50;

/** A revision that took the place of this device's copy. */
export interface TakenRevision {
  readonly digest: string;
  /** Credential ids that opened the copy before. */
  readonly passkeysBefore: readonly string[];
  /** Content of the copy before; `undefined` when the passkey doesn't open it. */
  readonly before: PublicPayload | undefined;
  readonly after: PublicPayload;
}

export type ForeignChanges = ReturnType<typeof createForeignChanges>;

/**
 * Passkeys and deletions of other devices, announced until the user has seen them (vault rule 16).
 * Added passkeys are stored by their ids, which the stored envelope shows as well. Deletions have names
 * and stay in memory: they are forgotten at a lock.
 */
export function createForeignChanges(deps: {
  unseen: Stored<UnseenPasskeys>;
  /** True for a revision that this device has sent itself. */
  isOwn: (digest: string) => boolean;
  onChange: () => void;
}) {
  let passkeys: UnseenPasskeys | undefined;
  let deleted: readonly BranchItem[] = [];

  return {
    async restore(): Promise<void> {
      passkeys = await deps.unseen.read();
    },

    /** Notes what another device has changed. */
    async taken({ digest, passkeysBefore, before, after }: TakenRevision): Promise<void> {
      if (deps.isOwn(digest)) return;
      const { accountId, keyring } = after;
      const earlier = passkeys?.accountId === accountId ? passkeys.credentialIds : [];
      const ids = keyring.map(({ credentialId }) => credentialId);
      const added = ids.filter((id) => !earlier.includes(id) && !passkeysBefore.includes(id));
      if (before !== undefined) {
        deleted = [...deleted, ...deletedSince(before, after)].slice(-MAX_DELETED);
      }
      if (added.length > 0) {
        const stillUnseen = earlier.filter((id) => ids.includes(id));
        passkeys = { accountId, credentialIds: [...stillUnseen, ...added] };
        await deps.unseen.write(passkeys);
      }
    },

    /** Changes since the user has looked. */
    of({ accountId, keyring }: PublicPayload): ForeignChange[] {
      const unseen = passkeys?.accountId === accountId ? passkeys.credentialIds : [];
      return [
        ...keyring
          .filter(({ credentialId }) => unseen.includes(credentialId))
          .map(
            ({ name, credentialId }) => ({ kind: 'passkey-added', name, credentialId }) as const,
          ),
        ...deleted.map((item) => ({ kind: 'deleted', item }) as const),
      ];
    },

    /** The user has looked at them. */
    async see(): Promise<void> {
      passkeys = undefined;
      deleted = [];
      await deps.unseen.clear();
      deps.onChange();
    },

    /** Forgets names: the wallet was locked. */
    lock(): void {
      deleted = [];
    },
  };
}
