import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type SlicedList, slicesOf } from './slices.ts';

/**
 * Streams JSON in parts. The first part is read before the response begins, so that a failure of
 * the first read still gets an error status.
 */
export async function sendParts(
  reply: FastifyReply,
  parts: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const first = await parts.next();
  async function* all() {
    if (first.done !== true) yield first.value;
    yield* parts;
  }
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(Readable.from(all(), { objectMode: false }));
}

/** Yields a JSON array of the list's items, between the texts `head` and `tail`. */
export async function* arrayParts<T>(
  list: SlicedList<T>,
  head = '[',
  tail = () => ']',
): AsyncGenerator<string> {
  yield* rowParts(list, head, (item) => JSON.stringify(item));
  yield tail();
}

/** Yields the text `head`, the list's items as members of a JSON object, and the text `tail`. */
export async function* objectParts<T>(
  list: SlicedList<T>,
  shape: {
    readonly head: string;
    readonly nameOf: (item: T) => string;
    readonly jsonOf: (item: T) => unknown;
    readonly tail: string;
  },
): AsyncGenerator<string> {
  const { head, nameOf, jsonOf, tail } = shape;
  yield* rowParts(list, head, (item) => `"${nameOf(item)}":${JSON.stringify(jsonOf(item))}`);
  yield tail;
}

async function* rowParts<T>(
  list: SlicedList<T>,
  head: string,
  textOf: (item: T) => string,
): AsyncGenerator<string> {
  let before = head;
  for await (const { items } of slicesOf(list)) {
    if (items.length === 0) continue;
    yield before + items.map(textOf).join(',');
    before = ',';
  }
  if (before === head) yield head;
}
