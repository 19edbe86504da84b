import fc from 'fast-check';
import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  checkReceiver,
  type KnownAddress,
  knownAddresses,
  looksLike,
} from '../../../shared/chain/receiver.ts';

const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BAKERY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const USDC = { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC' };
const KNOWN: KnownAddress[] = [{ address: BAKERY, name: 'Bakery', kind: 'contact' }];

const check = (to: string, known = KNOWN) =>
  checkReceiver({ to, from: FROM, tokens: [USDC], known });

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((digits) => digits.join(''));

describe('a receiver', () => {
  it('accepts a known receiver in any spelling', () => {
    expect(check(BAKERY)).toEqual({ address: BAKERY, isFirstTime: false });
    expect(check(` ${BAKERY.toLowerCase()} `)).toEqual({ address: BAKERY, isFirstTime: false });
  });

  it.each([
    ['', 'form'],
    ['bakery', 'form'],
    [BAKERY.slice(0, -1), 'form'],
    [`${BAKERY}0`, 'form'],
    [BAKERY.replace('d', 'D'), 'checksum'],
    [`0x${'0'.repeat(40)}`, 'nobody'],
    [`0x${'0'.repeat(39)}1`, 'nobody'],
    [FROM, 'self'],
    [FROM.toLowerCase(), 'self'],
    [USDC.address, 'token'],
  ])('rejects the receiver “%s” for the reason “%s”', (to, reason) => {
    const { refusal, address } = check(to);
    expect(refusal?.reason).toBe(reason);
    expect(address).toBeUndefined();
  });

  it('accepts a burn address', () => {
    expect(check('0x000000000000000000000000000000000000dEaD').refusal).toBeUndefined();
  });

  it('reports a receiver that isn’t among the known addresses as new', () => {
    expect(check('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')).toEqual({
      address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      isFirstTime: true,
    });
  });

  it('reports that an address resembles an earlier receiver', () => {
    const known = knownAddresses({ contacts: [], accounts: [], receivers: [BAKERY] });
    const poison = `0x7099${'1'.repeat(32)}79c8`;
    expect(check(BAKERY, known).isFirstTime).toBe(false);
    expect(check(poison, known).lookAlike).toEqual({ address: BAKERY, kind: 'earlierReceiver' });
  });

  it('reports a resemblance exactly when both ends of two addresses are equal and their middles differ', () => {
    fc.assert(
      fc.property(hex(4), hex(32), hex(32), hex(4), (head, one, other, tail) => {
        const known = `0x${head}${one}${tail}`;
        const address = getAddress(`0x${head}${other}${tail}`);
        expect(looksLike(address, known)).toBe(one !== other);
        expect(looksLike(known, known.toUpperCase().replace('0X', '0x'))).toBe(false);
      }),
    );
  });

  it('doesn’t report a resemblance when a digit at either end of the addresses differs', () => {
    fc.assert(
      fc.property(hex(40), fc.constantFrom(0, 1, 2, 3, 36, 37, 38, 39), (digits, at) => {
        const changed = digits[at] === '0' ? '1' : '0';
        const other = digits.slice(0, at) + changed + digits.slice(at + 1);
        expect(looksLike(`0x${digits}`, `0x${other}`)).toBe(false);
      }),
    );
  });

  it('always warns about a receiver that resembles a known receiver', () => {
    fc.assert(
      fc.property(hex(32), (middle) => {
        const forged = getAddress(`0x${BAKERY.slice(2, 6)}${middle}${BAKERY.slice(-4)}`);
        fc.pre(forged !== BAKERY);
        expect(check(forged).lookAlike?.address).toBe(BAKERY);
      }),
    );
  });
});
