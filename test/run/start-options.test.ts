import { expect, it } from 'vitest';
import { readStartOptions } from './start-options.ts';

it('opens a browser with simulated passkeys on a new chain by default', () => {
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
])('refuses the options %j with one sentence', (args, message) => {
  expect(() => readStartOptions(args)).toThrow(message);
});
