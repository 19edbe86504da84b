import { describe, expect, it } from 'vitest';
import { quotationHandlers } from '../../../entrypoints/background/api/quotations.ts';
import { QuotationError } from '../../../entrypoints/background/quotations/factory.ts';
import type { Quotations } from '../../../entrypoints/background/quotations/quotations.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';

const ACCOUNT = `0x${'a'.repeat(40)}`;
const PART = `0x${'b'.repeat(40)}` as const;
const row = {
  ...deskPosition('PUT', [2_800]),
  side: 'seller',
  verification: 'verified',
  state: 'open',
  collateral: '10',
} as const;
const asked = {
  account: ACCOUNT,
  option: row.address,
  side: 'seller',
  limit: '5',
  contracts: '1',
  window: 60,
  collateral: '1',
} as const;

/** Asks about a part of a position, whose request ends with a failure after the split. */
function askAboutPart(failure: Error) {
  const quotations: Pick<Quotations, 'tryClose' | 'requestClose'> = {
    tryClose: async () => undefined,
    requestClose: () => Promise.reject(failure),
  };
  const handlers = quotationHandlers({
    // The other functions aren't called.
    quotations: quotations as Quotations,
    quotationNotices: { follow: async () => undefined },
    splitOff: async () => PART,
    positions: { find: () => row },
    wallets: { accounts: () => [{ address: ACCOUNT }] },
  });
  return handlers['quotations.requestPart'](asked);
}

describe('a request about a part that ends after the split', () => {
  it.each([
    ['names the part when the user rejects it', new RpcError('rejected', ''), 'part-unasked'],
    [
      'names the part and the allowance when it ends after both',
      new QuotationError('allowed-unasked', ''),
      'part-allowed',
    ],
    ['keeps another reason', new QuotationError('other-size', ''), 'other-size'],
  ])('%s', async (_, failure, code) => {
    await expect(askAboutPart(failure)).rejects.toMatchObject({ code });
  });
});
