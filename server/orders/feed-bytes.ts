import type { EpochMs } from '../../shared/units.ts';

/**
 * The feed's answer as bytes that are prepared in pieces: entries stand in slots, slots in pieces of
 * a fixed size, and only pieces that changed are put together again. Ten thousand orders are eight
 * megabytes; a new order costs one piece and one copy of the whole.
 */
export interface FeedBytes {
  /** Puts an entry's JSON into a slot and shows it. */
  take(body: string): number;
  free(slot: number): void;
  show(slot: number, isShown: boolean): void;
  answer(now: EpochMs, marketData: Readonly<Record<string, number>>): Buffer;
}

const SLOTS_PER_PIECE = 64;
/** How long the answer's own clock may stand still. */
const CLOCK_MS = 1000;

interface Piece {
  readonly bodies: (string | undefined)[];
  readonly shown: boolean[];
  /** Each shown entry with a comma before it; undefined when out of date. */
  bytes: Buffer | undefined;
}

export function createFeedBytes(): FeedBytes {
  const pieces: Piece[] = [];
  const freeSlots: number[] = [];
  let slots = 0;
  let changedAt: EpochMs | undefined;
  let prepared:
    | { readonly at: EpochMs; readonly market: string; readonly bytes: Buffer }
    | undefined;

  function pieceOf(slot: number): Piece {
    const index = Math.floor(slot / SLOTS_PER_PIECE);
    const piece = pieces[index] ?? { bodies: [], shown: [], bytes: undefined };
    pieces[index] = piece;
    return piece;
  }

  function change(slot: number, edit: (piece: Piece, position: number) => void): void {
    const piece = pieceOf(slot);
    edit(piece, slot % SLOTS_PER_PIECE);
    piece.bytes = undefined;
    prepared = undefined;
    changedAt = undefined;
  }

  function entries(): Buffer[] {
    const parts = pieces.map((piece) => {
      piece.bytes ??= Buffer.from(joined(piece));
      return piece.bytes;
    });
    const first = parts.findIndex((part) => part.length > 0);
    return first < 0 ? [] : parts.map((part, i) => (i === first ? part.subarray(1) : part));
  }

  return {
    take(body) {
      const slot = freeSlots.pop() ?? slots++;
      change(slot, (piece, position) => {
        piece.bodies[position] = body;
        piece.shown[position] = true;
      });
      return slot;
    },
    free(slot) {
      freeSlots.push(slot);
      change(slot, (piece, position) => {
        piece.bodies[position] = undefined;
      });
    },
    show(slot, isShown) {
      change(slot, (piece, position) => {
        piece.shown[position] = isShown;
      });
    },
    answer(now, marketData) {
      const market = JSON.stringify(marketData);
      const isCurrent = prepared?.market === market && now - prepared.at < CLOCK_MS;
      if (prepared !== undefined && isCurrent) return prepared.bytes;
      changedAt ??= now;
      const head = `{"data":{"timestamp":"${new Date(now).toISOString()}","orders":[`;
      const tail = `],"market_data":${market}},"metadata":{"last_updated":${changedAt},"current_time":${now}}}`;
      const bytes = Buffer.concat([Buffer.from(head), ...entries(), Buffer.from(tail)]);
      prepared = { at: now, market, bytes };
      return bytes;
    },
  };
}

function joined({ bodies, shown }: Piece): string {
  let text = '';
  for (let i = 0; i < bodies.length; i++)
    if (bodies[i] !== undefined && shown[i] === true) text += `,${bodies[i]}`;
  return text;
}
