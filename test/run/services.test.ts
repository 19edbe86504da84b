import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SERVER_FLAGS } from './server-flags.ts';
import { startServices } from './services.ts';

test('throws the service’s own error when a service refuses to start', async () => {
  const started = startServices(new Set(['vault']), { PORT: 'eighty' });
  await expect(started).rejects.toThrow(
    'PORT is "eighty"; allowed: a whole number from 0 to 65535',
  );
});

test('the Node flags of the services are the flags of `npm run server`', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(text).toContain(`exec node $flags ${SERVER_FLAGS.join(' ')} server/main.ts`);
});
