import { CondorError } from '../../../shared/errors.ts';

/**
 * Why a snapshot isn't taken: `unreadable` file, other `version`, `refused` by the node's blocks, or
 * `occupied` by an index that is there already.
 */
export class SnapshotError extends CondorError<'unreadable' | 'version' | 'refused' | 'occupied'> {}
