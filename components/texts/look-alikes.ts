/** Pairs of a letter and the Latin letter that looks the same ("confusables", Unicode TS 39). */
const SAME = spelled('аaеeоoрpсcуyүyхxіiјjӏlԁdԍgһhԛqԝwѕsѵv', 'αaοoρpνvιiϲcϳj', 'օoոnսuհhցgյj');
/** Pairs of similar letters, suspicious beside Latin letters and normal on their own. */
const CLOSE = spelled('кkмmтtнhвbьbпnгrшwѡwҽe', 'κkυuτtγyηnεeωwσoχxβbμu', 'զqլl');

const LATIN = /\p{Script=Latin}/u;
/** Scripts that are commonly mixed with Latin letters. */
const BESIDE_LATIN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const LETTER = /\p{L}/u;
const OTHERS = [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u] as const;

/** The kind of a suspicious host: it imitates a Latin name, or mixes scripts. */
export type LookAlike =
  | { readonly kind: 'imitates'; readonly host: string }
  | { readonly kind: 'mixes' };

/**
 * Returns whether a label of a host (in Unicode) mixes scripts or imitates a Latin name;
 * `undefined` for an ordinary name in one script. A label that consists of look-alikes counts as an
 * imitation only under a Latin top-level domain. Elsewhere it is an ordinary word in its script.
 */
export function lookAlikeOf(host: string): LookAlike | undefined {
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

/** Parses pairs of a letter and its Latin look-alike, written without separators. */
function spelled(...pairs: string[]): ReadonlyMap<string, string> {
  return new Map(
    [...pairs.join('').matchAll(/(.)(.)/gu)].map(([, letter = '', latin = '']) => [letter, latin]),
  );
}
