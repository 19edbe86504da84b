import { parseArgs } from 'node:util';
import { readCommandLine } from '../../server/command-line.ts';
import { endWithNpm } from '../run/end-with-parent.ts';
import { createEnding } from '../run/ending.ts';
import { fail } from '../run/ports.ts';
import { startCluster } from './cluster.ts';

const started = performance.now();
readCommandLine('npm run cluster', (args) => parseArgs({ args: [...args] }));
const ending = createEnding();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void ending.end(0));
endWithNpm(() => void ending.end(1));
try {
  const cluster = await startCluster((name, url) => console.log(`ready: ${name} ${url}`));
  ending.add(cluster.stop);
  console.log(
    `ready after ${((performance.now() - started) / 1000).toFixed(1)} s. Ctrl-C ends everything.`,
  );
} catch (error) {
  fail(error);
}
