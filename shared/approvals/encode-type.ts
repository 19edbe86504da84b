import type { TypedField } from './typed-data.ts';

/** The part of a name by which eth-sig-util and viem find referenced types. */
const PLAIN_START = /^\w*/;

/**
 * Returns a struct type in EIP-712's `encodeType` form: the type, then the types that it refers to,
 * sorted by name. Like eth-sig-util, looks up a name by the part before the first character other
 * than `\w`.
 */
export function encodeType(
  types: Readonly<Record<string, readonly TypedField[]>>,
  primaryType: string,
): string {
  const found = new Set<string>();
  const collect = (type: string) => {
    const [name] = PLAIN_START.exec(type) ?? [''];
    if (found.has(name) || !Object.hasOwn(types, name)) return;
    found.add(name);
    for (const field of types[name] ?? []) collect(field.type);
  };
  collect(primaryType);
  const others = [...found].filter((name) => name !== primaryType).sort();
  return [primaryType, ...others]
    .map((name) => {
      const fields = (types[name] ?? []).map((field) => `${field.type} ${field.name}`);
      return `${name}(${fields.join(',')})`;
    })
    .join('');
}
