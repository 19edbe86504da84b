import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock, Random } from '../../shared/ports.ts';
import { MAX_BODY_BYTES } from '../../shared/wire/vault.ts';
import { parseStrictJson, type StrictJson } from '../http/strict-json.ts';
import { VaultError } from './errors.ts';
import { type AddressLimits, createAddressLimits } from './http/address-limits.ts';
import { describeError, sendError, sendJson, toVaultError } from './http/answers.ts';
import { routeName } from './http/events.ts';
import { createGate, type Gate } from './http/gate.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import type { Admission, VaultRoute } from './http/route.ts';
import { PURGE_EVERY_MS } from './numbers.ts';
import { operationRoutes } from './operations.ts';
import { allRoutes } from './routes/all-routes.ts';
import { createVaultService } from './service/service.ts';
import type { VaultStore } from './store.ts';
import type { VaultTenant } from './tenant.ts';
import { createQuickSubtle, lendToLibrary } from './webauthn/quick-crypto.ts';

export interface VaultOptions {
  readonly tenants: readonly VaultTenant[];
  /** Closed with the app. */
  readonly store: VaultStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly rateLimits: boolean;
}

/** Everything of a vault service that exists before a Fastify app does. */
export interface Vault {
  readonly options: VaultOptions;
  readonly routes: readonly VaultRoute[];
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly limits: AddressLimits;
  /** From now on every request is SERVICE_UNAVAILABLE. */
  close(): void;
}

export function createVault(options: VaultOptions): Vault {
  lendToLibrary(createQuickSubtle());
  const routes = allRoutes(createVaultService(options));
  const limits = createAddressLimits(options.clock, options.rateLimits);
  let isClosing = false;
  return {
    options,
    routes,
    limits,
    metrics: createMetrics(),
    gate: createGate({
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
 * The vault service as one encapsulated plugin: `/v1`, `/ext/v1` and every path that nobody else
 * claims. All that it demands of a request stands in its own gate, parser and schemas, so it is as
 * strict in any Fastify host, and no other plugin inherits it.
 */
export async function vaultService(
  app: FastifyInstance,
  { vault }: { vault: Vault },
): Promise<void> {
  const { store, tenants } = vault.options;
  app.addHook('preClose', async () => vault.close());
  app.addHook('onClose', () => store.close());
  startPurging(app, vault.options);
  if (tenants.some(({ extensions }) => extensions)) {
    await app.register(operationRoutes, { store, metrics: vault.metrics, routes: vault.routes });
  }
  await app.register(async (wire) => serveRoutes(wire, vault));
}

/**
 * Answers what the host's router gives up on before any hook runs (a percent-encoding that is none,
 * a parameter that is too long): the same checks, in the same order, end in INVALID_REQUEST.
 */
export async function answerUnroutable(
  { gate }: Vault,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    const admitted = await gate(request, reply);
    if ('preflight' in admitted) sendPreflight(reply, admitted.preflight);
    else throw new VaultError('INVALID_REQUEST');
  } catch (error) {
    sendError(reply, toVaultError(error));
  }
}

const ADMISSION = 'vaultAdmission';
const BODY = 'vaultBody';
const OUTCOME = 'vaultOutcome';

function serveRoutes(app: FastifyInstance, { gate, routes, metrics, limits }: Vault): void {
  app.decorateRequest(ADMISSION, null);
  app.decorateRequest(BODY, null);
  app.decorateRequest(OUTCOME, 'OK');

  app.removeAllContentTypeParsers();
  // The gate has already seen to it that the content type is JSON.
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (request: FastifyRequest, bytes: Buffer, done) => {
      const json = parseStrictJson(bytes);
      request.setDecorator<StrictJson | undefined>(BODY, json);
      done(json === undefined ? new VaultError('INVALID_REQUEST') : null);
    },
  );

  app.addHook('onRequest', async (request, reply) => {
    const admitted = await gate(request, reply);
    if ('preflight' in admitted) return sendPreflight(reply, admitted.preflight);
    request.setDecorator<Admission>(ADMISSION, admitted);
  });

  app.addHook('onResponse', (request, reply, done) => {
    const admission = request.getDecorator<Admission | null>(ADMISSION);
    const event = {
      route: admission?.route,
      method: request.method,
      status: reply.statusCode,
      outcome: request.getDecorator<string>(OUTCOME),
      milliseconds: reply.elapsedTime,
    };
    metrics.count(event);
    request.log.debug({ ...event, route: routeName(event.route) }, 'answered');
    done();
  });

  app.setErrorHandler((error, request, reply) => {
    const answer = toVaultError(error);
    request.setDecorator(OUTCOME, answer.code);
    if (answer.code === 'SERVICE_UNAVAILABLE' && answer.cause !== undefined) {
      request.log.error({ error: describeError(answer.cause) }, 'a request failed');
    }
    sendError(reply, answer);
  });

  // The gate refuses what is no route of ours before this could run.
  app.setNotFoundHandler(() => {
    throw new VaultError('NOT_FOUND');
  });

  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path.endsWith('/') ? `${route.path}:id` : route.path,
      exposeHeadRoute: false,
      bodyLimit: MAX_BODY_BYTES,
      async handler(request, reply) {
        const admission = request.getDecorator<Admission>(ADMISSION);
        const json = request.getDecorator<StrictJson | null>(BODY);
        const text = await route.handle(admission, {
          value: json?.value,
          textOf: (member) => json?.members.get(member) ?? '',
        });
        if (admission.session === undefined && route.limits.includes('new-account')) {
          limits.countAccount(request.ip);
        }
        sendJson(reply, 200, text);
        return reply;
      },
    });
  }
}

/** Endpoint rule 8: 204, empty, with what the route takes. */
function sendPreflight(reply: FastifyReply, route: VaultRoute): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-methods', route.method)
    .header('access-control-allow-headers', 'authorization, content-type')
    .send();
}

/** Deletes leftovers now and then. Whatever has passed its time is refused anyway. */
function startPurging(app: FastifyInstance, { store, clock }: VaultOptions): void {
  let running: Promise<void> = Promise.resolve();
  const purge = async () => {
    try {
      const rows = await store.purge(clock.now());
      if (rows > 0) app.log.debug({ rows }, 'purged');
    } catch (error) {
      // The next turn tries again.
      app.log.error({ error: describeError(error) }, 'purge failed');
    }
  };
  const timer = setInterval(() => {
    running = purge();
  }, PURGE_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
