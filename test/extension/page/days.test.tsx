import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Profit } from '../../../components/screens/desk/Profit.tsx';
import { localTime, utcTime } from '../../../components/texts/times.ts';
import type { PositionsView } from '../../../shared/positions/position-view.ts';
import { tokenAmount, usd8 } from '../../../shared/units.ts';
import { caseByHand, reportCases } from '../../helpers/report-cases.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { onPage } from '../helpers/on-page.tsx';

const ACCOUNT = { address: '0xme', name: 'Main', walletId: 'a', hidden: false } as never;
/** The hour at which options expire: 08:00 UTC. */
const EXPIRY = Date.UTC(2026, 10, 27, 8) / 1000;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

/** Returns the headings of days in the profit table, for a position that settled at this time. */
function dayHeads(at: number): readonly string[] {
  vi.useFakeTimers({ now: (EXPIRY + 3_600) * 1000, toFake: ['Date'] });
  const settled = deskPosition('PUT', [2_500], {
    state: 'settled',
    expiry: at,
    worth: {
      value: tokenAmount(0n),
      profit: tokenAmount(-1000000n),
      valueUsd: usd8(0n),
      profitUsd: usd8(-100000000n),
    },
    end: { at, txHash: '0xd' },
  });
  const view: PositionsView = { rows: [settled], at: at * 1000 };
  const queries = new QueryClient();
  queries.setQueryData(['positions', '0xme', undefined], view);
  const activity = { newestMined: undefined } as never;
  const html = onPage(<Profit accounts={[ACCOUNT]} />, { activity, networks: [] }, queries);
  return [...html.matchAll(/<tr data-group.*?<th[^>]*>([^<]*)/g)].map(([, head = '']) => head);
}

/** Time zones west and east of Greenwich, with the local time of `EXPIRY`. */
describe.each(reportCases('profitByDay'))('in $name', ({ input, right }) => {
  const zone = String(input.zone);
  it(`the profit table lists a settled position under the UTC day on which the position ended: ${caseByHand('R900')}`, () => {
    vi.stubEnv('TZ', zone);
    expect(dayHeads(EXPIRY)).toEqual([expect.stringMatching(/Friday.*27|27.*Friday/)]);
    expect(dayHeads(EXPIRY - 8 * 3_600)).toEqual([expect.stringContaining('27')]);
    expect(dayHeads(EXPIRY - 8 * 3_600 - 1)).toEqual([expect.stringContaining('26')]);
  });

  it('an expiry is shown at its local hour, and at 08:00 in UTC', () => {
    vi.stubEnv('TZ', zone);
    expect(localTime(EXPIRY)).toMatch(new RegExp(String(right)));
    expect(utcTime(EXPIRY)).toMatch(/27.*08:00.*UTC/);
  });
});
