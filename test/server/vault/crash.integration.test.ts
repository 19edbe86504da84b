import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPETITIONS } from '../../belts.ts';
import { bundleServer } from '../../helpers/bundled-server.ts';
import { createHttpTransport } from '../../helpers/http-transport.ts';
import { type ServerProcess, startServerProcess } from '../../helpers/server-process.ts';
import {
  createSoftAuthenticator,
  type SoftAuthenticator,
} from '../../helpers/soft-authenticator.ts';
import {
  type ClientAccount,
  createVaultClient,
  Refused,
  sha256,
  type VaultClient,
} from '../../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from './harness.ts';

const LANES = 2;
const KILLS = REPETITIONS.vaultKills;
/** Maximum number of kills per lane, in case all kills happen on the same side of a commit. */
const MAX_KILLS = 100;
const ACCOUNTS = 3;

interface Attempt {
  readonly challengeId: string;
  readonly credential: unknown;
  readonly envelope: string;
  readonly operationId: string;
  readonly digest: string;
}

/** A client's last answered commit, and its pending commit. */
interface Witness {
  readonly account: ClientAccount;
  readonly authenticator: SoftAuthenticator;
  answered: Attempt | undefined;
  unanswered: Attempt | undefined;
}

/** Yields reproducible kill times: a number of responses, then a number of milliseconds. */
function* deaths(seed: number): Generator<{ answers: number; milliseconds: number }> {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  for (;;) yield { answers: 1 + Math.floor(next() * 8), milliseconds: next() * 6 };
}

async function connect(server: ServerProcess) {
  const transport = createHttpTransport(server.port);
  return { client: createVaultClient(transport, DEVELOPMENT_TENANT), transport };
}

/** Commits until the process dies. Records each answered commit and the pending commit. */
async function commitUntilDeath(client: VaultClient, witness: Witness, onAnswer: () => void) {
  try {
    for (;;) {
      const attempt = await client.prepareCommit(witness.account, witness.authenticator);
      witness.unanswered = attempt;
      const receipt = await client.sendCommit(witness.account, attempt);
      witness.account.revision = receipt.revision;
      witness.answered = attempt;
      witness.unanswered = undefined;
      onAnswer();
    }
  } catch (error) {
    // A response with an error would be a defect. The request may only fail because the process
    // ended.
    if (error instanceof Refused) throw error;
  }
}

/** Compares the data of the restarted service with the responses from before the kill. */
async function examine(client: VaultClient, witness: Witness): Promise<'kept' | 'lost' | 'none'> {
  const { account, answered, unanswered } = witness;
  const { token } = account;
  const { text } = await client.call('GET', '/v1/vault', token);
  const envelope = text.slice('{"envelope":'.length, -1);
  const { revision } = JSON.parse(envelope) as { revision: number };
  const isAnswered = revision === account.revision && sha256(envelope) === answered?.digest;
  const isUnanswered = revision === account.revision + 1 && sha256(envelope) === unanswered?.digest;
  expect(isAnswered || isUnanswered, `revision ${revision} after ${account.revision}`).toBe(true);

  const answeredReceipt = await client.receipt(token, answered?.operationId ?? '');
  expect(answeredReceipt).toEqual({ revision: account.revision, digest: answered?.digest });
  if (answered !== undefined) {
    await expect(client.sendCommit(account, answered)).rejects.toMatchObject({
      code: 'CHALLENGE_EXPIRED',
    });
  }
  if (unanswered === undefined) return 'none';
  const receipt = await client.receipt(token, unanswered.operationId).catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'OPERATION_UNKNOWN' });
  });
  expect(receipt !== undefined).toBe(isUnanswered);
  if (!isUnanswered) return 'lost';
  expect(receipt).toEqual({ revision, digest: unanswered.digest });
  account.revision = revision;
  witness.answered = unanswered;
  return 'kept';
}

/**
 * Kills at least `kills` times, and continues until kills have happened on both sides of a commit.
 */
async function live(
  entry: string,
  seed: number,
  kills: number,
  ends: Map<string, number>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'condor-crash-'));
  const start = () => startServerProcess({ directory, entry });
  let server = await start();
  let { client, transport } = await connect(server);
  const witnesses: Witness[] = [];
  for (let i = 0; i < ACCOUNTS; i++) {
    const authenticator = createSoftAuthenticator({ counter: 1 });
    const { account, first } = await client.openAccount(authenticator);
    witnesses.push({ account, authenticator, answered: first, unanswered: undefined });
  }
  const points = deaths(seed);
  const isOneSided = () => !ends.has('kept') || !ends.has('lost');
  for (let kill = 0; kill < kills || (isOneSided() && kill < MAX_KILLS); kill++) {
    const { answers, milliseconds } = points.next().value;
    let count = 0;
    const onAnswer = () => {
      if (++count === answers) setTimeout(() => server.child.kill('SIGKILL'), milliseconds);
    };
    const loads = witnesses.map((witness) => commitUntilDeath(client, witness, onAnswer));
    await Promise.all(loads);
    expect(await server.end('SIGKILL')).toBe('SIGKILL');
    transport.close();
    server = await start();
    ({ client, transport } = await connect(server));
    for (const witness of witnesses) {
      // Sessions survive a restart, but they expire after ten minutes.
      const end = await examine(client, witness);
      witness.unanswered = undefined;
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
  }
  transport.close();
  expect(await server.end()).toBe(0);
  rmSync(directory, { recursive: true });
}

describe('a vault service that is killed under load', () => {
  it(`a vault service under load keeps every change that it confirmed, despite at least ${KILLS} kills`, {
    timeout: 240_000,
  }, async () => {
    const entry = await bundleServer();
    const ends = new Map<string, number>();
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      live(entry, lane + 1, KILLS / LANES, ends),
    );
    await Promise.all(lanes);
    const total = (end: string) => ends.get(end) ?? 0;
    expect(total('kept') + total('lost') + total('none')).toBeGreaterThanOrEqual(KILLS * ACCOUNTS);
    // Kills on only one side of a commit would prove nothing.
    expect(total('kept')).toBeGreaterThan(0);
    expect(total('lost')).toBeGreaterThan(0);
  });
});
