import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Clock, Random } from '../../shared/ports.ts';
import { createAddressLimit } from '../http/address-limit.ts';
import { createFaultLog } from '../http/fault-log.ts';
import { countersOf, type RateCounters } from '../http/rate-counters.ts';
import type { RefusalLog } from '../http/refusal-log.ts';
import { WrongClockError } from './clock-difference.ts';
import { compareClocks } from './compare-clocks.ts';
import { createAddressLimits } from './http/address-limits.ts';
import { describeError } from './http/answers.ts';
import { createMetrics } from './http/metrics.ts';
import { createAdmit } from './http/origin.ts';
import { serveRoutes, type Wire } from './http/serve.ts';
import { PURGE_EVERY_MS, PURGE_RECEIPTS_EVERY_MS, RATES } from './numbers.ts';
import { type Operations, operationRoutes } from './operations.ts';
import { vaultRoutes } from './routes.ts';
import { createVaultService } from './service/service.ts';
import type { VaultStore } from './store.ts';
import type { VaultTenant } from './tenant.ts';

export interface VaultOptions {
  readonly tenants: readonly VaultTenant[];
  readonly store: VaultStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly rateLimits: boolean;
  /** Counters for the rate limits. Default: counters in this process. */
  readonly counters?: RateCounters | undefined;
  readonly operations: Operations;
  /** Registry of the process's metrics. Default: a registry with the vault's metrics only. */
  readonly registry?: Registry;
  readonly refusals?: RefusalLog;
}

/** The parts of a vault service that don't depend on its Fastify app. */
export interface Vault extends Wire {
  readonly options: VaultOptions;
  /** Makes the service answer every later request with SERVICE_UNAVAILABLE. */
  close(): void;
}

export function createVault(options: VaultOptions): Vault {
  const routes = vaultRoutes(createVaultService(options));
  const limits = createAddressLimits(countersOf(options));
  let isClosing = false;
  return {
    options,
    routes,
    limits,
    sessions: options,
    metrics: createMetrics(options.registry ?? new Registry()),
    refusals: options.refusals ?? (() => undefined),
    faults: createFaultLog((error) => ({ error: describeError(error) })),
    admit: createAdmit({
      tenants: options.tenants,
      routes,
      sessions: options,
      limits,
      isClosing: () => isClosing,
    }),
    close() {
      isClosing = true;
    },
  };
}

/**
 * Registers the vault service as an encapsulated plugin: `/v1`, `/ext/v1` and every path that no
 * other plugin claims. The plugin has its own checks, parser and schemas. So it is equally strict
 * in any Fastify host, and no other plugin inherits its rules.
 */
export async function vaultService(
  app: FastifyInstance,
  { vault }: { vault: Vault },
): Promise<void> {
  const { store, operations } = vault.options;
  app.addHook('preClose', async () => vault.close());
  app.addHook('onClose', () => store.close());
  startPurging(app, vault);
  await app.register(operationRoutes, {
    operations,
    tenants: vault.options.tenants,
    store,
    clock: vault.options.clock,
    doctor: vault.options,
    metrics: vault.metrics,
    refusals: vault.refusals,
    faults: vault.faults,
    // This limit counts in this process only, so that a Redis outage doesn't make every instance
    // unhealthy.
    limit: createAddressLimit(
      countersOf({ clock: vault.options.clock, rateLimits: vault.options.rateLimits }),
      'vault operations',
      RATES.operationsPerAddress,
    ),
    routes: vault.routes,
  });
  await app.register(async (wire) => serveRoutes(wire, vault));
}

/**
 * Deletes expired rows from time to time, and old receipts rarely. Correctness doesn't depend on
 * the deletion, because reads check the expiry. Runs don't overlap, and closing the app waits for
 * one step.
 */
function startPurging(
  app: FastifyInstance,
  { options: { store, clock }, metrics, faults }: Vault,
): void {
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let receiptsAt: number = clock.now();
  const purge = async () => {
    try {
      const now = clock.now();
      let rows = await store.purge(now, closing.signal);
      if (now >= receiptsAt) {
        rows += await store.purgeReceipts(now, closing.signal);
        receiptsAt = now + PURGE_RECEIPTS_EVERY_MS;
      }
      if (rows > 0) app.log.debug({ rows }, 'purged');
    } catch (error) {
      // A run that failed is repeated at the next interval.
      app.log.error({ error: describeError(error) }, 'purge failed');
    } finally {
      running = undefined;
    }
  };
  const checkTime = () =>
    compareClocks(store, clock, metrics).catch((error: unknown) => {
      // Without this line, only failing logins would show the wrong clock.
      if (error instanceof WrongClockError) faults(app.log, error.message, error);
    });
  app.addHook('onListen', checkTime);
  const timer = setInterval(() => {
    running ??= checkTime().then(purge);
  }, PURGE_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    closing.abort();
    await running;
  });
}
