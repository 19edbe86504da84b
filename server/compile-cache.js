import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Preloaded by `npm run server`, in plain JavaScript on purpose: with it Node need not even load its
// TypeScript stripper once the sources are in the cache. The service starts faster and holds a fifth
// less memory. The cache lies beside the packages, never where other users can write; where it
// cannot be written, Node goes on without.
const root = new URL('../', import.meta.url);
const cache = fileURLToPath(new URL('node_modules/.cache/condor/', root));
enableCompileCache(cache);

// A process that fills the cache keeps the stripper's memory for as long as it lives, and a service
// lives for months: so after an upgrade another process fills it first, and ends.
const FILLING = 'CONDOR_FILLS_COMPILE_CACHE';
const FILLING_MS = 60_000;
/** A filling that is cut off is begun again, but not at each start of a machine that is too slow. */
const MOST_FILLINGS = 3;
if (process.env[FILLING] === undefined) fillOnce();

function fillOnce() {
  // The engine keeps a cache for each set of its flags (all that we give hold a number).
  const flags = process.execArgv.filter((flag) => /^--(?!inspect)[a-z-]+=\d+$/.test(flag));
  const marker = `${cache}filled${flags.join('').replaceAll('=', '-')}`;
  let state;
  try {
    state = sourceState();
    const [kept, fillings] = readMarker(marker);
    const begun = kept === state ? fillings : 0;
    if (begun >= MOST_FILLINGS) return;
    mkdirSync(cache, { recursive: true });
    writeFileSync(marker, `${state} ${begun + 1}`);
  } catch {
    // The sources cannot be read, or nothing can be kept: filling would be in vain at each start.
    return;
  }
  const file = (name) => fileURLToPath(new URL(name, root));
  // Modules that are loaded late are named; the last one is `main.ts`, which a setting that cannot
  // be used ends as soon as all is loaded.
  const late = ['orders/plugin.ts', 'positions/plugin.ts', 'database/postgres-driver.ts'];
  const imports = ['compile-cache.js', ...late].map((name) => `--import=${file(`server/${name}`)}`);
  const { status } = spawnSync(process.execPath, [...flags, ...imports, file('server/main.ts')], {
    env: { ...process.env, [FILLING]: '1', PORT: 'none' },
    stdio: 'ignore',
    timeout: FILLING_MS,
  });
  // A process that a signal ended has kept nothing.
  if (status === null) return;
  try {
    writeFileSync(marker, `${state} ${MOST_FILLINGS}`);
  } catch {
    // The next start fills again, so often at most.
  }
}

/** Which sources the cache was filled for, and how many fillings were begun; after a whole one none is left. */
function readMarker(marker) {
  try {
    const [state, fillings] = readFileSync(marker, 'utf8').split(' ');
    return [state, Number(fillings)];
  } catch {
    return ['', 0];
  }
}

/** Changes whenever Node or a source does. */
function sourceState() {
  const hash = createHash('sha256').update(process.version);
  for (const folder of ['server/', 'shared/']) {
    const at = fileURLToPath(new URL(folder, root));
    for (const name of readdirSync(at, { recursive: true }).sort()) {
      if (!name.endsWith('.ts')) continue;
      const { mtimeMs, size } = statSync(at + name);
      hash.update(`${name} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex');
}
