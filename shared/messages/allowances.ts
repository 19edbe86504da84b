import type { TokenFact } from '../approvals/facts/amounts.ts';
import { AddressSchema } from '../approvals/types.ts';
import { oneOf } from '../one-of.ts';
import type { NodeProblem } from '../positions/position-view.ts';
import * as Type from '../schema.ts';

/**
 * An allowance's place on the chain: of a token, of a token through Permit2, of every item of a
 * collection, of one item, or of a side of an option.
 */
export const AllowanceRefSchema = Type.Object(
  {
    chainId: Type.Integer({ minimum: 1 }),
    account: AddressSchema,
    kind: oneOf(['token', 'permit2', 'operator', 'item', 'buyer side', 'seller side']),
    /** Contract of the token or collection, or the option. */
    token: AddressSchema,
    spender: AddressSchema,
    /** Number of the item. */
    item: Type.Optional(Type.String({ pattern: '^(?:0|[1-9][0-9]{0,77})$' })),
  },
  { additionalProperties: false },
);
export type AllowanceRef = Type.Static<typeof AllowanceRefSchema>;

/** Maximum number of allowances to revoke at once: one review shows all of them. */
export const MAX_REVOKED = 20;

/** The kind of a spender: a contract that Condor knows, a personal account, or any contract. */
export type SpenderKind = 'book' | 'permit2' | 'pool' | 'person' | 'contract' | 'unknown';

/** An allowance as the chain has it now. Amounts are base units as decimal text. */
export interface AllowanceView extends Omit<AllowanceRef, 'token'> {
  readonly token: TokenFact;
  readonly spenderKind: SpenderKind;
  /** The allowed amount; absent for collections and items. */
  readonly units?: string;
  /** The amount or items that the spender could take now. Absent when the contract doesn't say. */
  readonly stake?: string;
  /** Worth of the stake, where the wallet has a price. */
  readonly usdCents?: string;
  /** Permit2: the allowance ends then, in Unix seconds. */
  readonly expiresAt?: number;
  /** When Condor sent it, in epoch milliseconds; absent for others. */
  readonly grantedAt?: number;
  /** The spender's key is in this wallet. */
  readonly canRevoke: boolean;
  /**
   * Condor knows neither the token nor a transaction of the account that granted it: the contract
   * may have made it up.
   */
  readonly isUnproven: boolean;
}

/** How far a network's logs have been read for allowances. */
export interface AllowanceReading {
  readonly isReading: boolean;
  /** Share of the chain that was read, in percent; 100 when all of it was. */
  readonly percent: number;
  readonly secondsLeft?: number;
  /** Why no node responds as it should. */
  readonly problems?: readonly NodeProblem[];
  /** The nodes answered for known tokens only. */
  readonly isNarrow?: boolean;
  /** One node alone answered for some blocks. */
  readonly isSingle?: boolean;
  /** Number of contracts whose allowances couldn't be read yet; they are read again. */
  readonly unread?: number;
  /** Nodes named more allowances than are kept. */
  readonly isCut?: boolean;
}

/** The allowances of one network. */
export interface AllowancesView {
  readonly rows: readonly AllowanceView[];
  readonly reading: AllowanceReading;
}

/** Returns a text that is equal for the same allowance. */
export function allowanceKey(
  ref: Omit<AllowanceRef, 'token'> & { readonly token: string },
): string {
  const { chainId, account, kind, token, spender, item = '' } = ref;
  // The chain has one approved address for each item.
  const whose = kind === 'item' ? item : spender;
  return [chainId, account, kind, token, whose].join(':').toLowerCase();
}

/** Sorts allowances by the amount at stake: dollars first, then any that can be taken at all. */
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
 * Returns true when the chain was searched up to the newest block: a failed node may hide new
 * allowances.
 */
export function isAllSearched({ percent, problems }: AllowanceReading): boolean {
  return percent === 100 && problems === undefined;
}

/** Returns true when no amount can be taken now. */
export function isIdle({ stake }: Pick<AllowanceView, 'stake'>): boolean {
  return stake === '0';
}

/** A personal account follows no rules; known contracts do. */
function rankOf(kind: SpenderKind): number {
  if (kind === 'person') return 0;
  return kind === 'contract' || kind === 'unknown' ? 1 : 2;
}

function compare<T extends bigint | number | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
