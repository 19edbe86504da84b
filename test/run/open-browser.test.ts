import { expect, test } from 'vitest';
import { hasDisplay } from './open-browser.ts';

test.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['linux', { DISPLAY: ':0', OPEN_BROWSER: 'off' }, false],
  ['darwin', {}, true],
  ['win32', {}, true],
  ['darwin', { OPEN_BROWSER: 'off' }, false],
] as const)('on %s with %o a window can be seen: %s', (platform, environment, expected) => {
  expect(hasDisplay(environment, platform)).toBe(expected);
});
