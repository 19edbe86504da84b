import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { cutSlowReader } from '../../../server/http/slow-reader.ts';

const TIMEOUTS = { idle: 60, whole: 200 };
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function serve(send: (response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((_request, response) => {
    response.flushHeaders();
    cutSlowReader(response, TIMEOUTS);
    send(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://127.0.0.1:${port}/`;
}

it('keeps a connection open while the server sends slowly and the client reads everything', async () => {
  const url = await serve(async (response) => {
    for (let part = 0; part < 4; part++) {
      await wait(2 * TIMEOUTS.idle);
      response.write('x'.repeat(100));
    }
    response.end();
  });
  const answer = await fetch(url);
  expect(await answer.text()).toHaveLength(400);
});
