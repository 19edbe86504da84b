import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_BODY_BYTES } from '../../../shared/wire/vault.ts';
import { parseStrictJson, type StrictJson } from '../../http/strict-json.ts';
import { VaultError } from '../errors.ts';
import type { VaultDeps } from '../service/deps.ts';
import { liveSession } from '../service/sessions.ts';
import type { AddressLimits } from './address-limits.ts';
import { describeError, type JsonText, sendError, sendSuccess, toVaultError } from './answers.ts';
import { routeName } from './events.ts';
import { type Gate, setHeaders } from './gate.ts';
import type { Metrics } from './metrics.ts';
import type { Admission, Body, VaultRoute } from './route.ts';

/** What answering takes of a vault service. */
export interface Wire {
  readonly routes: readonly VaultRoute[];
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly limits: AddressLimits;
  readonly sessions: Pick<VaultDeps, 'store' | 'clock'>;
}

/** A request on its way through Fastify's hooks. */
interface Exchange {
  readonly begun: number;
  admission: Admission | undefined;
  body: StrictJson | undefined;
}

const EXCHANGE = 'vaultExchange';
const NO_BODY: Body = { value: undefined, textOf: () => '' };

/** Serves the routes, and refuses in the gate whatever is none. */
export async function serveRoutes(app: FastifyInstance, wire: Wire): Promise<void> {
  await app.register(async (reads) => serveReads(reads, wire));
  await app.register(async (rest) => serveBodies(rest, wire));
}

/** Routes without a body need nothing of Fastify but its router: no hook, no decorator. */
function serveReads(app: FastifyInstance, wire: Wire): void {
  for (const route of wire.routes) {
    if (route.method !== 'GET') continue;
    app.route({
      method: 'GET',
      url: urlOf(route),
      exposeHeadRoute: false,
      handler: (request, reply) => answerBodiless(wire, request, reply, route.handle),
    });
  }
}

/** Answers and counts a request whose body nobody reads. */
export async function answerBodiless(
  wire: Wire,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: VaultRoute['handle'],
): Promise<FastifyReply | undefined> {
  const begun = performance.now();
  let admission: Admission | undefined;
  try {
    const admitted = await wire.gate(request, reply);
    if ('preflight' in admitted) {
      sendPreflight(reply, admitted.preflight);
    } else {
      admission = admitted;
      sendSuccess(reply, admission.answerHeaders, await handle(admission, NO_BODY));
    }
    observe(wire, request, reply, admission, 'OK', begun);
    if (admission !== undefined) return undefined;
  } catch (error) {
    refuse(wire, request, reply, admission, error, begun);
  }
  // Otherwise Fastify would send once more while a hook of the host still works on this answer.
  return reply;
}

/** Routes with a body, and everything that no route answers. */
function serveBodies(app: FastifyInstance, wire: Wire): void {
  const exchangeOf = (request: FastifyRequest) => request.getDecorator<Exchange>(EXCHANGE);
  app.decorateRequest(EXCHANGE, null);

  app.removeAllContentTypeParsers();
  // The gate has already seen to it that the content type is JSON.
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (request: FastifyRequest, bytes: Buffer, done) => {
      const json = parseStrictJson(bytes);
      exchangeOf(request).body = json;
      done(json === undefined ? new VaultError('INVALID_REQUEST') : null);
    },
  );

  app.addHook('onRequest', async (request, reply) => {
    const exchange: Exchange = {
      begun: performance.now(),
      admission: undefined,
      body: undefined,
    };
    request.setDecorator(EXCHANGE, exchange);
    const admitted = await wire.gate(request, reply);
    if (!('preflight' in admitted)) {
      exchange.admission = admitted;
      return undefined;
    }
    sendPreflight(reply, admitted.preflight);
    observe(wire, request, reply, undefined, 'OK', exchange.begun);
    return reply;
  });

  app.setErrorHandler((error, request, reply) => {
    const { admission, begun } = exchangeOf(request);
    refuse(wire, request, reply, admission, error, begun);
  });

  // The gate refuses what is no route of ours before this could run.
  app.setNotFoundHandler(() => {
    throw new VaultError('NOT_FOUND');
  });

  for (const route of wire.routes) {
    if (route.method === 'GET') continue;
    app.route({
      method: route.method,
      url: urlOf(route),
      bodyLimit: MAX_BODY_BYTES,
      async handler(request, reply) {
        const { admission, body, begun } = exchangeOf(request);
        if (admission === undefined) throw new Error('a request that no gate has seen');
        const json = await handleBody(wire, request, admission, body);
        sendSuccess(reply, admission.answerHeaders, json);
        observe(wire, request, reply, admission, 'OK', begun);
      },
    });
  }
}

/** Has a request handled whose body is read; that may have taken its time. */
async function handleBody(
  { limits, sessions }: Wire,
  request: FastifyRequest,
  admission: Admission,
  json: StrictJson | undefined,
): Promise<JsonText> {
  const { route, session } = admission;
  const body = {
    value: json?.value,
    textOf: (member: string) => json?.members.get(member) ?? '',
  };
  if (session !== undefined) {
    // It may have been revoked since the headers came, or have gone with its account.
    await liveSession(sessions, session.tokenHash);
    return route.handle(admission, body);
  }
  if (!route.limits.includes('new-account')) return route.handle(admission, body);
  const giveBack = limits.reserveAccount(request.ip);
  try {
    return await route.handle(admission, body);
  } catch (error) {
    giveBack();
    throw error;
  }
}

function urlOf({ path }: VaultRoute): string {
  return path.endsWith('/') ? `${path}:id` : path;
}

/** Endpoint rule 8: 204, empty, with what the route takes. */
function sendPreflight(reply: FastifyReply, route: VaultRoute): void {
  reply
    .code(204)
    .header('access-control-allow-methods', route.method)
    .header('access-control-allow-headers', 'authorization, content-type')
    .send();
}

function refuse(
  wire: Wire,
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission | undefined,
  error: unknown,
  begun: number,
): void {
  const answer = toVaultError(error);
  if (answer.code === 'SERVICE_UNAVAILABLE' && answer.cause !== undefined) {
    request.log.error({ error: describeError(answer.cause) }, 'a request failed');
  }
  // What the gate refuses has its headers from there.
  if (admission !== undefined) setHeaders(request, reply, admission.answerHeaders);
  sendError(reply, answer);
  observe(wire, request, reply, admission, answer.code, begun);
}

/** Counts and logs an answer, without anything that the client sent. */
function observe(
  { metrics }: Wire,
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission | undefined,
  outcome: string,
  begun: number,
): void {
  const { method, log } = request;
  const route = admission?.route;
  const milliseconds = performance.now() - begun;
  metrics.count({ route, method, outcome, milliseconds });
  // Made only where it is written: a level that is off would cost as much as the rest of this.
  if (log.level !== 'debug' && log.level !== 'trace') return;
  const status = reply.statusCode;
  log.debug({ route: routeName(route), method, status, outcome, milliseconds }, 'answered');
}
