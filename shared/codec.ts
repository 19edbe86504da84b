import { matchesSchema } from './check-schema.ts';
import * as Type from './schema.ts';

/**
 * The type of a schema's values. Amounts are branded bigints here, and decimal text in the JSON
 * form that ports, stored values and messages contain.
 */
type Fixed<Value> = Value extends string | number | bigint | boolean | null | undefined
  ? Value
  : { readonly [Key in keyof Value]: Fixed<Value[Key]> };

export type ValueOf<Schema extends Type.TSchema> = Fixed<Type.Static<Schema>>;

/** `true` for a type with bigints in it, otherwise `never`. */
export type ContainsAmount<Value> = Value extends bigint
  ? true
  : Value extends string | number | boolean | null | undefined
    ? never
    : Value extends readonly (infer Item)[]
      ? ContainsAmount<Item>
      : { [Key in keyof Value]-?: ContainsAmount<Value[Key]> }[keyof Value];

type Convert = (value: unknown) => unknown;

/** The parts of a schema that can contain amounts. */
interface Parts {
  readonly '~amount'?: true;
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Type.TSchema[];
  readonly properties?: Readonly<Record<string, Type.TSchema>>;
  readonly items?: Type.TSchema;
  readonly patternProperties?: Readonly<Record<string, Type.TSchema>>;
}

function amount<Amount extends bigint>(pattern: string) {
  const schema = Object.defineProperty(Type.String({ pattern }), '~amount', { value: true });
  return Type.Unsafe<Amount>(schema);
}

/** Returns the schema of an integer amount that can't be negative. */
export const units = <Amount extends bigint = bigint>() => amount<Amount>('^[0-9]{1,78}$');

/** Returns the schema of an amount that can be negative. */
export const signedUnits = <Amount extends bigint = bigint>() => amount<Amount>('^-?[0-9]{1,78}$');

/**
 * Returns the schema of a union type's words. The schema only requires text, so use it only for the
 * worker's own answers.
 */
export const word = <Word extends string>() => Type.Unsafe<Word>(Type.String());

/** Functions that convert the values of a schema with amounts from JSON and to JSON. */
interface Ways {
  readonly read: Convert;
  readonly write: Convert;
}

/**
 * Each schema is a constant, so its members are searched only once. Undefined for a schema without
 * amounts.
 */
const ways = new WeakMap<Type.TSchema, Ways | undefined>();

function waysOf(schema: Type.TSchema): Ways | undefined {
  if (!ways.has(schema)) ways.set(schema, newWays(schema));
  return ways.get(schema);
}

function newWays(schema: Type.TSchema): Ways | undefined {
  const { '~amount': isAmount, anyOf = [], properties = {}, items, ...rest }: Parts = schema;
  if (Object.values(rest.patternProperties ?? {}).some(waysOf))
    throw new TypeError('a schema of any keys with amounts');
  if (isAmount) return { read: (json) => BigInt(json as string), write: String };
  const item = items && waysOf(items);
  const each = (one: Convert) => (list: unknown) => (list as readonly unknown[]).map(one);
  if (item !== undefined) return { read: each(item.read), write: each(item.write) };
  if (anyOf.some(waysOf)) {
    const inVariant =
      (way: keyof Ways, isFitting: (one: Type.TSchema, value: unknown) => boolean) =>
      (value: unknown) => {
        const variant = anyOf.find((one) => isFitting(one, value));
        return (variant && waysOf(variant)?.[way](value)) ?? value;
      };
    return { read: inVariant('read', matchesSchema), write: inVariant('write', isVariant) };
  }
  const members = Object.entries(properties).flatMap(([name, member]) => {
    const found = waysOf(member);
    return found === undefined ? [] : [[name, found] as const];
  });
  if (members.length === 0) return undefined;
  const inMembers = (way: keyof Ways) => (value: unknown) => {
    const copy = { ...(value as Record<string, unknown>) };
    for (const [name, member] of members)
      if (copy[name] !== undefined) copy[name] = member[way](copy[name]);
    return copy;
  };
  return { read: inMembers('read'), write: inMembers('write') };
}

/**
 * Returns true if a value, possibly with bigints, belongs to this variant of a union. Variants
 * differ in their JSON type or in constant members; the last variant may have no constant member.
 */
function isVariant(schema: Parts, value: unknown): boolean {
  const { '~amount': isAmount, type, properties = {} } = schema;
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  if (kind !== type && !(isAmount === true && kind === 'bigint')) return false;
  return Object.entries(properties).every(([name, member]) => {
    const { const: constant }: Parts = member;
    return constant === undefined || constant === (value as Record<string, unknown>)[name];
  });
}

/** Converts JSON that matches the schema to the schema's value. */
export function fromJson<Schema extends Type.TSchema>(
  schema: Schema,
  json: unknown,
): Type.Static<Schema> {
  return (waysOf(schema)?.read(json) ?? json) as Type.Static<Schema>;
}

/** Returns the JSON form of a schema's value. */
export function toJson(schema: Type.TSchema, value: unknown): unknown {
  return waysOf(schema)?.write(value) ?? value;
}

/** Returns the JSON form of any value, with bigints as decimal text. */
export function inJson(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(inJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inJson(part)]));
}
