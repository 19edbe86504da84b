import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../shared/ports.ts';
import { createAdvisoryLease } from '../../database/failover/advisory-lease.ts';
import { createFencedLease, type FencedLease } from '../../database/failover/fenced-lease.ts';
import { createLease } from '../../database/failover/lease.ts';
import type { OpenDatabase } from '../../database/open.ts';
import type { IndexerTables } from './tables.ts';

const NAME = 'indexer writer';
/**
 * Share of the term after which a silent writer's session ends. Other writers then notice in time.
 */
const SILENT_SHARE = 0.5;

/** Creates the writing instance's lease; a silent instance loses the lease within `termMs`. */
export function createWriterLease(
  { db, engine, target }: OpenDatabase<IndexerTables>,
  clock: Clock,
  termMs: number,
): FencedLease {
  const holder = randomUUID();
  const lease =
    target.engine === 'postgres'
      ? createAdvisoryLease({ url: target.url, name: NAME, silenceMs: termMs * SILENT_SHARE })
      : createLease({ db, clock, name: NAME, holder, termMs });
  return createFencedLease({ db, engine, lease, name: NAME, holder });
}
