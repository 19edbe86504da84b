import { codeKey } from '../../components/texts/code-key.ts';

/** A key in quotes, such as 'orders.quoteEnds', or of the manifest, such as __MSG_manifest_name__. */
const QUOTED = /(['"`])((?:\w+\.)+\w+)\1|__MSG_(\w+?)__/g;
/** A key that contains codes, such as `fill.failure.${code}`, but not any string. */
const BUILT = /`(\w+\.(?:\w|\.|\$\{(?!string\})[^`{}]*\})*)`/g;
/** A code in quotes, such as 'worsePrice' or 'fill asked', or as a property's name. */
const CODE = /(['"])(\w+(?:[ .-]\w+)*)\1|\b(\w+)\??:/g;

const flat = (key: string) => key.replaceAll('.', '_');

/** Returns the codes in sources with the subjects before them, `_` in place of dots. */
export function codesIn(sources: readonly string[]): ReadonlySet<string> {
  const found = sources.flatMap((source) =>
    [...source.matchAll(CODE)].map(([, , quoted, name = '']) => codeKey(quoted ?? name)),
  );
  return new Set(found.flatMap((code) => [flat(code), code.split('.')[0] ?? '']));
}

/** Returns for each template that builds keys the pattern of its flat keys. */
function builtKeys(source: string): readonly RegExp[] {
  return [...source.matchAll(BUILT)]
    .map(([, template = '']) => flat(template.replaceAll(/\$\{[^`{}]*\}/g, '$')).split('$'))
    .filter((parts) => parts.length > 1)
    .map((parts) => new RegExp(`^${parts.join('(\\w+)')}$`));
}

/**
 * Returns the flat keys that a source uses: quoted ones, and known ones that it builds from codes.
 * @param codes of all sources: a text whose code no source contains isn't used
 */
export function usedKeys(
  source: string,
  known: readonly string[],
  codes: ReadonlySet<string>,
): ReadonlySet<string> {
  const quoted = [...source.matchAll(QUOTED)].map(
    ([, , key = '', message]) => message ?? flat(key),
  );
  const built = builtKeys(source).flatMap((pattern) =>
    known.filter(
      (key) =>
        pattern
          .exec(key)
          ?.slice(1)
          .every((code) => codes.has(code)) === true,
    ),
  );
  return new Set([...quoted, ...built]);
}
