import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { describeAdmin } from './admin-suite.ts';

const directory = mkdtempSync(join(tmpdir(), 'condor-admin-'));
let databases = 0;
afterAll(() => rmSync(directory, { recursive: true }));

describeAdmin('SQLite', async () => ({
  engine: 'sqlite',
  file: join(directory, `vault${databases++}.db`),
}));
