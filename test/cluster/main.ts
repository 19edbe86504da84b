import { parseArgs } from 'node:util';
import { readCommandLine, UsageError } from '../../server/command-line.ts';
import { endWithNpm } from '../run/end-with-parent.ts';
import { createEnding } from '../run/ending.ts';
import { fail } from '../run/ports.ts';
import { type CheckResult, checkCluster } from './check.ts';
import { CLUSTER_TENANT, type Cluster, startCluster } from './cluster.ts';
import { FAULTS, type Fault, KILLED_PRIMARY, loseCommits } from './faults.ts';
import { randomFaults } from './random-faults.ts';

const USAGE =
  'npm run cluster [-- --check] [--minutes 10] [--faults 50] [--clients 8] [--seed 1] [--only NAME]';
const PAUSE_MS = 150;
/** Maximum milliseconds without service after the primary's machine is lost. */
const WRITES_MS = 20_000;
const STANDBY_READS_MS = 5000;

const started = performance.now();
const options = readCommandLine(USAGE, (args) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      check: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '10' },
      faults: { type: 'string', default: '50' },
      clients: { type: 'string', default: '8' },
      only: { type: 'string', default: '' },
      seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
    },
  });
  return {
    isCheck: values.check,
    kinds: kindsNamed(values.only),
    leastMs: 60_000 * positive('--minutes', values.minutes),
    faults: positive('--faults', values.faults),
    clients: positive('--clients', values.clients),
    seed: positive('--seed', values.seed),
  };
});

function kindsNamed(text: string): readonly Fault[] {
  const kinds = FAULTS.filter(({ name }) => name.includes(text));
  if (kinds.length === 0)
    throw new UsageError(`--only takes a part of: ${FAULTS.map(({ name }) => name).join('; ')}`);
  return kinds;
}

function positive(flag: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value)))
    throw new UsageError(`${flag} takes a number above 0`);
  return value;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Prints the figures of a run. Returns the number of lost commits. */
function report(title: string, result: CheckResult): number {
  const { anomalies, acknowledged, unknown, faults, durationMs } = result;
  const losses = anomalies.filter(({ kind }) => kind === 'lost-commit').length;
  console.log(
    `${title}: ${acknowledged} commits acknowledged, ${unknown} unknown, ${faults.length} faults in ${seconds(durationMs)}; ${losses} lost; longest time without writes ${seconds(result.writesMs)}, without reads of a vault ${seconds(result.readsMs)}, without reads at a standby ${seconds(result.standbyReadsMs)}`,
  );
  return losses;
}

/** Runs the check with and without synchronous replication. Returns the problems. */
async function check(cluster: Cluster): Promise<readonly string[]> {
  const { seed, clients, leastMs, faults, kinds } = options;
  console.log(`check: seed ${seed}`);
  const onFault: Parameters<typeof checkCluster>[1]['onFault'] = (fault) =>
    console.log(
      `${fault.name}: healthy after ${seconds(fault.durationMs)}; without writes ${seconds(fault.writesMs)}, without reads of a vault ${seconds(fault.readsMs)}, without reads at a standby ${seconds(fault.standbyReadsMs)}`,
    );
  const common = { seed, clients, pauseMs: PAUSE_MS, onFault };
  const synchronous = await checkCluster(cluster, {
    ...common,
    leastMs,
    faults: () => randomFaults(seed, faults, kinds),
  });
  await cluster.setSynchronous(false);
  const asynchronous = await checkCluster(cluster, {
    ...common,
    leastMs: 0,
    faults: (countAcknowledged) => [loseCommits(countAcknowledged)],
  });
  report('synchronous', synchronous);
  if (cluster.copies() > 0) console.log(`standbys copied again: ${cluster.copies()}`);
  const losses = report('asynchronous', asynchronous);
  const slow = synchronous.faults.filter(
    ({ name, writesMs, standbyReadsMs }) =>
      name === KILLED_PRIMARY && (writesMs > WRITES_MS || standbyReadsMs > STANDBY_READS_MS),
  );
  if (synchronous.faults.every(({ name }) => name !== KILLED_PRIMARY))
    console.log(
      `"${KILLED_PRIMARY}" wasn't among the faults: the time without service wasn't checked`,
    );
  return [
    ...slow.map(({ name }) => `${name}: took too long`),
    ...synchronous.anomalies.map(({ kind, detail }) => `${kind} ${detail}`),
    ...(losses > 0 ? [] : ['no loss was found without synchronous replication']),
  ];
}

const ending = createEnding();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void ending.end(0));
endWithNpm(() => void ending.end(1));
try {
  const cluster = await startCluster((name, url) => console.log(`ready: ${name} ${url}`));
  ending.add(cluster.stop);
  const time = seconds(performance.now() - started);
  if (options.isCheck) {
    const problems = await check(cluster);
    for (const problem of problems) console.log(`FAIL  ${problem}`);
    console.log(
      problems.length === 0 ? '2 passed, 0 failed' : `0 passed, ${problems.length} failed`,
    );
    await ending.end(problems.length === 0 ? 0 : 1);
  } else
    console.log(
      `The cluster runs, ${time} after the start. The vault answers requests with "Origin: ${CLUSTER_TENANT.origin}". Every user of this machine can reach the database. Ctrl-C ends everything.`,
    );
} catch (error) {
  if (!ending.isEnding()) fail(error);
}
