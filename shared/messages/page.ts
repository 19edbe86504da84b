/**
 * The protocol between a page and the wallet: page world → bridge over a MessagePort, bridge →
 * worker over a runtime port. Both hops carry the same messages. No library: this is in every page.
 */

/** Marks the one message that hands the MessagePort from the page world to the bridge. */
export const HANDOVER = 'condor:port';

/** How sites know the wallet (EIP-6963). They store the rdns, so none of it changes any more. */
export const WALLET_NAME = 'Condor';
export const RDNS = 'io.github.condor-wallet';

/** Worker → bridges: connect again if you were connected, there is news. */
export const WAKE = 'condor:wake';

/** Page → bridge: the page uses the wallet, so it needs the wallet's state and events. */
export const LISTEN = 'condor:listen';

/** Longest request accepted, in UTF-16 units of its JSON text. */
export const MAX_REQUEST_LENGTH = 1_000_000;

export interface PageRequest {
  /** Minted by the page and only ever echoed. */
  readonly id: string;
  readonly method: string;
  /** JSON text of the params, so that what the page holds is copied exactly once. */
  readonly params: string;
}

export interface PageError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface PageAnswer {
  readonly id: string;
  readonly result?: unknown;
  readonly error?: PageError;
}

/** What a document may see. The first message over each port. */
export interface PageState {
  readonly chainId: string;
  readonly accounts: readonly string[];
}

export type PageEvent =
  | { readonly event: 'state'; readonly payload: PageState }
  | {
      readonly event: 'disconnect' | 'chainChanged' | 'accountsChanged' | 'message';
      readonly payload: unknown;
    };

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function parsePageRequest(value: unknown): PageRequest | undefined {
  if (!isRecord(value)) return undefined;
  const { id, method, params } = value;
  if (typeof id !== 'string' || typeof method !== 'string' || typeof params !== 'string') {
    return undefined;
  }
  return id.length > 64 || method.length > 128 || params.length > MAX_REQUEST_LENGTH
    ? undefined
    : { id, method, params };
}
