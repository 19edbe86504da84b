import type { IncomingMessage } from 'node:http';
import type { Answer } from './vault-client.ts';

export async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  const entries = Object.entries(response.headers);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
    text: Buffer.concat(chunks).toString(),
  };
}
