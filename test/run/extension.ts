import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithParent } from './end-with-parent.ts';
import { progress } from './progress.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = [
  'entrypoints',
  'components',
  'shared',
  'wxt.config.ts',
  'package.json',
  'package-lock.json',
];

export const EXTENSION_PATH = join(ROOT, '.output', 'chrome-mv3');

/**
 * Builds for Chromium. `published` uses the public servers on Base, `devnet` uses the services of
 * `npm start`, and `simulated-passkeys` also marks passkeys as simulated.
 */
export type Build = 'published' | 'devnet' | 'simulated-passkeys';

export function extensionPath(build: Build): string {
  return build === 'published' ? EXTENSION_PATH : `${EXTENSION_PATH}-${build}`;
}

async function changedAt(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}

async function newestChange(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const names = await readdir(path, { recursive: true });
  return Math.max(0, ...(await Promise.all(names.map((name) => changedAt(join(path, name))))));
}

async function isStale(path: string): Promise<boolean> {
  const built = await changedAt(join(path, 'manifest.json'));
  const changes = await Promise.all(SOURCES.map((source) => newestChange(join(ROOT, source))));
  return built <= Math.max(...changes);
}

/**
 * Builds the extension for Chromium if a source changed after the last build. Returns the build's
 * folder.
 */
export async function buildExtension(build: Build = 'published'): Promise<string> {
  const path = extensionPath(build);
  if (!(await isStale(path))) return path;
  progress('building the extension, which takes up to half a minute');
  const wxt = join(ROOT, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  await new Promise<void>((resolve, reject) => {
    const mode = build === 'published' ? [] : ['--mode', build];
    const child = spawn(process.execPath, [wxt, 'build', '-b', 'chrome', '--mv3', ...mode], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Without a terminal, a signal reaches only this process.
    endWithParent(child);
    let output = '';
    const keep = (chunk: unknown) => {
      output += String(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) return resolve();
      if (signal !== null) return reject(new Error(`${signal} ended the build of the extension`));
      console.error(output.trim());
      reject(new Error('the extension could not be built; see above'));
    });
  });
  return path;
}
