import { describe, expect, it } from 'vitest';
import { explorerLink } from '../../../components/texts/explorer-link.ts';
import { contractsText, contractsWord } from '../../../components/texts/numbers.ts';
import { durationText } from '../../../components/texts/times.ts';

describe('a duration', () => {
  it.each([
    [1, '1 min'],
    [45, '45 min'],
    [60, '1 h'],
    [90, '1 h 30 min'],
    [480, '8 h'],
  ])('writes %i minutes as %s', (minutes, text) => {
    expect(durationText(minutes)).toBe(text);
  });
});

describe('a number of contracts', () => {
  it('writes the unit of a number of contracts in singular or plural', () => {
    expect(contractsWord('1')).toBe('1 contract');
    expect(contractsWord('0.5')).toBe('0.5 contracts');
    expect(contractsText(1_000_000n, 6)).toBe('1 contract');
    expect(contractsText(3_333_333333n, 6)).toBe('3,333.33 contracts');
  });
});

describe('an explorer’s link', () => {
  it('links to an address or a transaction only where a network has an explorer', () => {
    const known = { explorerUrl: 'https://basescan.org' };
    expect(explorerLink(known, '0x1', 'address')).toBe('https://basescan.org/address/0x1');
    expect(explorerLink(known, '0x1')).toBe('https://basescan.org/tx/0x1');
    expect(explorerLink({}, '0x1', 'address')).toBeUndefined();
  });
});
