import { parseAs, parseJson } from '../../../shared/parse.ts';
import { DOCTOR_PATH, DoctorAnswer } from '../../vault/doctor-route.ts';
import { type Finding, findingsOf } from './finding.ts';
import type { HttpProbe } from './http-probe.ts';

/**
 * An address that no client has (RFC 5737). The doctor claims to be this client, as an attacker
 * would.
 */
const CLAIMED = '192.0.2.77';

const { ok, problem } = findingsOf('proxies');

/** Checks `TRUST_PROXY` by one request through the public address. */
export async function checkProxy(
  address: string,
  pass: string,
  trustProxy: number,
  ask: HttpProbe,
): Promise<Finding> {
  const asked = await ask(address + DOCTOR_PATH, {
    authorization: `Bearer ${pass}`,
    'x-forwarded-for': CLAIMED,
  });
  const answer =
    'failure' in asked || asked.status !== 200
      ? undefined
      : parseAs(DoctorAnswer, parseJson(asked.text));
  if (answer === undefined)
    return problem(
      'the running service did not say how a request arrives',
      'start this version of the service with the same DATABASE_URL, and let its proxy pass all paths on',
    );
  const entries = answer.forwarded.split(',').map((entry) => entry.trim());
  const added = entries.filter((entry) => entry !== '' && entry !== CLAIMED).length;
  if (answer.address === CLAIMED)
    return problem(
      `clients can choose the address that limits and logs use: TRUST_PROXY is ${trustProxy}, and ${proxies(added)} in front`,
      `set TRUST_PROXY=${added} and restart the service`,
    );
  if (added === 0)
    return problem(
      'the proxy adds no X-Forwarded-For, so that all clients share the limits of one address',
      'let the outermost proxy replace X-Forwarded-For by the address of its client',
    );
  if (trustProxy === added) return ok(`${proxies(added)} in front, as TRUST_PROXY says`);
  const effect =
    trustProxy < added
      ? 'all clients share the limits of one address'
      : 'a client could choose the address that limits and logs use';
  return problem(
    `${proxies(added)} in front, but TRUST_PROXY is ${trustProxy}: ${effect}`,
    `set TRUST_PROXY=${added} and restart the service`,
  );
}

function proxies(count: number): string {
  return count === 1 ? '1 proxy is' : `${count} proxies are`;
}
