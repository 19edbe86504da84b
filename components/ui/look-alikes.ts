/** Letters that nobody tells from the Latin one (after Unicode TS 39, "confusables"). */
const SAME = spelled('аaеeоoрpсcуyүyхxіiјjӏlԁdԍgһhԛqԝwѕsѵv', 'αaοoρpνvιiϲcϳj', 'օoոnսuհhցgյj');
/** Letters that only resemble one: beside Latin ones they are meant as it, alone they are a language. */
const CLOSE = spelled('кkмmтtнhвbьbпnгrшwѡwҽe', 'κkυuτtγyηnεeωwσoχxβbμu', 'զqլl');

const LATIN = /\p{Script=Latin}/u;
/** Scripts that are written together with Latin letters every day. */
const BESIDE_LATIN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const LETTER = /\p{L}/u;
const OTHERS = [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u] as const;

/** What a host with letters of other scripts does: pretends to be another one, or only mixes them. */
export type Pretence =
  | { readonly kind: 'imitates'; readonly host: string }
  | { readonly kind: 'mixes' };

/**
 * Whether a host, given in Unicode, has a label that mixes scripts or looks wholly like a Latin one;
 * `undefined` for an honest name of any one script. A wholly confusable label counts under a Latin
 * top-level domain only: under another it is that script's own word.
 */
export function pretenceOf(host: string): Pretence | undefined {
  const labels = host.split('.');
  const isLatinTop = /^[a-z0-9-]*$/.test(labels.at(-1) ?? '');
  let isMixed = false;
  let isNamed = true;
  const meant = labels.map((label) => {
    const mixes = isMixedLabel(label);
    const plain = skeleton(label, mixes);
    const isWhole = isLatinTop && !LATIN.test(label) && LETTER.test(label) && isAscii(plain);
    if (!mixes && !isWhole) return label;
    isMixed = true;
    isNamed &&= isAscii(plain);
    return plain;
  });
  if (!isMixed) return undefined;
  return isNamed ? { kind: 'imitates', host: meant.join('.') } : { kind: 'mixes' };
}

function isMixedLabel(label: string): boolean {
  const letters = [...label].filter((letter) => LETTER.test(letter));
  const strange = letters.some((letter) => !LATIN.test(letter) && !BESIDE_LATIN.test(letter));
  const isBeside = letters.some((letter) => LATIN.test(letter)) && strange;
  return isBeside || OTHERS.filter((script) => script.test(label)).length > 1;
}

function skeleton(label: string, isLoose: boolean): string {
  const bare = label.normalize('NFD').replace(/\p{M}/gu, '');
  return [...bare]
    .map((letter) => SAME.get(letter) ?? (isLoose ? CLOSE.get(letter) : undefined) ?? letter)
    .join('');
}

function isAscii(label: string): boolean {
  return /^[a-z0-9-]+$/.test(label);
}

/** Pairs of a letter and the Latin one, written one after the other. */
function spelled(...pairs: string[]): ReadonlyMap<string, string> {
  return new Map(
    [...pairs.join('').matchAll(/(.)(.)/gu)].map(([, letter = '', latin = '']) => [letter, latin]),
  );
}
