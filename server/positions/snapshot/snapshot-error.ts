import { CondorError } from '../../../shared/errors.ts';

/**
 * Why a snapshot is rejected: `unreadable` file, wrong `version`, `refused` because the node's
 * blocks differ, or `occupied` because an index exists.
 */
export class SnapshotError extends CondorError<'unreadable' | 'version' | 'refused' | 'occupied'> {}
