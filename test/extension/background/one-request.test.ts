import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { splitCall } from '../../../entrypoints/background/positions/action-calls.ts';
import { createOneRequest } from '../../../entrypoints/background/quotations/one-request.ts';
import type { SentCalls } from '../../../entrypoints/background/sending/sent-calls.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { requestCall } from '../../../shared/quotations/terms.ts';
import { contracts, tokenAmount, unixSeconds } from '../../../shared/units.ts';

const BUYER = `0x${'a'.repeat(40)}` as const;
const SELLER = `0x${'d'.repeat(40)}` as const;
const OPTION = `0x${'b'.repeat(40)}` as const;
const HASH = `0x${'c'.repeat(64)}` as const;
const NEW_OPTION = 'terms of a new option';

/** One wallet with both holders of the option; the buyer has sent a call that isn't mined. */
function start(sent?: { readonly to: string; readonly data: `0x${string}` }) {
  const sentCalls: SentCalls = (account, to) =>
    sent !== undefined && account === BUYER && isSameAddress(to, sent.to)
      ? [{ hash: HASH, data: sent.data }]
      : [];
  return createOneRequest({
    client: { request: () => Promise.reject(new Error('no answer')) },
    sentCalls,
    accounts: () => [{ address: BUYER }, { address: SELLER }],
  });
}

const ask = async () => HASH;
const terms = {
  requester: BUYER,
  existingOption: OPTION,
  collateral: zeroAddress,
  priceFeed: zeroAddress,
  implementation: zeroAddress,
  strikes: [],
  contracts: contracts(1n),
  expiry: unixSeconds(0),
  offerEnd: unixSeconds(0),
  isBuyer: false,
  extraOptionData: '0x',
} as const;

describe('two accounts of a wallet that hold both sides of an option', () => {
  it('ask makers about it one after the other', async () => {
    const { askOnce, ensureNotAsking } = start();
    const first = askOnce(BUYER, OPTION, ask);
    expect(() => ensureNotAsking(SELLER, OPTION)).toThrow(
      expect.objectContaining({ code: 'already-asked' }),
    );
    await expect(askOnce(SELLER, OPTION, ask)).rejects.toMatchObject({ code: 'already-asked' });
    await first;
    await askOnce(SELLER, OPTION, ask);
  });

  it.each([
    ['request', FACTORY_R12, requestCall(terms, tokenAmount(1n), '0x'), 'already-asked'],
    ['split', OPTION, splitCall(7n), 'split-running'],
  ])('don’t ask while a %s of the other one isn’t mined', async (_, to, data, code) => {
    await expect(start({ to, data }).askOnce(SELLER, OPTION, ask)).rejects.toMatchObject({ code });
  });

  it('open the same new option independently', async () => {
    const { askOnce } = start();
    await Promise.all([askOnce(BUYER, NEW_OPTION, ask), askOnce(SELLER, NEW_OPTION, ask)]);
  });
});
