import { CondorError } from '../../../shared/errors.ts';

export type IndexerErrorCode = 'bad-address' | 'bad-request' | 'unknown' | 'too-many';

export const INDEXER_STATUS: Readonly<Record<IndexerErrorCode, number>> = {
  'bad-address': 400,
  'bad-request': 400,
  unknown: 404,
  'too-many': 429,
};

/** A refused request. `bad-address` and `unknown` use the deployed indexer's texts. */
export class IndexerError extends CondorError<IndexerErrorCode> {}
