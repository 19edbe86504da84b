import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { markIncomplete } from '../../../server/positions/serving/incomplete.ts';

it('keeps characters whose bytes are in different parts of a stream', async () => {
  const app = Fastify();
  markIncomplete(app, { cursor: async () => undefined });
  const bytes = Buffer.from('{"note":"Über €"}');
  const parts = Array.from(bytes, (byte) => Buffer.of(byte));
  app.get('/', (_request, reply) => reply.send(Readable.from(parts)));
  expect((await app.inject('/')).json()).toEqual({
    synced: false,
    lastIndexedBlock: null,
    note: 'Über €',
  });
  await app.close();
});
