import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  DEVELOPMENT_EXTENSION_ID,
  DEVELOPMENT_EXTENSION_KEY,
  GECKO_ID,
  GECKO_WEBAUTHN_ORIGIN,
} from '../../shared/extension-id.ts';

/** Converts hex digits to the letters that browsers use in ids. */
const lettersOf = (bytes: Uint8Array | string) =>
  createHash('sha256')
    .update(bytes)
    .digest('hex')
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));

it('the development extension id equals the id that Chromium derives from the development key', () => {
  const letters = lettersOf(Buffer.from(DEVELOPMENT_EXTENSION_KEY, 'base64'));
  expect(DEVELOPMENT_EXTENSION_ID).toBe(letters.slice(0, 32));
});

it('the WebAuthn origin for Firefox contains the hash of the add-on’s id', () => {
  expect(GECKO_WEBAUTHN_ORIGIN).toBe(`moz-extension://${lettersOf(GECKO_ID)}`);
});
