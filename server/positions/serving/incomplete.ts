import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Queries } from './queries.ts';

/**
 * Marks responses while the index hasn't reached the head: objects by `synced: false` and
 * `lastIndexedBlock`, bare arrays by headers.
 */
export function markIncomplete(app: FastifyInstance, queries: Pick<Queries, 'cursor'>): void {
  app.addHook('onSend', async (_request, reply, payload: unknown) => {
    const cursor = await queries.cursor();
    if ((cursor?.synced_at ?? 0) > 0) return payload;
    const lastIndexedBlock = cursor === undefined ? null : cursor.block;
    reply.headers({
      'x-synced': 'false',
      'x-last-indexed-block': String(lastIndexedBlock),
      'access-control-expose-headers': 'x-synced, x-last-indexed-block',
    });
    const members = `{"synced":false,"lastIndexedBlock":${lastIndexedBlock}`;
    if (payload instanceof Readable) return Readable.from(withMembers(payload, members));
    const text = Buffer.isBuffer(payload) ? payload.toString() : payload;
    if (typeof text !== 'string' || !text.startsWith('{')) return payload;
    // The header gives the length without the added members.
    reply.removeHeader('content-length');
    return insertMembers(text, members);
  });
}

function insertMembers(object: string, members: string): string {
  return object.startsWith('{}') ? `${members}${object.slice(1)}` : `${members},${object.slice(1)}`;
}

/** Adds members to an object that is streamed as text. */
async function* withMembers(parts: Readable, members: string): AsyncGenerator<string> {
  // A character's bytes can be in two parts.
  const decoder = new TextDecoder();
  let isFirst = true;
  for await (const part of parts) {
    const text = typeof part === 'string' ? part : decoder.decode(part, { stream: true });
    yield isFirst && text.startsWith('{') ? insertMembers(text, members) : text;
    isFirst = false;
  }
  yield decoder.decode();
}
