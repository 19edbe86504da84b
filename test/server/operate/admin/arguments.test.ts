import { describe, expect, it } from 'vitest';
import { numberOf, parseArguments } from '../../../../server/operate/admin/arguments.ts';

describe('the command line', () => {
  it('accepts an account id that begins with a hyphen, and options in any position', () => {
    const id = `-${'a'.repeat(41)}A`;
    expect(parseArguments(['accounts', '--json', 'show', id])).toMatchObject({
      words: ['accounts', 'show', id],
      options: { json: true },
    });
  });

  it('accepts a partial id that begins with a hyphen, with or without “--” before the id', () => {
    expect(parseArguments(['accounts', '--json', 'show', '-abcdef'])).toMatchObject({
      words: ['accounts', 'show', '-abcdef'],
      options: { json: true },
    });
    expect(parseArguments(['accounts', 'show', '--', '-abcdef']).words).toEqual([
      'accounts',
      'show',
      '-abcdef',
    ]);
  });

  it('reads a negative number as the value of the preceding option, but not after “--”', () => {
    const { options, words } = parseArguments(['--limit', '-1', 'accounts', '--tenant', '-5m']);
    expect([words, options.limit, options.tenant]).toEqual([['accounts'], '-1', '-5m']);
    expect(parseArguments(['--limit', '-100000', 'accounts']).options.limit).toBe('-100000');
    expect(() => numberOf('limit', '-1', 1000)).toThrow(
      '--limit takes a whole number from 1 to 1000',
    );
    expect(parseArguments(['accounts', 'show', '--', '--limit', '-1']).words).toEqual([
      'accounts',
      'show',
      '--limit',
      '-1',
    ]);
  });

  it.each([['--limit'], ['--json=yes'], ['--unknown'], ['-x'], ['-json']])(
    'rejects %s with an error of one line',
    (one) => {
      expect(() => parseArguments(['accounts', 'list', one])).toThrow(/^[^\n]+[^.\n]$/);
    },
  );
});
