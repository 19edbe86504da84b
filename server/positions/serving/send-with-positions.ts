import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import type { UnixSeconds } from '../../../shared/units.ts';

interface Answer {
  readonly head: object;
  /** Name of the member that contains the positions. */
  readonly name: string;
  readonly positions: AsyncIterable<PositionRecord>;
  readonly now: UnixSeconds;
}

/** Streams an object whose last member is positions by address, without keeping all in memory. */
export function sendWithPositions(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(Readable.from(partsOf(answer)));
}

async function* partsOf({ head, name, positions, now }: Answer): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"${name}":{`;
  let separator = '';
  for await (const position of positions) {
    yield `${separator}"${position.address}":${JSON.stringify(positionToWire(position, now))}`;
    separator = ',';
  }
  yield '}}';
}
