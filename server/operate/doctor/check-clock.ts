import { type Finding, findingsOf } from './finding.ts';
import type { HttpProbe } from './http-probe.ts';

/** Tolerated difference of clocks in milliseconds; a `Date` header has whole seconds. */
const TOLERANCE_MS = 5_000;

const { ok, warning, problem } = findingsOf('clock');

export interface OtherClock {
  readonly name: string;
  readonly now: number;
}

/**
 * Compares this machine's clock with other clocks, and checks that the machine synchronizes its
 * clock.
 */
export function checkClock(
  now: number,
  others: readonly OtherClock[],
  isSynchronized: boolean | undefined,
): Finding[] {
  const wrong = others
    .map(({ name, now: other }) => ({ name, difference: now - other }))
    .filter(({ difference }) => Math.abs(difference) > TOLERANCE_MS);
  const findings = wrong.map(({ name, difference }) =>
    problem(
      `it is ${Math.abs(Math.round(difference / 1000))} s ${difference > 0 ? 'ahead of' : 'behind'} ${name}`,
      'install chrony or systemd-timesyncd on both machines',
    ),
  );
  if (isSynchronized === false)
    findings.push(
      warning('the system does not synchronize it', 'install chrony or systemd-timesyncd'),
    );
  if (findings.length > 0) return findings;
  const names = others.map(({ name }) => name).join(' and ');
  if (names !== '') return [ok(`it agrees with ${names}`)];
  return isSynchronized
    ? [ok('the system synchronizes it')]
    : [
        warning(
          'there is no other clock to compare it with',
          'install chrony or systemd-timesyncd',
        ),
      ];
}

/** Returns the clock of the server behind an address. */
export async function clockBehind(
  address: string,
  ask: HttpProbe,
): Promise<OtherClock | undefined> {
  const asked = await ask(address);
  if ('failure' in asked) return undefined;
  const now = Date.parse(asked.headers.get('date') ?? '');
  return Number.isNaN(now) ? undefined : { name: new URL(address).host, now };
}
