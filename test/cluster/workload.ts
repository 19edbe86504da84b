import { setTimeout as wait } from 'node:timers/promises';
import { createHttpTransport } from '../helpers/http-transport.ts';
import { createSoftAuthenticator, type SoftAuthenticator } from '../helpers/soft-authenticator.ts';
import {
  type ClientAccount,
  createVaultClient,
  envelopeText,
  Refused,
  sha256,
  type VaultClient,
} from '../helpers/vault-client.ts';
import { CLUSTER_TENANT } from './cluster.ts';
import type { History } from './history.ts';

/** Envelopes are small, because the database is tested, not the size of a vault. */
const PAYLOAD_BYTES = 64;
/**
 * Maximum difference between the clocks of services and clients, which are read at different
 * moments.
 */
const CLOCK_MARGIN_MS = 200;
/** Probabilities of a client's rarer actions; otherwise the client reads or commits. */
const CHANCE = { twice: 0.1, replay: 0.1, receipt: 0.2, revoke: 0.05, endedSession: 0.1 } as const;

/** Connects to each service. Each request chooses one at random, as behind a balancer. */
export function connectServices(ports: readonly number[]) {
  const transports = ports.map((port) => createHttpTransport(port));
  return {
    clients: transports.map((transport) => createVaultClient(transport, CLUSTER_TENANT)),
    close() {
      for (const transport of transports) transport.close();
    },
  };
}

/** An account that several clients share, like a user's devices. */
export interface SharedAccount {
  readonly id: string;
  readonly authenticator: SoftAuthenticator;
  readonly wraps: string[];
}

export async function createSharedAccount(
  client: VaultClient,
  { commits }: Pick<History, 'commits'>,
): Promise<SharedAccount> {
  const begin = performance.now();
  const { account, authenticator, first } = await client.openAccount(createSoftAuthenticator());
  commits.push({
    account: account.accountId,
    operation: first.operationId,
    challenge: first.challengeId,
    digest: first.digest,
    revision: first.receipt.revision,
    begin,
    end: performance.now(),
    outcome: 'acknowledged',
  });
  return { id: account.accountId, authenticator, wraps: account.wraps };
}

/** Throws an error that isn't a refusal by a service or the end of its connection. */
function requireExpected(error: unknown): void {
  const isConnection =
    error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
  if (!(error instanceof Refused) && !isConnection) throw error;
}

interface Session {
  readonly token: string;
  revision: number;
}

type Prepared = Awaited<ReturnType<VaultClient['prepareCommit']>> & { readonly revision: number };

/** A device that reads and commits until it is stopped, and records its observations. */
export function createDevice(options: {
  readonly services: readonly VaultClient[];
  readonly account: SharedAccount;
  readonly history: History;
  readonly random: () => number;
}) {
  const { services, account, history, random } = options;
  let session: Session | undefined;
  let last: Prepared | undefined;
  let lastLogin: Awaited<ReturnType<VaultClient['prepareLogin']>> | undefined;
  /** Sessions that must be refused, immediately or once they have expired. */
  const formerSessions: string[] = [];

  const service = () => {
    const chosen = services[Math.floor(random() * services.length)];
    if (chosen === undefined) throw new Error('the cluster has no service');
    return chosen;
  };
  /** Returns one service, or sometimes two services that both get the request. */
  const receivers = () => (random() < CHANCE.twice ? [service(), service()] : [service()]);

  async function logIn(): Promise<Session> {
    const prepared = await service().prepareLogin(account.authenticator);
    lastLogin = prepared;
    const sessions = receivers().map((receiver) => sendLogin(receiver, prepared));
    const results = await Promise.allSettled(sessions);
    const found = results.find((result) => result.status === 'fulfilled');
    return found?.value ?? sessions[0] ?? logIn();
  }

  async function sendLogin(
    receiver: VaultClient,
    prepared: NonNullable<typeof lastLogin>,
  ): Promise<Session> {
    const begin = performance.now();
    const login = await receiver.sendLogin(prepared);
    const end = performance.now();
    history.logins.push({ challenge: prepared.challengeId, isAcknowledged: true });
    const at = end + (login.expires - Date.now()) + CLOCK_MARGIN_MS;
    history.sessionEnds.push({ session: login.token, at });
    formerSessions.push(login.token);
    const { revision } = login.envelope;
    const digest = sha256(JSON.stringify(login.envelope));
    history.vaultReads.push({ account: account.id, revision, digest, begin, end });
    return { token: login.token, revision };
  }

  async function readVault(token: string): Promise<number> {
    const begin = performance.now();
    const { envelope } = await service().vault(token);
    history.sessionUses.push({ session: token, begin });
    const { revision } = envelope;
    const digest = sha256(JSON.stringify(envelope));
    const end = performance.now();
    history.vaultReads.push({ account: account.id, revision, digest, begin, end });
    return revision;
  }

  async function readReceipt(token: string, operation: string): Promise<void> {
    const begin = performance.now();
    const found = await service()
      .receipt(token, operation)
      .catch((error: unknown) => {
        if (error instanceof Refused && error.code === 'OPERATION_UNKNOWN') return undefined;
        throw error;
      });
    history.sessionUses.push({ session: token, begin });
    history.receiptReads.push({ operation, found, begin });
  }

  const clientAccount = ({ token, revision }: Session): ClientAccount => ({
    accountId: account.id,
    wraps: account.wraps,
    token,
    revision,
  });

  async function send(
    receiver: VaultClient,
    by: Session,
    { operationId, challengeId, digest, revision, ...rest }: Prepared,
  ) {
    const attempt: History['commits'][number] = {
      account: account.id,
      operation: operationId,
      challenge: challengeId,
      digest,
      revision,
      begin: performance.now(),
      end: Number.POSITIVE_INFINITY,
      outcome: 'unknown',
    };
    history.commits.push(attempt);
    try {
      const receipt = await receiver.sendCommit(clientAccount(by), { challengeId, ...rest });
      attempt.end = performance.now();
      attempt.outcome = 'acknowledged';
      history.receiptReads.push({ operation: operationId, found: receipt, begin: attempt.begin });
    } catch (error) {
      attempt.end = performance.now();
      if (error instanceof Refused && error.status !== 503) attempt.outcome = 'refused';
      throw error;
    }
  }

  async function commit(by: Session): Promise<void> {
    const envelope = envelopeText(clientAccount(by), PAYLOAD_BYTES);
    const prepared = await service().prepareCommit(clientAccount(by), account.authenticator, {
      envelope,
    });
    last = { ...prepared, revision: by.revision + 1 };
    const sent = last;
    const sends = receivers().map((receiver) => send(receiver, by, sent).catch(requireExpected));
    await Promise.all(sends);
  }

  async function revoke({ token }: Session): Promise<void> {
    session = undefined;
    await service().revoke(token);
    history.sessionEnds.push({ session: token, at: performance.now() });
  }

  async function step(): Promise<void> {
    session ??= await logIn();
    const current = session;
    current.revision = await readVault(current.token);
    if (last !== undefined && random() < CHANCE.replay) await send(service(), current, last);
    // After a failover, the challenge must still be used up.
    if (lastLogin !== undefined && random() < CHANCE.replay)
      await sendLogin(service(), lastLogin).catch(requireExpected);
    if (last !== undefined && random() < CHANCE.receipt)
      await readReceipt(current.token, last.operationId);
    await commit(current);
    if (random() < CHANCE.endedSession) await tryFormerSession();
    if (random() < CHANCE.revoke) await revoke(current);
  }

  async function tryFormerSession(): Promise<void> {
    const token = formerSessions[Math.floor(random() * formerSessions.length)];
    if (token !== undefined && token !== session?.token)
      await readVault(token).catch(requireExpected);
  }

  return {
    /** Acts repeatedly until `isDone`, with pauses of about `pauseMs`. */
    async run(pauseMs: number, isDone: () => boolean): Promise<void> {
      while (!isDone()) {
        // The history records the failure. The device continues, and logs in again if necessary.
        await step().catch((error: unknown) => {
          requireExpected(error);
          if (error instanceof Refused && error.code === 'SESSION_EXPIRED') session = undefined;
        });
        await wait(pauseMs * (0.5 + random()));
      }
    },
    /** Reads the vault once more, and tries every session that the client has had. */
    async finish(): Promise<void> {
      // The server refuses the login if it lost the account's first commit. The check of the
      // database detects this loss.
      await logIn()
        .then(({ token }) => readVault(token))
        .catch(requireExpected);
      for (const former of formerSessions) await readVault(former).catch(requireExpected);
    },
  };
}
