import type { Dice } from './dice.ts';

const PHRASE = 'wants you to sign in with your Ethereum account';
/** Parts that the text parsers look for, and characters that the display replaces. */
const PARTS = [
  'a',
  ' ',
  '\n',
  '0',
  '"',
  'URI: ',
  '\nURI: https://dapp.example',
  '\nVersion: 1\nChain ID: 8453\nNonce: abcdefgh\nIssued At: 2026-01-01T00:00:00Z',
  '\nResources:',
  '\n- urn:recap:',
  '\n- https://dapp.example',
  'wants',
  'wants you ',
  `${PHRASE}`,
  `dapp.example ${PHRASE}:\n0x70997970C51812dc3A010C7d01b50e0d17dc79C8\n\n`,
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '1.000,00 USD ',
  '\u0301',
  '\u2003',
  '\u200d',
  '😀\u200d',
  '\u202e',
  '\ufe0f',
] as const;

/** Returns a text of repeated and mixed parts with about `most` characters. */
export function hostileText(dice: Dice, most: number): string {
  const length = dice.take(most);
  let text = '';
  while (text.length < length) {
    const part = dice.pick(PARTS);
    const left = Math.ceil((length - text.length) / part.length);
    text += part.repeat(1 + dice.size(left - 1));
  }
  return text;
}

/** Returns a sign-in (ERC-4361) with rights (ERC-5573) of random sizes. */
export function hostileSignIn(dice: Dice, most: number): string {
  const abilities = Object.fromEntries(
    Array.from({ length: dice.size(most) }, (_, index) => [
      `${dice.oneIn(2) ? 'n' : `n${index}`}/a${index}`,
      [{}],
    ]),
  );
  const att = Object.fromEntries(
    Array.from({ length: 1 + dice.size(most / 10) }, (_, index) => [`r${index}`, abilities]),
  );
  const recap = Buffer.from(JSON.stringify({ att }).slice(0, 600_000)).toString('base64url');
  return [
    `dapp.example ${PHRASE}:`,
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '',
    hostileText(dice, dice.size(most)).replaceAll('\n', ' '),
    '',
    `URI: ${hostileText(dice, dice.size(most)).replaceAll('\n', ' ')}`,
    'Version: 1',
    'Chain ID: 8453',
    'Nonce: abcdefgh',
    'Issued At: 2026-01-01T00:00:00Z',
    'Resources:',
    ...Array.from({ length: dice.size(most) }, () => '- https://dapp.example'),
    `- urn:recap:${recap}`,
  ].join('\n');
}
