import { isRecord } from '../is-record.ts';

/**
 * Messages between a page and the wallet. The page's world and the bridge exchange them over a
 * MessagePort, the bridge and the worker over a runtime port. Uses no library, because every page
 * loads this code.
 */

/** Marks the message that passes the MessagePort from the page world to the bridge. */
export const HANDOVER = 'condor:port';

/** The wallet's identity for sites (EIP-6963). Sites store it, so these values must not change. */
export const WALLET_NAME = 'Condor';
export const RDNS = 'io.github.condor-wallet';

/**
 * From the worker to bridges: something has changed, so bridges that were connected must reconnect.
 */
export const WAKE = 'condor:wake';

/**
 * From the page to the bridge: the page uses the wallet, so the bridge needs the wallet's state and
 * events.
 */
export const LISTEN = 'condor:listen';

/** Maximum length of a request, in UTF-16 units of its JSON text. */
export const MAX_REQUEST_LENGTH = 1_000_000;

export interface PageRequest {
  /** Chosen by the page. The wallet only returns it with the response. */
  readonly id: string;
  readonly method: string;
  /** JSON text of the params, so that the page's data is copied only once. */
  readonly params: string;
}

interface PageError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface PageAnswer {
  readonly id: string;
  readonly result?: unknown;
  readonly error?: PageError;
}

/** The state that a document may see. It is the first message on each port. */
interface PageState {
  readonly chainId: string;
  readonly accounts: readonly string[];
}

export type PageEvent =
  | { readonly event: 'state'; readonly payload: PageState }
  | {
      readonly event: 'disconnect' | 'chainChanged' | 'accountsChanged' | 'message';
      readonly payload: unknown;
    };

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
