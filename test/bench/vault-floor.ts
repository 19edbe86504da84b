import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { openSqlite } from '../../server/database/sqlite.ts';
import { parseAs, parseJson } from '../../shared/parse.ts';

/**
 * Does the minimum work of a vault on Fastify and SQLite, for comparison. `POST /commit` writes the
 * body with one FULL commit. `GET /vault` returns the texts of a file in turn, because the service
 * returns the vaults of different clients.
 */
const [file = 'floor.db', texts = 'texts.json'] = process.argv.slice(2);
const answers = parseAs(Type.Array(Type.String()), parseJson(readFileSync(texts, 'utf8'))) ?? [];
const db = openSqlite(file);
db.exec('create table vaults (id text primary key, revision integer, envelope text) strict');
const write = db.prepare(
  `insert into vaults values (?, 1, ?)
   on conflict (id) do update set envelope = excluded.envelope, revision = revision + 1`,
);
const app = Fastify();
let reads = 0;

app.post<{ Body: { id: string; envelope: string } }>('/commit', async (request) => {
  write.run(request.body.id, request.body.envelope);
  return { revision: 1 };
});
app.get('/vault', (_request, reply) => {
  const text = answers[reads++ % answers.length];
  reply.header('content-type', 'application/json; charset=utf-8').send(text);
});
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
console.log(`ready: ${typeof address === 'object' ? address?.port : ''}`);
