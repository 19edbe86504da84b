import { CondorError } from '../../../shared/errors.ts';

export type IndexerErrorCode = 'bad-request' | 'unknown' | 'too-many';

export const INDEXER_STATUS: Readonly<Record<IndexerErrorCode, number>> = {
  'bad-request': 400,
  unknown: 404,
  'too-many': 429,
};

export class IndexerApiError extends CondorError<IndexerErrorCode> {}
