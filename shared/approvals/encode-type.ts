import type { TypedField } from './typed-data.ts';

/**
 * A struct type as EIP-712 writes it (`encodeType`): the type itself, then what it refers to by name.
 * Two types are the same exactly when these are equal.
 */
export function encodeType(
  types: Readonly<Record<string, readonly TypedField[]>>,
  primaryType: string,
): string {
  const found = new Set<string>();
  const collect = (name: string) => {
    if (found.has(name) || !Object.hasOwn(types, name)) return;
    found.add(name);
    for (const { type } of types[name] ?? []) collect(type.replace(/\[.*$/, ''));
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
