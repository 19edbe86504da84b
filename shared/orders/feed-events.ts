import { isRecord } from '../is-record.ts';
import { isWithinShape, type JsonShape } from '../json-shape.ts';
import { parseJson } from '../parse.ts';
import { type FeedBody, parseFeedBody } from './parse-feed.ts';

/** A step of a feed from one version to the next. */
interface FeedChange {
  readonly version: string;
  readonly added: FeedBody;
  /** Digests of orders that the feed no longer lists. */
  readonly removed: readonly string[];
}

/** `reset`: the feed doesn't know the version that we named, so it must be read again. */
export type FeedEvent =
  | { readonly kind: 'change'; readonly change: FeedChange }
  | { readonly kind: 'reset' }
  | { readonly kind: 'heartbeat' };

/**
 * Parses one event of a feed's stream from its lines, without the empty line at the end. Returns
 * undefined for other events.
 * @param shape limits of the event's JSON
 */
export function parseFeedEvent(lines: readonly string[], shape: JsonShape): FeedEvent | undefined {
  const member = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const data = member('data');
  if (data === undefined)
    return lines.every((line) => line.startsWith(':')) ? { kind: 'heartbeat' } : undefined;
  if (member('event') === 'reset') return { kind: 'reset' };
  const version = member('id');
  const body = isWithinShape(data, shape) ? parseJson(data) : undefined;
  if (version === undefined || !isRecord(body) || !Array.isArray(body.removed)) return undefined;
  const added = parseFeedBody({ orders: body.added, market_data: body.market_data });
  const removed = (body.removed as readonly unknown[]).map(digestIn);
  if (added === undefined || !removed.every((digest) => digest !== undefined)) return undefined;
  return { kind: 'change', change: { version, added, removed } };
}

function digestIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value) ? value : undefined;
}
