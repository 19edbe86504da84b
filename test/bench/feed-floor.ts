import { createServer, type ServerResponse } from 'node:http';

/**
 * Baseline of the benchmark `feed`: a bare server in its own process. `POST` sends its body to all
 * streams immediately. `GET /orders/` returns a body that is prepared once. Argument: the body's
 * size in bytes.
 */
const body = Buffer.alloc(Number(process.argv[2]), 'x');
const streams = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.method === 'POST') {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const event = Buffer.concat([Buffer.from('data: '), ...chunks, Buffer.from('\n\n')]);
      for (const stream of streams) stream.write(event);
      response.end();
    });
    return;
  }
  if (request.url === '/orders/') {
    response.setHeader('etag', '"1"');
    response.end(body);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
  streams.add(response);
  response.once('close', () => streams.delete(response));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`ready: http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
