import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_BODY_BYTES } from '../../../shared/wire/vault.ts';
import type { FaultLog } from '../../http/fault-log.ts';
import type { RefusalLog } from '../../http/refusal-log.ts';
import { parseStrictJson, type StrictJson } from '../../http/strict-json.ts';
import { validateBySchema } from '../../http/validate-by-schema.ts';
import { WrongClockError } from '../clock-difference.ts';
import { VaultServiceError } from '../errors.ts';
import type { VaultDeps } from '../service/deps.ts';
import { liveSession } from '../service/sessions.ts';
import type { AddressLimits } from './address-limits.ts';
import { sendError, sendJson, toVaultError } from './answers.ts';
import type { Metrics } from './metrics.ts';
import { type Admit, isLarge } from './origin.ts';
import { type Admission, type Answer, routeName, type VaultRoute } from './route.ts';

export interface Wire {
  readonly routes: readonly VaultRoute[];
  readonly admit: Admit;
  readonly metrics: Metrics;
  readonly limits: AddressLimits;
  readonly refusals: RefusalLog;
  readonly faults: FaultLog;
  readonly sessions: Pick<VaultDeps, 'store' | 'clock'>;
}

/** A request's state across Fastify's hooks. */
interface Exchange {
  readonly begun: number;
  /** Set once `admit` has admitted the request. */
  admission: Admission | undefined;
  /** Set once a body was read. */
  body: StrictJson | undefined;
}

/** Name of the property that Fastify adds to each request. */
const EXCHANGE = 'vaultExchange';

function beginExchange(): Exchange {
  return { begun: performance.now(), admission: undefined, body: undefined };
}

function exchangeOf(request: FastifyRequest): Exchange {
  return request.getDecorator<Exchange>(EXCHANGE);
}

/**
 * Serves the routes in the design's order: `admit` at `onRequest`, the strict parser, a second
 * check of the session at `preValidation`, the schema, the handler. `admit` rejects all other
 * requests.
 */
export async function serveRoutes(app: FastifyInstance, wire: Wire): Promise<void> {
  app.decorateRequest(EXCHANGE, null);
  // Replaces Fastify's parser by one that rejects duplicate names and keeps the exact text of each
  // member.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (request: FastifyRequest, bytes: Buffer, done) => {
      const json = parseStrictJson(bytes);
      exchangeOf(request).body = json;
      if (json === undefined) done(new VaultServiceError('INVALID_REQUEST'));
      else done(null, json.value);
    },
  );
  validateBySchema(app, () => new VaultServiceError('INVALID_REQUEST'));
  app.addHook('onRequest', async (request, reply) => {
    const exchange = beginExchange();
    request.setDecorator(EXCHANGE, exchange);
    const admitted = await wire.admit(request, reply);
    if ('preflight' in admitted) return sendPreflight(wire, request, reply, admitted.preflight);
    exchange.admission = admitted;
    return undefined;
  });
  app.addHook('preValidation', async (request) => {
    const { admission, body } = exchangeOf(request);
    // While the body arrived, the session may have been revoked, or deleted with its account.
    if (body !== undefined && admission?.session !== undefined)
      await liveSession(wire.sessions, admission.session.tokenHash);
  });
  app.setErrorHandler((error, request, reply) => {
    refuse(wire, request, reply, exchangeOf(request), error);
  });
  // Never reached by a request, because `admit` rejects unknown paths first.
  app.setNotFoundHandler(() => {
    throw new VaultServiceError('NOT_FOUND');
  });
  const answer = createAnswer(wire);
  for (const route of wire.routes) route.register(app, answer);
}

/**
 * Answers requests that the host's router rejects before any hook, because of invalid
 * percent-encoding or an overlong parameter. Runs the same checks in the same order, then ends with
 * INVALID_REQUEST.
 */
export async function answerUnroutable(
  wire: Wire,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const exchange = beginExchange();
  try {
    const admitted = await wire.admit(request, reply);
    if ('preflight' in admitted) return sendPreflight(wire, request, reply, admitted.preflight);
    exchange.admission = admitted;
    throw new VaultServiceError('INVALID_REQUEST');
  } catch (error) {
    refuse(wire, request, reply, exchange, error);
    return reply;
  }
}

function createAnswer(wire: Wire): Answer {
  return async (request, reply, handle) => {
    const exchange = exchangeOf(request);
    const { admission, body } = exchange;
    if (admission === undefined) throw new Error('the request was not admitted');
    const isNewAccount =
      admission.session === undefined && admission.route.limits.includes('new-account');
    const giveBack = isNewAccount ? await wire.limits.reserveAccount(request.ip) : undefined;
    try {
      const result = await handle(admission, (member) => body?.members.get(member) ?? '');
      sendJson(reply, 200, typeof result === 'string' ? result : JSON.stringify(result));
    } catch (error) {
      await giveBack?.();
      throw error;
    }
    observe(wire, request, reply, exchange, 'OK');
    return reply;
  };
}

/**
 * Sends an empty 204 with the route's methods and headers (spec/vault-service.md, "Rules per endpoint",
 * rule 8).
 */
function sendPreflight(
  wire: Wire,
  request: FastifyRequest,
  reply: FastifyReply,
  route: VaultRoute,
): FastifyReply {
  reply
    .code(204)
    .header('access-control-allow-methods', route.method)
    .header('access-control-allow-headers', 'authorization, content-type')
    .send();
  observe(wire, request, reply, beginExchange(), 'OK');
  return reply;
}

function refuse(
  wire: Wire,
  request: FastifyRequest,
  reply: FastifyReply,
  exchange: Exchange,
  error: unknown,
): void {
  const answer = toVaultError(error);
  if (answer.code === 'SERVICE_UNAVAILABLE' && answer.cause !== undefined)
    wire.faults(
      request.log,
      answer.cause instanceof WrongClockError ? answer.cause.message : 'a request failed',
      answer.cause,
    );
  if (isLarge(request)) reply.header('connection', 'close');
  sendError(reply, answer);
  if (answer.code === 'AUTH_FAILED' || answer.code === 'UNKNOWN_PASSKEY')
    wire.refusals(request, answer.code);
  observe(wire, request, reply, exchange, answer.code);
}

/** Counts and logs a response. Of the client's input, only the method is logged. */
function observe(
  { metrics }: Wire,
  { method, log }: FastifyRequest,
  { statusCode: status }: FastifyReply,
  { admission, begun }: Exchange,
  outcome: string,
): void {
  const route = admission?.route;
  const milliseconds = performance.now() - begun;
  metrics.count({ route, method, outcome, milliseconds });
  log.debug({ route: routeName(route), method, status, outcome, milliseconds }, 'answered');
}
