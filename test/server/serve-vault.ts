import { createHttpTransport } from '../helpers/http-transport.ts';
import { startServerProcess } from '../helpers/server-process.ts';
import { createVaultClient, type VaultClient } from '../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from './vault/harness.ts';

/** Runs a server while `work` uses its vault. Throws if the server doesn't exit cleanly. */
export async function serveVault<T>(
  databaseUrl: string,
  work: (client: VaultClient) => Promise<T>,
): Promise<T> {
  const server = await startServerProcess({ environment: { DATABASE_URL: databaseUrl } });
  const transport = createHttpTransport(server.port);
  let result: T;
  try {
    result = await work(createVaultClient(transport, DEVELOPMENT_TENANT));
  } catch (error) {
    await server.end('SIGKILL');
    throw error;
  } finally {
    transport.close();
  }
  const code = await server.end();
  if (code !== 0) throw new Error(`the server ended with code ${code}`);
  return result;
}
