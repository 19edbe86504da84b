import { CondorError } from '../../shared/errors.ts';

export type IndexerErrorCode = 'bad-address' | 'bad-request' | 'unknown' | 'too-many' | 'syncing';

export const INDEXER_STATUS: Readonly<Record<IndexerErrorCode, number>> = {
  'bad-address': 400,
  'bad-request': 400,
  unknown: 404,
  'too-many': 429,
  syncing: 503,
};

/** What the indexer refuses; the texts of the first and the third are those of the deployed one. */
export class IndexerError extends CondorError<IndexerErrorCode> {}
