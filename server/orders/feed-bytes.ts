import { createHash } from 'node:crypto';
import type { EpochMs } from '../../shared/units.ts';

/** A response as a list of buffers. Responses share the buffers, so never write to them. */
export interface FeedAnswer {
  readonly parts: readonly Buffer[];
  readonly bytes: number;
  /**
   * Identifies the entries and the prices, but not the time of the response. The ETag is equal for
   * all instances with the same prices and the same entries in any order.
   */
  readonly etag: string;
}

type Entries = Pick<FeedAnswer, 'parts' | 'bytes'>;

/**
 * Keeps the feed's response as prepared chunks of bytes: each entry has a slot, slots belong to
 * chunks of fixed size, and only changed chunks are rebuilt. Ten thousand orders take 8 MB. A new
 * order rebuilds one chunk, and a slow reader keeps only those chunks in memory that have changed
 * since the reader's request.
 */
export interface FeedBytes {
  /** Puts an entry's JSON into a slot. */
  take(body: string, isShown: boolean): number;
  free(slot: number): void;
  /** Shows or hides an entry. Returns the entry's JSON. */
  show(slot: number, isShown: boolean): string | undefined;
  answer(now: EpochMs, marketData: Readonly<Record<string, number>>): FeedAnswer;
}

const SLOTS_PER_PIECE = 64;
/** Wallets reject a feed above 16,000,000 bytes, so orders above this limit are left out. */
const MAX_BYTES = 15_500_000;

interface Piece {
  readonly bodies: (string | undefined)[];
  readonly shown: boolean[];
  /** All shown entries of the chunk, each after a comma; undefined after a change. */
  bytes: Buffer | undefined;
}

export function createFeedBytes(): FeedBytes {
  const pieces: Piece[] = [];
  const freeSlots: number[] = [];
  let slots = 0;
  let changedAt: EpochMs | undefined;
  let entries: Entries | undefined;
  let shownSum = 0n;
  const hashes: bigint[] = [];

  function pieceOf(slot: number): Piece {
    const index = Math.floor(slot / SLOTS_PER_PIECE);
    const piece = pieces[index] ?? { bodies: [], shown: [], bytes: undefined };
    pieces[index] = piece;
    return piece;
  }

  function isShown(slot: number): boolean {
    const { bodies, shown } = pieceOf(slot);
    const position = slot % SLOTS_PER_PIECE;
    return bodies[position] !== undefined && shown[position] === true;
  }

  function change(slot: number, edit: (piece: Piece, position: number) => void): void {
    const piece = pieceOf(slot);
    const before = isShown(slot);
    edit(piece, slot % SLOTS_PER_PIECE);
    const difference = Number(isShown(slot)) - Number(before);
    shownSum = BigInt.asUintN(256, shownSum + BigInt(difference) * (hashes[slot] ?? 0n));
    piece.bytes = undefined;
    entries = undefined;
    changedAt = undefined;
  }

  function joinEntries(): Entries {
    const parts: Buffer[] = [];
    let bytes = 0;
    for (const piece of pieces) {
      piece.bytes ??= Buffer.from(joined(piece));
      if (piece.bytes.length === 0) continue;
      if (bytes + piece.bytes.length > MAX_BYTES) break;
      // The feed's first entry has no comma before it.
      parts.push(parts.length === 0 ? piece.bytes.subarray(1) : piece.bytes);
      bytes += parts.at(-1)?.length ?? 0;
    }
    return { parts, bytes };
  }

  return {
    take(body, shown) {
      const slot = freeSlots.pop() ?? slots++;
      hashes[slot] = BigInt(`0x${sha256(body)}`);
      change(slot, (piece, position) => {
        piece.bodies[position] = body;
        piece.shown[position] = shown;
      });
      return slot;
    },
    free(slot) {
      freeSlots.push(slot);
      change(slot, (piece, position) => {
        piece.bodies[position] = undefined;
      });
    },
    show(slot, shown) {
      change(slot, (piece, position) => {
        piece.shown[position] = shown;
      });
      return pieceOf(slot).bodies[slot % SLOTS_PER_PIECE];
    },
    answer(now, marketData) {
      const market = JSON.stringify(marketData);
      entries ??= joinEntries();
      changedAt ??= now;
      const head = Buffer.from(`{"data":{"timestamp":"${new Date(now).toISOString()}","orders":[`);
      const tail = Buffer.from(
        `],"market_data":${market}},"metadata":{"last_updated":${changedAt},"current_time":${now}}}`,
      );
      return {
        parts: [head, ...entries.parts, tail],
        bytes: head.length + entries.bytes + tail.length,
        etag: `W/"${sha256(`${shownSum} ${market}`).slice(0, 32)}"`,
      };
    },
  };
}

function joined({ bodies, shown }: Piece): string {
  let text = '';
  for (let i = 0; i < bodies.length; i++)
    if (bodies[i] !== undefined && shown[i] === true) text += `,${bodies[i]}`;
  return text;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
