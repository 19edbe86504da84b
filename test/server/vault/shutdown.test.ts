import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { VaultStore } from '../../../server/vault/store.ts';
import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import { commitBody } from '../../helpers/vault-client.ts';
import { startVault, TENANT } from './harness.ts';

/** Creates a store whose commits wait until the test releases them. */
function gatedStore() {
  const store = createMemoryVaultStore();
  let open: () => void = () => undefined;
  let arrived: () => void = () => undefined;
  let isGated = false;
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const opening = new Promise<void>((resolve) => {
    open = resolve;
  });
  let isClosed = false;
  const gated: VaultStore = {
    ...store,
    async commit(commit) {
      if (isGated) {
        arrived();
        await opening;
      }
      expect(isClosed).toBe(false);
      return store.commit(commit);
    },
    async close() {
      isClosed = true;
    },
  };
  return {
    store: gated,
    arrival,
    open: () => open(),
    gate: () => {
      isGated = true;
    },
  };
}

describe('a stopping service', () => {
  it('finishes the running commit and rejects new requests with SERVICE_UNAVAILABLE', async () => {
    const gate = gatedStore();
    const vault = await startVault({ store: gate.store, listen: true });
    const { account, authenticator } = await vault.client.openAccount();
    const prepared = await vault.client.prepareCommit(account, authenticator);
    gate.gate();

    const head = `Host: x\r\nOrigin: ${TENANT.origin}\r\nAuthorization: Bearer ${account.token}\r\n`;
    const body = commitBody(prepared);
    const socket = connect(vault.port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      `POST /v1/mutations/commit HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await gate.arrival;
    const closing = vault.close();
    // The connection has a running request, so it stays open and can receive another request.
    const another = once(vault.app.server, 'request');
    socket.write(`GET /v1/vault HTTP/1.1\r\n${head}\r\n`);
    await another;
    gate.open();
    await closing;
    await ended;

    const [, committed = '', refused = ''] = received.split('HTTP/1.1 ');
    expect(committed).toMatch(/^200 OK/);
    expect(committed).toContain(JSON.stringify({ revision: 2, digest: prepared.digest }));
    expect(refused).toMatch(/^503 Service Unavailable/);
    expect(refused.toLowerCase()).toContain('retry-after: 2');
    expect(refused).toContain('{"error":"SERVICE_UNAVAILABLE"}');
    await expect(vault.client.vault(account.token)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
