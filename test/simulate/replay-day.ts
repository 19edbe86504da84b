import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from '../bench/report.ts';
import { seededRandom } from '../devnet/random-walk.ts';
import type { VaultClient } from '../helpers/vault-client.ts';
import { hourlyRates, PER_DAY } from './capacity-model.ts';
import { filledAccount, type SharedPasskey } from './fill-accounts.ts';

export interface Hour {
  readonly hour: number;
  /** Number of sign-ins that were begun per second. */
  readonly offered: number;
  /** Milliseconds from sign-in to logout within which 99 of 100 visits ended. */
  readonly p99Ms: number;
  /** Number of failed visits by error. */
  readonly failed: Readonly<Record<string, number>>;
}

/**
 * Replays a day of many accounts. Each hour is shortened, but keeps the real number of operations
 * per second. On each visit, a user signs in, reads the vault and signs out. On two of three
 * visits, the user also changes the vault. Users arrive at random and independently.
 */
export async function replayDay(
  client: VaultClient,
  {
    accounts,
    secondsPerHour,
    passkey,
  }: {
    readonly accounts: number;
    readonly secondsPerHour: number;
    readonly passkey: SharedPasskey;
  },
): Promise<readonly Hour[]> {
  const random = seededRandom(24);
  const present = new Set<number>();

  async function visit(): Promise<void> {
    let index = Math.floor(random() * accounts);
    while (present.has(index)) index = Math.floor(random() * accounts);
    present.add(index);
    const { account, authenticator } = filledAccount(index, passkey);
    const { token, envelope } = await client.logIn(authenticator);
    account.token = token;
    account.revision = envelope.revision;
    await client.vault(token);
    if (random() < PER_DAY.commit / PER_DAY.login) await client.commit(account, authenticator);
    await client.revoke(token);
    present.delete(index);
  }

  const hours: Hour[] = [];
  for (const [hour, rate] of hourlyRates(accounts, PER_DAY.login).entries()) {
    const begun = performance.now();
    const times: number[] = [];
    const visits: Promise<void>[] = [];
    const failed: Record<string, number> = {};
    // Times between arrivals have an exponential distribution, like those of independent users.
    for (let at = 0; ; ) {
      at += (-Math.log(1 - random()) / rate) * 1000;
      if (at > secondsPerHour * 1000) break;
      await wait(Math.max(0, begun + at - performance.now()));
      const arrived = performance.now();
      visits.push(
        visit().then(
          () => void times.push(performance.now() - arrived),
          (error: unknown) => {
            const reason = error instanceof Error ? error.message : String(error);
            failed[reason] = (failed[reason] ?? 0) + 1;
          },
        ),
      );
    }
    await wait(Math.max(0, begun + secondsPerHour * 1000 - performance.now()));
    const offered = visits.length / secondsPerHour;
    await Promise.all(visits);
    hours.push({ hour, offered, p99Ms: quantile(times, 0.99), failed });
  }
  return hours;
}
