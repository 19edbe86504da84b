import type { TypedField } from './typed-data.ts';

/** The part of a name that eth-sig-util and viem search for referenced types. */
const PLAIN_START = /^\w*/;

/**
 * Returns a struct type as EIP-712 writes it (`encodeType`): the type itself, then the types that it
 * refers to, sorted by name. Follows eth-sig-util for names with other characters than `\w`: their
 * part up to the first such character is looked up.
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
