import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Hex } from 'viem';
import { isRecord } from '../../shared/is-record.ts';

const SOURCES = fileURLToPath(new URL('contracts/', import.meta.url));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/condor-devnet/', import.meta.url));
const SETTINGS = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
} as const;

/** Creation bytecode by contract name. */
export type Artefacts = Readonly<Record<string, Hex>>;

async function readSources(): Promise<Record<string, { content: string }>> {
  const entries = await readdir(SOURCES, { recursive: true });
  const names = entries
    .filter((name) => name.endsWith('.sol'))
    .map((name) => name.replaceAll('\\', '/'));
  const sources: Record<string, { content: string }> = {};
  for (const name of names.sort())
    sources[name] = { content: await readFile(join(SOURCES, name), 'utf8') };
  return sources;
}

function child(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

function parseArtefacts(value: unknown): Artefacts | undefined {
  if (!isRecord(value)) return undefined;
  const artefacts: Record<string, Hex> = {};
  for (const [name, code] of Object.entries(value)) {
    if (typeof code !== 'string' || !/^0x[0-9a-f]+$/.test(code)) return undefined;
    artefacts[name] = `0x${code.slice(2)}`;
  }
  return artefacts;
}

/**
 * Compiles in a separate thread: the compiler takes seconds, 200 MB, and adds listeners to the
 * process.
 */
async function compileNow(input: string): Promise<Artefacts> {
  const output: unknown = await new Promise((resolve, reject) => {
    const worker = new Worker(new URL('compile-worker.ts', import.meta.url), { workerData: input });
    worker.once('message', (text: unknown) => resolve(JSON.parse(String(text))));
    worker.once('error', reject);
  });
  const problems = child(output, 'errors');
  const errors = (Array.isArray(problems) ? problems : [])
    .filter((problem) => child(problem, 'severity') === 'error')
    .map((problem) => String(child(problem, 'formattedMessage')));
  if (errors.length > 0)
    throw new Error(`The devnet's contracts do not compile:\n${errors.join('\n')}`);
  const artefacts: Record<string, Hex> = {};
  for (const file of Object.values(child(output, 'contracts') ?? {})) {
    for (const [name, contract] of Object.entries(isRecord(file) ? file : {})) {
      const code = child(child(child(contract, 'evm'), 'bytecode'), 'object');
      if (typeof code === 'string' && code !== '') artefacts[name] = `0x${code}`;
    }
  }
  return artefacts;
}

async function readCache(path: string): Promise<Artefacts | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return parseArtefacts(value);
  } catch {
    // Without a valid cache the contracts are compiled again.
    return undefined;
  }
}

/**
 * Compiles the devnet's contracts (solc, optimizer on) to creation bytecode. Caches the result in
 * `node_modules/.cache` by the hash of sources and settings.
 */
export async function compileContracts(): Promise<Artefacts> {
  const input = JSON.stringify({
    language: 'Solidity',
    sources: await readSources(),
    settings: SETTINGS,
  });
  const solc: unknown = createRequire(import.meta.url)('solc/package.json');
  const version = String(child(solc, 'version'));
  const hash = createHash('sha256').update(version).update(input).digest('hex');
  const path = join(CACHE, `${hash.slice(0, 32)}.json`);
  const cached = await readCache(path);
  if (cached !== undefined) return cached;
  const artefacts = await compileNow(input);
  await mkdir(dirname(path), { recursive: true });
  // Renamed when complete, so that processes that start together never read a partial file.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, JSON.stringify(artefacts));
  await rename(draft, path);
  return artefacts;
}
