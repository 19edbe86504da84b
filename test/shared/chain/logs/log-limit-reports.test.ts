import { expect, it } from 'vitest';
import { refusalOf } from '../../../../shared/chain/logs/node-refusal.ts';
import { isRight, reportCases } from '../../../helpers/report-cases.ts';

it.each(reportCases('refusal'))(
  'classifies the refusal in the reported case: $name',
  ({ input, right }) => {
    const refusal = refusalOf('eth_getLogs', {
      code: Number(input.code),
      message: String(input.message),
    });
    expect(isRight(refusal, right), JSON.stringify(refusal)).toBe(true);
  },
);

const RATES = reportCases('refusal').filter(
  ({ kind, input }) => kind === 'log-rate' && input.code === -32000,
);

it.each(RATES)(
  'recognizes a rate limit, whichever of three error codes the node sends: $name',
  ({ input }) => {
    for (const code of [-32000, -32005, -32603])
      expect(refusalOf('eth_getLogs', { code, message: String(input.message) })).toEqual({
        kind: 'busy',
      });
  },
);
