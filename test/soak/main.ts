import { parseArgs } from 'node:util';
import { readCommandLine, UsageError } from '../../server/command-line.ts';
import { seededRandom } from '../devnet/random-walk.ts';
import { startTrader } from '../helpers/trader.ts';
import { buildExtension } from '../run/extension.ts';
import { ACTIONS, chooseAction, type Tally } from './actions.ts';
import { disagreements } from './agreement.ts';
import { growths } from './flat.ts';
import { type Sample, takeSample } from './sample.ts';

const DEFAULT_MINUTES = 10;
/** Share of the run after which all code is loaded and all caches are full. */
const WARM_UP = 0.2;
const SAMPLES = 20;
/** Minimum number of samples for a statement about growth. */
const MIN_SAMPLES = 4;
/** Folder for pictures of all pages, saved after a failure. */
const FAILED = '.output/soak-failed';

interface Options {
  readonly minutes: number;
  readonly seed: number;
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { minutes: { type: 'string' }, seed: { type: 'string' } },
  });
  return {
    minutes: positive('--minutes', values.minutes ?? String(DEFAULT_MINUTES)),
    seed: positive('--seed', values.seed ?? String(1 + (Date.now() % 1_000_000))),
  };
}

function positive(flag: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value)))
    throw new UsageError(`${flag} takes a number above 0`);
  return value;
}

const count = ({ fills, transfers }: Tally) => fills + transfers;

function printSample(minutes: number, sample: Sample, tally: Tally): void {
  const mib = (figure: string) => `${((sample[figure] ?? 0) / 2 ** 20).toFixed(1)} MiB`;
  console.log(
    `${minutes.toFixed(1)} min: worker ${mib('worker: heap bytes')}, page ${mib('page: heap bytes')}, services ${mib('services: resident bytes')}, ${sample['services: file handles']} handles, disk ${mib('disk: bytes')}; ${JSON.stringify(tally)}`,
  );
}

/**
 * Runs `npm run soak [-- --minutes 10 --seed 1]`. Uses a wallet and its services at random, kills
 * the worker and the services, and then compares their resources and their data. Runs each action
 * at least once. The last line is `N passed, N failed`.
 */
async function soak({ minutes, seed }: Options): Promise<readonly string[]> {
  console.log(`soak: ${minutes} minutes, seed ${seed}`);
  await buildExtension();
  const random = seededRandom(seed);
  const trader = await startTrader({ isAllowed: true });
  const tally: Tally = {
    fills: 0,
    transfers: 0,
    locks: 0,
    refreshes: 0,
    workerKills: 0,
    serviceKills: 0,
    endedQuotes: 0,
  };
  const problems: string[] = [];
  const samples: { readonly sample: Sample; readonly trades: number }[] = [];
  try {
    await trader.world.maker.quoteNow();
    const begun = performance.now();
    const length = minutes * 60_000;
    const every = (length * (1 - WARM_UP)) / SAMPLES;
    let nextSample = length * WARM_UP;
    let at = 0;
    const left = new Set(ACTIONS);
    while (at < length || left.size > 0) {
      const [missing] = left;
      const action = at < length || missing === undefined ? chooseAction(random()) : missing;
      left.delete(action);
      try {
        await action.run(trader, tally);
      } catch (error) {
        for (const [index, page] of trader.browser.context.pages().entries())
          await page.screenshot({ path: `${FAILED}/${index}.png` }).catch(() => undefined);
        problems.push(
          `${action.name} failed, see ${FAILED}, after ${JSON.stringify(tally)}: ${String(error)}`,
        );
        break;
      }
      at = performance.now() - begun;
      if (at < nextSample) continue;
      nextSample += every;
      const sample = await takeSample(trader);
      samples.push({ sample, trades: count(tally) });
      printSample(at / 60_000, sample, tally);
    }
    if (problems.length === 0 && samples.length < MIN_SAMPLES)
      problems.push(`only ${samples.length} samples in ${minutes} minutes; run it for longer`);
    const half = Math.floor(samples.length / 2);
    const [first, second] = [samples.slice(0, half), samples.slice(half)];
    const middle = (part: typeof samples) => part[Math.floor(part.length / 2)]?.trades ?? 0;
    for (const { figure, before, after, allowed } of growths(
      first.map(({ sample }) => sample),
      second.map(({ sample }) => sample),
      middle(second) - middle(first),
    ))
      problems.push(`${figure} grew from ${before} to ${after}; allowed: ${allowed} more`);
    if (problems.length === 0) problems.push(...(await disagreements(trader, tally.fills)));
    console.log(`done: ${JSON.stringify(tally)}`);
  } finally {
    await trader.stop();
  }
  return problems;
}

const options = readCommandLine('npm run soak [-- --minutes 10 --seed 1]', readOptions);
try {
  const problems = await soak(options);
  for (const problem of problems) console.log(`FAIL  ${problem}`);
  console.log(problems.length === 0 ? '1 passed, 0 failed' : `0 passed, ${problems.length} failed`);
  process.exit(problems.length === 0 ? 0 : 1);
} catch (error) {
  console.error(`condor: ${error instanceof Error ? error.message : String(error)}`);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
