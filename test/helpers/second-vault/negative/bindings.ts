import { chacha, hkdf } from '../bytes.ts';
import { first, KEY, LAPTOP, second } from '../positive.ts';
import { fixed } from '../sealed.ts';
import { keysOf, wrapLabels } from '../vault.ts';
import {
  account,
  flipped,
  keyWrap,
  laptopWrap,
  type Opening,
  opening,
  text,
  withWrap,
} from './opening.ts';

/**
 * Returns a wrap whose shared secret is zero. shared/vault/FORMAT.md section 3 forbids such wraps.
 */
function lowOrder(point: Buffer): string {
  const { publicKey } = keysOf(LAPTOP, account);
  const binding = { account, revision: 2, credentialId: LAPTOP.credentialId };
  const { info, aad } = wrapLabels(binding);
  const key = hkdf(Buffer.alloc(32), Buffer.concat([point, publicKey]), info);
  const ct = chacha.seal({
    key,
    iv: laptopWrap.iv,
    aad,
    bytes: second.rootKey,
  });
  return withWrap({ salt: point, ct });
}

export const stranger = { credentialId: fixed('stranger', 16), prf: fixed('stranger prf', 32) };
export const otherAccount = fixed('other account', 32);
const wrong = (name: string, reason: string, change: Opening) =>
  opening(name, 'WRONG_KEY', reason, change);

/** Envelopes and passkeys that don't match. */
export const BINDINGS = [
  opening('another account', 'WRONG_ACCOUNT', 'not the assertion’s user handle', {
    text: second.text,
    accountId: otherAccount,
  }),
  opening('a passkey without a wrap', 'NO_WRAP', 'no wrap has this credential id', {
    text: second.text,
    ...stranger,
  }),
  wrong('an envelope moved to another account', 'keys are bound to the account', {
    text: text({ accountId: otherAccount }),
    accountId: otherAccount,
  }),
  wrong('another relying party', 'keys are bound to the rpId', {
    text: second.text,
    rpId: 'evil.example.com',
  }),
  wrong('another revision', 'wraps are bound to the revision', { text: text({ revision: 3 }) }),
  wrong('another PRF value', 'the secret key is another one', {
    text: second.text,
    prf: stranger.prf,
  }),
  wrong('swapped wraps', 'wraps are bound to their credential id', {
    text: text({
      wraps: [
        { ...keyWrap, credentialId: LAPTOP.credentialId },
        { ...laptopWrap, credentialId: KEY.credentialId },
      ],
    }),
  }),
  wrong('the wrap of the previous revision', 'wraps are bound to the revision', {
    text: text({ wraps: [...first.wraps, keyWrap] }),
  }),
  wrong('a changed wrap', 'the tag does not match', {
    text: withWrap({ ct: flipped(laptopWrap.ct) }),
  }),
  wrong('a changed iv of a wrap', 'the tag does not match', {
    text: withWrap({ iv: flipped(laptopWrap.iv) }),
  }),
  wrong('an ephemeral key with its highest bit set', 'X25519 ignores the bit, HKDF does not', {
    text: withWrap({ salt: flipped(laptopWrap.salt, 31, 0x80) }),
  }),
  ...[
    ['zero', '00'.repeat(32)],
    ['one', `01${'00'.repeat(31)}`],
    ['order 8', 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800'],
  ].map(([point, bytes = '']) =>
    wrong(`an ephemeral key of low order: ${point}`, 'the shared secret is zero', {
      text: lowOrder(Buffer.from(bytes, 'hex')),
    }),
  ),
];
