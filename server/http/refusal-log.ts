import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../shared/ports.ts';
import { addressGroup, clientAddress } from './client-address.ts';
import { createRateLimiter, type Rate } from './rate-limiter.ts';

/**
 * Maximum lines per address (or /64 of IPv6). This is enough for a program that bans addresses, and
 * a flood doesn't fill the disk.
 */
const LINES: Rate = { hits: 10, windowMs: 60_000 };

/** Logs the address of a client whose request was refused. `outcome` is the reason. */
export type RefusalLog = (request: Pick<FastifyRequest, 'ip' | 'log'>, outcome: string) => void;

/**
 * Creates a log for programs like fail2ban. Off by default, because an address is personal data.
 * Leaves out forwarded values that aren't addresses, because clients can choose them freely.
 */
export function createRefusalLog(clock: Clock, isOn: boolean): RefusalLog {
  if (!isOn) return () => undefined;
  const lines = createRateLimiter(clock, LINES);
  return ({ ip, log }, outcome) => {
    const address = clientAddress(ip);
    if (address === undefined || lines.hit(addressGroup(address)) > 0) return;
    log.warn({ address, outcome }, 'client refused');
  };
}
