import { describe, expect, it } from 'vitest';
import { readReceiver } from '../../../shared/chain/typed-receiver.ts';

const BAKERY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

describe('a typed receiver', () => {
  it('reads an address or a name without the spaces around it', () => {
    expect(readReceiver(` ${BAKERY}\n`)).toEqual({ text: BAKERY, hadHidden: false });
    expect(readReceiver('alice.base.eth')).toEqual({ text: 'alice.base.eth', hadHidden: false });
  });

  it('removes and reports invisible characters', () => {
    expect(readReceiver(`\u200b${BAKERY.slice(0, 9)}\u2060${BAKERY.slice(9)}`)).toEqual({
      text: BAKERY,
      hadHidden: true,
    });
  });

  it.each([
    [`ethereum:${BAKERY}`, undefined],
    [`ethereum:pay-${BAKERY}?value=2.014e18`, undefined],
    [`ETHEREUM:${BAKERY}@8453`, 8453],
    [`ethereum:${TOKEN}@8453/transfer?address=${BAKERY}&uint256=1`, 8453],
    [`ethereum:${TOKEN}/transfer?uint256=1&address=${BAKERY}`, undefined],
  ])('reads a payment address: %s', (typed, chainId) => {
    expect(readReceiver(typed)).toEqual({
      text: BAKERY,
      hadHidden: false,
      ...(chainId === undefined ? {} : { chainId }),
    });
  });

  it.each([
    `ethereum:${TOKEN}/approve?address=${BAKERY}&uint256=1`,
    `ethereum:${TOKEN}/transfer?uint256=1`,
    'ethereum:',
  ])('leaves a text without a payment address unchanged: %s', (typed) => {
    expect(readReceiver(typed).text).toBe(typed);
  });
});
