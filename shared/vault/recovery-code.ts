import { forgetLastMatch } from '../last-match.ts';
import type { Random } from '../ports.ts';

/** Crockford's base 32, without letters that look like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_LETTERS = 24;
const GROUP = 5;
/** Separators, and the long vowel that Japanese keyboards type instead of a hyphen. */
const SEPARATORS = /[^\p{L}\p{N}]|ー/gu;

/**
 * Returns a new code for a recovery file, to be written down: 24 random letters (120 bits) and a
 * check letter, in five groups of five.
 */
export function newRecoveryCode(random: Random): string {
  const letters = Array.from(random.bytes(RANDOM_LETTERS), (byte) => LETTERS.charAt(byte & 31));
  const text = letters.join('');
  return grouped(text + checkLetter(text));
}

/**
 * Normalizes a typed code of any case, width, spacing and punctuation; reads O as 0, I and L as 1. Returns `undefined`
 * when a letter is missing or mistyped.
 */
export function readRecoveryCode(typed: string): string | undefined {
  const text = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(SEPARATORS, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  forgetLastMatch();
  if (text.length !== RANDOM_LETTERS + 1) return undefined;
  if ([...text].some((letter) => !LETTERS.includes(letter))) return undefined;
  const letters = text.slice(0, RANDOM_LETTERS);
  return checkLetter(letters) === text.charAt(RANDOM_LETTERS) ? grouped(text) : undefined;
}

/**
 * Returns the sum with odd weights modulo 32, which detects every wrong letter and nearly every
 * swap.
 */
function checkLetter(text: string): string {
  let sum = 0;
  for (const letter of text) sum = (sum * 3 + LETTERS.indexOf(letter)) % 32;
  return LETTERS.charAt(sum);
}

function grouped(text: string): string {
  return text.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? text;
}
