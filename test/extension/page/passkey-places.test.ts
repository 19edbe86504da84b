import { expect, it } from 'vitest';
import { isKeyOnly, passkeyPlaces } from '../../../components/texts/passkey-places.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36';
const firefox = (system: string) =>
  `Mozilla/5.0 (${system}; rv:153.0) Gecko/20100101 Firefox/153.0`;
const textsOf = (userAgent: string) => passkeyPlaces(userAgent).map(([, text]) => text);

it('a security key is the only place for a passkey in Firefox on Linux', () => {
  expect(textsOf(firefox('X11; Linux x86_64'))).toEqual([
    'passkeys.firefoxOn.linux',
    'passkeys.securityKey',
  ]);
  expect(isKeyOnly(firefox('X11; Linux x86_64'))).toBe(true);
});

it('the places for a passkey in Firefox on macOS and Windows are the system, phones and security keys', () => {
  const others = ['passkeys.phone', 'passkeys.securityKey'];
  expect(textsOf(firefox('Macintosh; Intel Mac OS X 10.15'))).toEqual([
    'passkeys.firefoxOn.macos',
    ...others,
  ]);
  expect(textsOf(firefox('Windows NT 10.0; Win64; x64'))).toEqual([
    'passkeys.firefoxOn.windows',
    ...others,
  ]);
});

it('the places for a passkey in Chromium include phones, security keys and password managers', () => {
  expect(textsOf(CHROME)).toEqual([
    'passkeys.on.linux',
    'passkeys.phone',
    'passkeys.securityKey',
    'passkeys.passwordManager',
  ]);
  expect(isKeyOnly(CHROME)).toBe(false);
});
