import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FeedAnswer } from './feed-bytes.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Compression levels. Higher levels take seconds for a large feed. */
const LEVELS = { br: 4, gzip: 5 };
/** Bytes above which a feed is compressed less often. Compressing a large feed takes long. */
const LARGE_BYTES = 1_000_000;
const LARGE_AGE_MS = 1_000;
/** Milliseconds after which even an unchanged feed is encoded again: it contains the time. */
const MAX_AGE_MS = 30_000;

/**
 * Keeps the feed's compressed responses. A response is compressed off the event loop at the first
 * request after a change, or after half a minute, and all requests share it.
 */
export function createFeedEncodings(): (
  encoding: Encoding,
  answer: () => FeedAnswer,
) => Promise<FeedAnswer> {
  const kept = { br: createKept('br'), gzip: createKept('gzip') };
  return async (encoding, answer) => (encoding === 'identity' ? answer() : kept[encoding](answer));
}

function createKept(encoding: 'br' | 'gzip') {
  let last: { readonly of: FeedAnswer; readonly at: number; readonly made: FeedAnswer } | undefined;
  let preparing: Promise<void> | undefined;

  async function prepare(of: FeedAnswer): Promise<void> {
    const body = await compress[encoding](Buffer.concat(of.parts, of.bytes));
    last = { of, at: performance.now(), made: { ...of, parts: [body], bytes: body.length } };
  }

  return async (answer: () => FeedAnswer): Promise<FeedAnswer> => {
    for (;;) {
      const current = answer();
      if (last !== undefined) {
        const age = performance.now() - last.at;
        const isFresh = last.of.etag === current.etag && age < MAX_AGE_MS;
        const isRecent = current.bytes > LARGE_BYTES && age < LARGE_AGE_MS;
        if (isFresh || isRecent) return last.made;
      }
      preparing ??= prepare(current).finally(() => {
        preparing = undefined;
      });
      await preparing;
    }
  };
}

const compress = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: LEVELS.br,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: LEVELS.gzip }),
};

/** Returns the best encoding that a request accepts, by its Accept-Encoding header. */
export function encodingOf(accepted: string | undefined): Encoding {
  return (['br', 'gzip'] as const).find((name) => accepts(accepted, name)) ?? 'identity';
}

/** Returns true when an Accept-Encoding header names the encoding. */
export function accepts(accepted: string | undefined, encoding: 'br' | 'gzip'): boolean {
  return (accepted ?? '').split(',').some((part) => {
    const [name, ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((text) => text.trim());
    return name === encoding && !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text));
  });
}
