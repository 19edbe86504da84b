import { codeKey } from '../../components/texts/code-key.ts';

/**
 * Matches a key in quotes, such as 'orders.quoteEnds', or a key in the manifest, such as
 * __MSG_manifest_name__.
 */
const QUOTED = /(['"`])((?:\w+\.)+\w+)\1|__MSG_(\w+?)__/g;
/**
 * Matches a template that builds a key from a code, such as `fill.failure.${code}`. Ignores
 * templates with `${string}`.
 */
const BUILT = /`(\w+\.(?:\w|\.|\$\{(?!string\})[^`{}]*\})*)`/g;
/** Matches a code in quotes, such as 'worsePrice' or 'fill asked', or a property's name. */
const CODE = /(['"])(\w+(?:[ .-]\w+)*)\1|\b(\w+)\??:/g;

const flat = (key: string) => key.replaceAll('.', '_');

/**
 * Returns the codes in sources, with `_` instead of dots. Also returns the part before the first
 * dot.
 */
export function codesIn(sources: readonly string[]): ReadonlySet<string> {
  const found = sources.flatMap((source) =>
    [...source.matchAll(CODE)].map(([, , quoted, name = '']) => codeKey(quoted ?? name)),
  );
  return new Set(found.flatMap((code) => [flat(code), code.split('.')[0] ?? '']));
}

/** Returns a pattern of flat keys for each template that builds keys. */
function builtKeys(source: string): readonly RegExp[] {
  return [...source.matchAll(BUILT)]
    .map(([, template = '']) => flat(template.replaceAll(/\$\{[^`{}]*\}/g, '$')).split('$'))
    .filter((parts) => parts.length > 1)
    .map((parts) => new RegExp(`^${parts.join('(\\w+)')}$`));
}

/**
 * Returns the flat keys that a source uses: quoted keys, and known keys that it builds from codes.
 * @param codes codes in all sources. A known key whose code isn't among them counts as unused.
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
