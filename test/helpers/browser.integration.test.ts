import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { DEVELOPMENT_EXTENSION_ID, DEVELOPMENT_EXTENSION_KEY } from '../../shared/extension-id.ts';
import { addVirtualAuthenticator, ensureBrowser, launchWithExtension } from './browser.ts';

afterEach(() => vi.unstubAllEnvs());

test('throws a one-sentence error that names CHROME_PATH when no browser starts from that path', async () => {
  vi.stubEnv('CHROME_PATH', '/nowhere/chromium');
  await expect(ensureBrowser()).rejects.toThrow(
    /^CHROME_PATH is "\/nowhere\/chromium", but no browser starts from there\.$/,
  );
});

test('an extension with the development key has the development id and supports passkeys with PRF', async () => {
  const extension = await mkdtemp(join(tmpdir(), 'condor-extension-'));
  await writeFile(
    join(extension, 'manifest.json'),
    JSON.stringify({
      manifest_version: 3,
      name: 'probe',
      version: '1',
      key: DEVELOPMENT_EXTENSION_KEY,
      background: { service_worker: 'worker.js' },
    }),
  );
  await writeFile(join(extension, 'worker.js'), 'self.probe = 1;');
  await writeFile(join(extension, 'page.html'), '<title>probe</title>');
  const browser = await launchWithExtension({ extensionPath: extension, viewport: null });
  try {
    expect(browser.extensionId).toBe(DEVELOPMENT_EXTENSION_ID);
    const page = await browser.context.newPage();
    await page.goto(`chrome-extension://${browser.extensionId}/page.html`);
    await addVirtualAuthenticator(browser.context, page);
    const isPrfOn = await page.evaluate(async () => {
      const credential = await navigator.credentials.create({
        publicKey: {
          challenge: new Uint8Array(32),
          rp: { name: 'probe' },
          user: { id: new Uint8Array(8), name: 'probe', displayName: 'probe' },
          pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
          extensions: { prf: { eval: { first: new Uint8Array(32) } } },
        },
      });
      if (!(credential instanceof PublicKeyCredential)) return undefined;
      return credential.getClientExtensionResults().prf?.enabled;
    });
    expect(isPrfOn).toBe(true);
  } finally {
    await browser.close();
    await rm(extension, { recursive: true, force: true });
  }
});
