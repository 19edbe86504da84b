import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** Compiles one standard JSON input with solc and prints its standard JSON output. */
function main(): void {
  const solc: unknown = createRequire(import.meta.url)('solc');
  const compile =
    typeof solc === 'object' && solc !== null && 'compile' in solc ? solc.compile : undefined;
  if (typeof compile !== 'function') throw new Error('The package "solc" has no compiler in it.');
  parentPort?.postMessage(compile(String(workerData)));
}

main();
