import { expect, it } from 'vitest';
import { readStartOptions } from './start-options.ts';

it('the default options are simulated passkeys, a visible browser and a new chain', () => {
  expect(readStartOptions([])).toEqual({
    passkeys: 'simulated',
    isHeadless: false,
    data: 'new chain',
  });
});

it.each([
  [['--real-passkeys'], { passkeys: 'real' }],
  [['--headless'], { isHeadless: true }],
  [['--keep'], { data: 'keep' }],
  [['--reset', '--headless'], { data: 'reset', isHeadless: true }],
])('parses the options %j', (args, expected) => {
  expect(readStartOptions(args)).toMatchObject(expected);
});

it.each([
  [['--rest'], /Unknown option '--rest'/],
  [['--keep', '--reset'], /--keep and --reset exclude each other/],
])('refuses the options %j and names the mistake', (args, message) => {
  expect(() => readStartOptions(args)).toThrow(message);
});
