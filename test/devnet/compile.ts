import { createHash } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Hex } from 'viem';
import { isRecord } from '../../shared/is-record.ts';
import { progress } from '../run/progress.ts';

const SOURCES = fileURLToPath(new URL('contracts/', import.meta.url));
const ARTEFACTS = fileURLToPath(new URL('artefacts.json', import.meta.url));
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

/** Compiles in a separate thread, because the compiler takes seconds and 200 MB. */
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

/** Returns the compiler's input, and its digest with the compiler's version. */
async function readInput(): Promise<{ readonly input: string; readonly digest: string }> {
  const sources = await readSources();
  const input = JSON.stringify({ language: 'Solidity', sources, settings: SETTINGS });
  const solc: unknown = createRequire(import.meta.url)('solc/package.json');
  const version = String(child(solc, 'version'));
  return { input, digest: createHash('sha256').update(version).update(input).digest('hex') };
}

async function readArtefacts(digest: string): Promise<Artefacts | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(ARTEFACTS, 'utf8'));
    return child(value, 'digest') === digest ? parseArtefacts(child(value, 'code')) : undefined;
  } catch {
    // Without a valid file, the contracts are compiled.
    return undefined;
  }
}

/** Returns true when `artefacts.json` belongs to the sources, the settings and the compiler. */
export async function areArtefactsCurrent(): Promise<boolean> {
  const { digest } = await readInput();
  return (await readArtefacts(digest)) !== undefined;
}

export async function compileSources(): Promise<Artefacts> {
  return compileNow((await readInput()).input);
}

/**
 * Returns the devnet's contracts as creation bytecode (solc, optimizer on). Uses `artefacts.json`
 * if its digest matches the sources; otherwise compiles the contracts and replaces the file.
 */
export async function compileContracts(): Promise<Artefacts> {
  const { input, digest } = await readInput();
  const known = await readArtefacts(digest);
  if (known !== undefined) return known;
  progress('compiling the devnet’s contracts, which have changed; this takes half a minute');
  const code = await compileNow(input);
  // Renames the file only when it is complete, so that concurrent processes never read a partial
  // file.
  const draft = `${ARTEFACTS}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify({ digest, code }, undefined, 1)}\n`);
  await rename(draft, ARTEFACTS);
  return code;
}
