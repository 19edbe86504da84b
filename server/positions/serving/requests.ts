import * as Type from 'typebox';
import { oneOf } from '../../../shared/one-of.ts';

/** Schemas of paths and queries. Each title is the error message that deployed indexers return. */
function addressParams(title: string) {
  return Type.Object({ address: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }) }, { title });
}

export const UserParams = addressParams('Invalid user address format');
export const OptionParams = addressParams('Invalid option address format');
export const ReferrerParams = addressParams('Invalid referrer address format');
export type AddressParams = Type.Static<typeof UserParams>;

export const RfqParams = Type.Object(
  { id: Type.String({ pattern: '^[0-9]{1,78}$' }) },
  { title: 'Invalid RFQ id' },
);
export type RfqParams = Type.Static<typeof RfqParams>;

const PAGE_ERROR = 'limit and offset must be whole numbers, after the next of another page';

/** Query parameters of a page. An empty parameter (`?limit=`) counts as missing. */
const PAGE = {
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{0,9}$' })),
  offset: Type.Optional(Type.String({ pattern: '^[0-9]{0,9}$' })),
  /** `next` of the previous page. */
  after: Type.Optional(Type.String({ pattern: '^(?:[0-9]{1,15}\\.[0-9a-z.:]{1,180})?$' })),
};

export const PageQuery = Type.Object(PAGE, { title: PAGE_ERROR });
export type PageQuery = Type.Static<typeof PageQuery>;

const STATUSES = ['active', 'settled', 'cancelled'] as const;

export const RfqsQuery = Type.Object(
  { ...PAGE, status: Type.Optional(oneOf(['', ...STATUSES])) },
  { title: `${PAGE_ERROR}, status one of ${STATUSES.join(', ')}` },
);
export type RfqsQuery = Type.Static<typeof RfqsQuery>;

export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly after: string | undefined;
}

const MAX_LIMIT = 1_000;

/** Returns the page that the client requested, if any. `after` takes precedence over `offset`. */
export function pageOf({ limit = '', offset = '', after = '' }: PageQuery): Page | undefined {
  if (limit === '' && offset === '' && after === '') return undefined;
  const most = limit === '' ? MAX_LIMIT : Math.min(Number(limit), MAX_LIMIT);
  return after === ''
    ? { limit: most, offset: Number(offset), after: undefined }
    : { limit: most, offset: 0, after };
}
