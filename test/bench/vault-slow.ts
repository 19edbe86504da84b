import { fileURLToPath } from 'node:url';
import { envelopeText } from '../helpers/vault-client.ts';
import { serverArguments } from '../run/server-arguments.ts';
import { type BenchResult, median } from './report.ts';
import { SLOW_FLUSH_MS } from './slow-flush.ts';
import { measure, requestBytes } from './vault-load.ts';
import { atLeast, latency, rate, Samples } from './vault-samples.ts';
import { expectOk, openFloor, openWorld, prepareCommits } from './vault-world.ts';

const ROUNDS = 5;
const ACCOUNTS = 512;
const WHERE = `where a flush takes ${SLOW_FLUSH_MS} ms more`;

/**
 * Floor A and the service once more, each with the same pause added to each flush: what group commit
 * is for shows only where a flush costs what it costs on the disks that services run on. These
 * figures stand beside those of this machine's own disk and replace none of them.
 */
export async function onSlowDisk(): Promise<BenchResult[]> {
  const entry = fileURLToPath(new URL('./vault-slow-server.ts', import.meta.url));
  const nodeFlags = serverArguments().slice(0, -1);
  const world = await openWorld(undefined, ACCOUNTS, { entry, nodeFlags });
  const [first] = world.accounts;
  if (first === undefined) throw new Error('no account');
  const envelope = envelopeText(first.account);
  const floor = await openFloor([], 'slow');
  const write = requestBytes('POST', '/commit', {}, JSON.stringify({ id: 'a', envelope }));
  const samples = { floor: new Samples(), one: new Samples(), many: new Samples() };
  // The first round warms everything up and is thrown away.
  for (let turn = 0; turn <= ROUNDS; turn++) {
    const floors = await measure(floor.port, 1, 100, async (wire) =>
      expectOk(await wire.send(write)),
    );
    if (turn > 0) samples.floor.add(floors);
    for (const [to, clients, count] of [
      [samples.one, 1, 100],
      [samples.many, 64, ACCOUNTS],
    ] as const) {
      const commits = await prepareCommits(world, count);
      const measured = await measure(world.server.port, clients, count, async (wire, i) =>
        expectOk(await wire.send(commits[i] ?? Buffer.of())),
      );
      if (turn > 0) to.add(measured);
    }
  }
  floor.close();
  await world.close();
  return [
    latency(`floor A ${WHERE}: one write at a time`, samples.floor),
    rate(`floor A ${WHERE}: writes/s of one writer that waits for each answer`, samples.floor),
    latency(`SQLite ${WHERE}: commit latency, 1 client`, samples.one),
    atLeast(`SQLite ${WHERE}: commits/s, 64 clients`, samples.many, median(samples.floor.rates), 2),
    latency(`SQLite ${WHERE}: commit latency, 64 clients`, samples.many),
  ];
}
