import { type Measured, measure } from './vault-load.ts';
import { Samples } from './vault-samples.ts';
import {
  type BenchAccount,
  expectOk,
  getVaultBytes,
  logIn,
  prepareCommits,
  type World,
} from './vault-world.ts';

const ROUNDS = 3;
/** Accounts that a measurement needs. */
export const ENGINE_ACCOUNTS = 256;

/** Measures commits with several numbers of clients, and logins and reads of 16 clients. */
export async function measureEngine(
  world: World,
  clients: readonly number[],
): Promise<{
  readonly commits: ReadonlyMap<number, Samples>;
  readonly logins: Samples;
  readonly reads: Samples;
}> {
  const [first] = world.accounts;
  if (first === undefined) throw new Error('no account');
  const { port } = world.server;
  const commits = new Map<number, Samples>();
  for (const count of clients) {
    const samples = new Samples();
    commits.set(count, samples);
    for (let turn = 0; turn < ROUNDS; turn++) {
      const requests = await prepareCommits(world, ENGINE_ACCOUNTS);
      samples.add(
        await measure(port, count, ENGINE_ACCOUNTS, async (wire, i) =>
          expectOk(await wire.send(requests[i] ?? Buffer.of())),
        ),
      );
    }
  }
  const [logins, reads] = [new Samples(), new Samples()];
  for (let turn = 0; turn < ROUNDS; turn++) {
    logins.add(
      await measure(port, 16, ENGINE_ACCOUNTS, (wire, i) =>
        logIn(wire, world.accounts[i] ?? first),
      ),
    );
    reads.add(await getVaults(world, 2000));
  }
  return { commits, logins, reads };
}

export function readers({ accounts }: World): readonly BenchAccount[] {
  return accounts.slice(0, 64);
}

export function getVaults(world: World, count: number): Promise<Measured> {
  const { server } = world;
  const requests = readers(world).map(getVaultBytes);
  return measure(server.port, 16, count, async (wire, i) =>
    expectOk(await wire.send(requests[i % requests.length] ?? Buffer.of())),
  );
}
