import { statedRange } from './stated-range.ts';

/**
 * Reason why a node refused a request: `range` needs fewer blocks, `address` a filter with
 * addresses, `addresses` a filter with fewer addresses, `busy` a slower pace, `down` another node;
 * `rejected` is final.
 */
export type NodeRefusalKind = 'range' | 'address' | 'addresses' | 'busy' | 'down' | 'rejected';

export interface NodeRefusal {
  readonly kind: NodeRefusalKind;
  /** Maximum that the node named: blocks for `range`, addresses for `addresses`. */
  readonly limit?: number;
}

const BUSY =
  /rate.?limit|(?:request|call)s? (?:rate|limit)(?!.*\bblock)|rate exceeded|too many (?:requests?|calls)|concurrent (?:requests|calls)|throttl|capacity|quota|try again|\b[rtq]ps\b|credits/i;
/** A number of requests per time, which isn't a number of blocks. */
const PER_TIME =
  /(?:\/|\bper\s+|(?:requests?|calls)\s+(?:in|within|an?|each|every)\s+)(?:\d+\s*)?(?:s|secs?|seconds?|m|mins?|minutes?|h|hours?|days?|month)\b|(?:requests?|calls|compute units)\s*\/\s*\w/i;
const DOWN = /no backend|unhealthy|currently unavailable|temporarily|bad gateway/i;
const ADDRESS = /specify an address|address (?:is )?required|without an? address/i;
/** Too many addresses. Captures the position of the first one too many, if the text has it. */
const ADDRESSES =
  /(?:too many|less than|fewer than|more than|at most|up to|over|limit\w*|max\w*|exceed\w*|number of)(?:\s+(?:of|to|is))?\s+(\d{1,6}\s+)?addresses\b|\baddresses\b[^.]*(?:limit|max|exceed|too many|too long)/i;
const RANGE =
  /range|distance|too (?:many|large|wide)|more than|exceed|response size|limit|timeout|timed out/i;

/**
 * Maximum number of searched characters of an error: nodes can send any number, and patterns are
 * slow for many.
 */
const READ_CHARACTERS = 300;

/** Classifies a JSON-RPC error by code and text, because nodes don't agree on codes. */
export function refusalOf(
  method: string,
  { code, message: whole }: { readonly code: number; readonly message: string },
): NodeRefusal {
  const message = whole.slice(0, READ_CHARACTERS);
  const isLogs = method === 'eth_getLogs';
  const tooMany = isLogs ? ADDRESSES.exec(message) : null;
  if (tooMany !== null) {
    const limit = Number(tooMany[1] ?? 0) - 1;
    return { kind: 'addresses', ...(limit > 0 && { limit }) };
  }
  if (isLogs && (code === -32701 || ADDRESS.test(message))) return { kind: 'address' };
  if (
    BUSY.test(message) ||
    PER_TIME.test(message) ||
    code === -32007 ||
    code === 429 ||
    code === -32016
  )
    return { kind: 'busy' };
  if (DOWN.test(message) || code === -32011) return { kind: 'down' };
  // For other methods than log requests, this code means a rate limit (EIP-1474).
  if (code === -32005 && !isLogs) return { kind: 'busy' };
  if (!RANGE.test(message) && code !== -32005 && code !== -32602) return { kind: 'rejected' };
  // Only a log request has a block range to reduce. Other requests are sent to the next node.
  if (!isLogs) return { kind: 'down' };
  const limit = statedRange(message);
  return { kind: 'range', ...(limit !== undefined && { limit }) };
}
