import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@redis/client';
import type { Clock } from '../../shared/ports.ts';
import { within } from '../within.ts';
import { localCounters, type RateCounter, type RateCounters } from './rate-counters.ts';

/** While Redis is down, `open` counts in each process, and `closed` refuses requests. */
export type RedisAway = 'open' | 'closed';

export interface RedisSettings {
  readonly url: string;
  readonly away: RedisAway;
}

export interface SharedCounters {
  readonly counters: RateCounters;
  close(): void;
}

/** Maximum milliseconds to wait for Redis. After a failure, Redis isn't asked for some time. */
const TIMEOUT_MS = 300;
const PAUSE_MS = 1_000;
/**
 * Maximum number of commands that wait for an answer, and maximum milliseconds of silence on a
 * connection with waiting commands.
 */
const QUEUE = 1_000;
const SILENT_MS = 5_000;
const RECONNECT_MS = { shortest: 50, longest: 2_000 };
/** Seconds after which a client may ask again while Redis is down. */
const CLOSED_SECONDS = 5;

/**
 * Counts `ARGV[1]` hits in the key's window, but at most up to the limit; 0 counts nothing, and -1
 * takes back a hit. Returns the milliseconds to wait, or 0. The key expires at the end of the
 * window.
 */
const COUNT = `
local count = tonumber(redis.call('GET', KEYS[1]) or '0')
local hits, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local left = redis.call('PTTL', KEYS[1])
if left < 1 then
  left = window
  count = 0
end
if hits == 0 then
  return count >= limit and left or 0
end
local wanted = count + hits
if wanted >= 0 then
  redis.call('SET', KEYS[1], math.min(wanted, limit), 'PX', left)
end
return wanted > limit and left or 0`;

/**
 * Returns counters that all instances with the same Redis share. Each step is a script, so that
 * parallel requests can't exceed a rate. The process also starts without Redis, because the client
 * connects later.
 */
export async function connectRedisCounters(deps: {
  readonly settings: RedisSettings;
  readonly clock: Clock;
  /** Called with the reason when Redis fails, and without a reason when Redis works again. */
  readonly onChange: (reason: string | undefined) => void;
  readonly timeoutMs?: number;
}): Promise<SharedCounters> {
  const { url, away } = deps.settings;
  const { timeoutMs = TIMEOUT_MS } = deps;
  const client = createClient({
    url,
    // While the connection is lost, commands fail immediately, so that requests don't wait.
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUEUE,
    socket: {
      socketTimeout: SILENT_MS,
      connectTimeout: RECONNECT_MS.longest,
      reconnectStrategy: (attempts) =>
        Math.min(RECONNECT_MS.shortest * 2 ** Math.min(attempts, 10), RECONNECT_MS.longest),
    },
  });
  // Node would exit on an error event without a listener.
  client.on('error', () => undefined);
  const connecting = client.connect().catch(() => undefined);
  await Promise.race([connecting, wait(timeoutMs)]);
  const local = localCounters(deps.clock);
  let isAway = false;
  let askAt = 0;

  function note(reason: string | undefined): void {
    const isNowAway = reason !== undefined;
    if (isNowAway) askAt = performance.now() + PAUSE_MS;
    if (isAway !== isNowAway) deps.onChange(reason);
    isAway = isNowAway;
  }

  /** Returns the script's answer; undefined while Redis doesn't work. */
  async function count(key: string, values: readonly number[]): Promise<number | undefined> {
    if (performance.now() < askAt) return undefined;
    try {
      const options = { keys: [key], arguments: values.map(String) };
      const answer = await within<unknown>(timeoutMs, client.eval(COUNT, options), () => {
        throw new Error('no answer in time');
      });
      note(undefined);
      return Number(answer);
    } catch (error) {
      note(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  const counters: RateCounters = (name, rate): RateCounter => {
    const fallback = local(name, rate);
    const ask = (key: string, hits: number) =>
      count(`condor:${name}:${key}`, [hits, rate.hits, rate.windowMs]);
    const secondsOf = (milliseconds: number) => Math.ceil(milliseconds / 1000);
    const waitOf = async (
      answer: Promise<number | undefined>,
      otherwise: () => Promise<number>,
    ) => {
      const milliseconds = await answer;
      if (milliseconds !== undefined) return secondsOf(milliseconds);
      return away === 'open' ? otherwise() : CLOSED_SECONDS;
    };
    return {
      hit: (key, hits = 1) => waitOf(ask(key, hits), () => fallback.hit(key, hits)),
      peek: (key) => waitOf(ask(key, 0), () => fallback.peek(key)),
      async giveBack(key) {
        if ((await ask(key, -1)) === undefined) await fallback.giveBack(key);
      },
    };
  };

  return { counters, close: () => client.destroy() };
}
