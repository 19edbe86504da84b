import type { TokenFact } from '../approvals/facts/amounts.ts';
import { AddressSchema } from '../approvals/types.ts';
import { oneOf } from '../one-of.ts';
import type { NodeProblem } from '../positions/position-view.ts';
import * as Type from '../schema.ts';

/**
 * Identifies an allowance on the chain: for a token, for a token through Permit2, for a whole
 * collection, for one item, or for a side of an option.
 */
export const AllowanceRefSchema = Type.Object(
  {
    chainId: Type.Integer({ minimum: 1 }),
    account: AddressSchema,
    kind: oneOf(['token', 'permit2', 'operator', 'item', 'buyer side', 'seller side']),
    /** Contract of the token or collection, or the option. */
    token: AddressSchema,
    spender: AddressSchema,
    item: Type.Optional(Type.String({ pattern: '^(?:0|[1-9][0-9]{0,77})$' })),
  },
  { additionalProperties: false },
);
export type AllowanceRef = Type.Static<typeof AllowanceRefSchema>;

/** Maximum number of allowances to revoke together, because one review shows them all. */
export const MAX_REVOKED = 20;

/** Kinds of spenders: contracts that Condor knows, personal accounts, or any contract. */
export type SpenderKind = 'book' | 'permit2' | 'pool' | 'person' | 'contract' | 'unknown';

/** An allowance that exists on the chain now. Amounts are base units as decimal text. */
export interface AllowanceView extends Omit<AllowanceRef, 'token'> {
  readonly token: TokenFact;
  readonly spenderKind: SpenderKind;
  /** The allowed amount; missing for collections and items. */
  readonly units?: string;
  /** The amount or number of items that the spender could take now; missing when unknown. */
  readonly stake?: string;
  /** Worth of the stake, if the wallet has a price. */
  readonly usdCents?: string;
  /** Unix seconds at which an allowance of Permit2 ends. */
  readonly expiresAt?: number;
  /** Epoch milliseconds at which Condor sent the allowance; missing for other allowances. */
  readonly grantedAt?: number;
  /** True if this wallet has the key of the allowance's account. */
  readonly canRevoke: boolean;
  /**
   * True if Condor knows neither the token nor a transaction in which the account granted the
   * allowance. The contract may have invented it.
   */
  readonly isUnproven: boolean;
}

/** Progress of reading a network's logs for allowances. */
export interface AllowanceReading {
  readonly isReading: boolean;
  /** Percentage of the chain that was read; 100 when complete. */
  readonly percent: number;
  readonly secondsLeft?: number;
  /** Reasons why no node responds correctly. */
  readonly problems?: readonly NodeProblem[];
  /** True if nodes returned only the logs of known tokens for some blocks. */
  readonly isNarrow?: boolean;
  /** True if only one node answered for some blocks. */
  readonly isSingle?: boolean;
  /** Number of contracts whose allowances couldn't be read yet. The wallet reads them again. */
  readonly unread?: number;
  /** True if nodes returned more allowances than the wallet keeps. */
  readonly isCut?: boolean;
}

export interface AllowancesView {
  readonly rows: readonly AllowanceView[];
  readonly reading: AllowanceReading;
}

/** Returns a text that is equal for the same allowance. */
export function allowanceKey(
  ref: Omit<AllowanceRef, 'token'> & { readonly token: string },
): string {
  const { chainId, account, kind, token, spender, item = '' } = ref;
  // On the chain, each item has only one approved address.
  const whose = kind === 'item' ? item : spender;
  return [chainId, account, kind, token, whose].join(':').toLowerCase();
}

/**
 * Sorts allowances by the amount at risk: amounts in dollars first, then other amounts above zero.
 */
export function byStake(a: AllowanceView, b: AllowanceView): number {
  return (
    Number(a.isUnproven) - Number(b.isUnproven) ||
    compare(BigInt(b.usdCents ?? 0), BigInt(a.usdCents ?? 0)) ||
    Number(isIdle(a)) - Number(isIdle(b)) ||
    rankOf(a.spenderKind) - rankOf(b.spenderKind) ||
    compare(b.grantedAt ?? 0, a.grantedAt ?? 0) ||
    compare(viewKey(a), viewKey(b))
  );
}

export function viewKey(view: AllowanceView): string {
  return allowanceKey({ ...view, token: view.token.address });
}

/** Returns the key that identifies an allowance, to revoke it. */
export function refOf({
  chainId,
  account,
  kind,
  token,
  spender,
  item,
}: AllowanceView): AllowanceRef {
  const ref = { chainId, account, kind, token: token.address, spender };
  return item === undefined ? ref : { ...ref, item };
}

/**
 * Returns true when the chain was searched up to the newest block. A failed node may hide new
 * allowances.
 */
export function isAllSearched({ percent, problems }: AllowanceReading): boolean {
  return percent === 100 && problems === undefined;
}

/** Returns true when no amount can be taken now. */
export function isIdle({ stake }: Pick<AllowanceView, 'stake'>): boolean {
  return stake === '0';
}

/**
 * Ranks personal accounts first: unlike known contracts, their owners can do anything with the
 * tokens.
 */
function rankOf(kind: SpenderKind): number {
  if (kind === 'person') return 0;
  return kind === 'contract' || kind === 'unknown' ? 1 : 2;
}

function compare<T extends bigint | number | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
