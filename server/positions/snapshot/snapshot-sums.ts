import { isDeepStrictEqual } from 'node:util';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { usersOf } from '../storing/batch.ts';
import { createRollupChanges, mergedRollup, type RollupChange } from '../storing/rollups.ts';
import type { UserRow } from '../storing/row-schemas.ts';
import { SnapshotError } from './snapshot-error.ts';
import type { SnapshotRow } from './snapshot-file.ts';

/** A transfer adds two holders' rows and moves two, each for its source and for all. */
const USERS_PER_TRANSFER = 4;

/** Recomputes a snapshot's statistics and users from its positions. */
export interface SnapshotSums {
  addPosition(position: PositionRecord): void;
  /** Compares a row of any other table, after all positions. */
  compare(row: SnapshotRow): void;
  /** @throws SnapshotError when statistics or users don't follow from the positions */
  finish(): void;
}

export function createSnapshotSums(): SnapshotSums {
  const rollups = createRollupChanges();
  const users = new Map<string, UserRow>();
  let expected: Map<string, RollupChange> | undefined;
  let unexplained = 0;
  let transfers = 0;
  let areSumsWrong = false;

  const sums = () => {
    expected ??= new Map(rollups.changes());
    return expected;
  };

  function compareUser(row: UserRow): void {
    const key = keyOf(row);
    if (!isDeepStrictEqual({ ...users.get(key) }, { ...row })) unexplained++;
    users.delete(key);
  }

  return {
    addPosition(position) {
      rollups.replace(undefined, position);
      if (position.status === 'pending_init') return;
      for (const user of usersOf(position, position.entry)) {
        const first = users.get(keyOf(user))?.first_block ?? Number.POSITIVE_INFINITY;
        if (user.first_block < first) users.set(keyOf(user), user);
      }
    },
    compare({ table, value }) {
      if (table === 'indexer_events' && value.type === 'role-transferred') transfers++;
      if (table === 'indexer_users') compareUser(value);
      if (table !== 'indexer_rollups') return;
      const change = sums().get(value.key);
      const row = change && mergedRollup(undefined, change);
      if (!isDeepStrictEqual({ ...row }, { ...value })) areSumsWrong = true;
      sums().delete(value.key);
    },
    finish() {
      for (const change of sums().values())
        if (mergedRollup(undefined, change) !== undefined) areSumsWrong = true;
      if (areSumsWrong) throw differing('statistics');
      // Positions name only their present holders. Earlier ones follow from transfers.
      if (unexplained + users.size > transfers * USERS_PER_TRANSFER) throw differing('users');
    },
  };
}

function keyOf({ source, address }: UserRow): string {
  return `${source} ${address}`;
}

function differing(what: 'statistics' | 'users'): SnapshotError {
  return new SnapshotError('refused', `The snapshot's ${what} differ from its positions.`);
}
