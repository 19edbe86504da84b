import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock, Random } from '../../shared/ports.ts';
import { isDoctorPass } from './doctor-pass.ts';
import { VaultServiceError } from './errors.ts';
import { sendError, sendJson } from './http/answers.ts';
import { bearerToken } from './http/authorization.ts';
import type { VaultStore } from './store.ts';

export const DOCTOR_PATH = '/doctor';

export const DoctorAnswer = Type.Object({
  /** The client's address as limits and logs use it. */
  address: Type.String(),
  /** `X-Forwarded-For` as it arrived. */
  forwarded: Type.String(),
});
type DoctorAnswer = Type.Static<typeof DoctorAnswer>;

/** Serves `npm run doctor`. Requests without a valid pass get the response for an unknown path. */
export function serveDoctor(
  app: FastifyInstance,
  {
    store,
    clock,
    random,
  }: {
    readonly store: Pick<VaultStore, 'challengeKey'>;
    readonly clock: Clock;
    readonly random: Random;
  },
): void {
  app.get(DOCTOR_PATH, async ({ headers, ip }, reply) => {
    const pass = bearerToken(headers.authorization ?? '');
    const now = clock.now();
    const isAdmitted =
      pass !== undefined &&
      isDoctorPass(await store.challengeKey({ now, newKey: () => random.bytes(32) }), pass, now);
    if (!isAdmitted) {
      sendError(reply, new VaultServiceError('NOT_FOUND'));
      return reply;
    }
    const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(', ');
    const answer: DoctorAnswer = { address: ip, forwarded };
    sendJson(reply, 200, JSON.stringify(answer));
    return reply;
  });
}
