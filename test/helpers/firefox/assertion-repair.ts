import { createHash, createPrivateKey, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { isRecord } from '../../../shared/is-record.ts';

/** A passkey of the virtual authenticator, as WebDriver exports it. */
export interface VirtualPasskey {
  readonly credentialId: string;
  /** PKCS #8, base64url. */
  readonly privateKey: string;
}

export interface AssertionRepair {
  /** Server address to enter in the wallet. */
  readonly url: string;
  /** `Origin` headers of all requests to the vault service. A missing header is an empty text. */
  readonly origins: ReadonlySet<string>;
  stop(): Promise<void>;
}

const FLAGS_AT = 32;
const EXTENSION_DATA = 0x80;
/** Length of an assertion's authenticator data without extensions. */
const PLAIN_LENGTH = 37;

/**
 * Forwards requests to a vault server, and corrects an error of Firefox's virtual authenticator in
 * assertions. An assertion with a PRF value contains extension data but not the extension flag
 * (measured in Firefox 153), so the server rejects it. Hardware sets the flag. The correction sets
 * the flag and signs again with the exported private key.
 */
export async function startAssertionRepair(options: {
  port: number;
  /** Base address of the services. */
  target: string;
  passkeys: () => Promise<readonly VirtualPasskey[]>;
}): Promise<AssertionRepair> {
  const { port, target, passkeys } = options;
  const origins = new Set<string>();
  const server = createServer((incoming, response) => {
    if (/^\/(?:ext\/)?v1\//.test(incoming.url ?? '')) origins.add(incoming.headers.origin ?? '');
    const forward = async () => {
      const text = await bodyOf(incoming);
      const isAssertion = text.includes('"authenticatorData"');
      const body = isAssertion ? repaired(text, await passkeys()) : text;
      const headers = { ...incoming.headers, host: new URL(target).host };
      const outgoing = request(`${target}${incoming.url ?? ''}`, {
        method: incoming.method ?? 'GET',
        headers: isAssertion ? { ...headers, 'content-length': Buffer.byteLength(body) } : headers,
      });
      outgoing.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', () => response.destroy());
      outgoing.end(body);
    };
    forward().catch(() => response.destroy());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://localhost:${port}`,
    origins,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Returns JSON in which every assertion is corrected. */
function repaired(json: string, passkeys: readonly VirtualPasskey[]): string {
  return JSON.stringify(
    JSON.parse(json, (_, value: unknown) => {
      if (!isRecord(value) || !isRecord(value.response)) return value;
      const passkey = passkeys.find(({ credentialId }) => credentialId === value.id);
      if (passkey === undefined) return value;
      return { ...value, response: { ...value.response, ...signedAgain(value.response, passkey) } };
    }),
  );
}

function signedAgain(
  { authenticatorData, clientDataJSON }: Record<string, unknown>,
  { privateKey }: VirtualPasskey,
): Record<string, string> {
  const data = Buffer.from(String(authenticatorData), 'base64url');
  if (data.length <= PLAIN_LENGTH) return {};
  data.writeUInt8(data.readUInt8(FLAGS_AT) | EXTENSION_DATA, FLAGS_AT);
  const clientHash = createHash('sha256')
    .update(Buffer.from(String(clientDataJSON), 'base64url'))
    .digest();
  const key = createPrivateKey({
    key: Buffer.from(privateKey, 'base64url'),
    format: 'der',
    type: 'pkcs8',
  });
  return {
    authenticatorData: data.toString('base64url'),
    signature: sign('sha256', Buffer.concat([data, clientHash]), key).toString('base64url'),
  };
}
