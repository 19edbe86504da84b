import * as Type from './schema.ts';

/**
 * Amounts in schemas: branded bigints in the type of a value, decimal text in its JSON form, which
 * the schema checks. Ports, stored values and messages carry JSON.
 */
type Fixed<Value> = Value extends string | number | bigint | boolean | null | undefined
  ? Value
  : { readonly [Key in keyof Value]: Fixed<Value[Key]> };

/** The type of a schema's values. */
export type ValueOf<Schema extends Type.TSchema> = Fixed<Type.Static<Schema>>;

type Read = (json: unknown) => unknown;

/** The parts of a schema that can contain amounts. */
interface Parts {
  readonly '~amount'?: true;
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Type.TSchema[];
  readonly properties?: Readonly<Record<string, Type.TSchema>>;
  readonly items?: Type.TSchema;
}

function amount<Amount extends bigint>(pattern: string) {
  const schema = Object.defineProperty(Type.String({ pattern }), '~amount', { value: true });
  return Type.Unsafe<Amount>(schema);
}

/** Returns the schema of a whole amount. */
export const units = <Amount extends bigint = bigint>() => amount<Amount>('^[0-9]{1,78}$');

/** Returns the schema of an amount that can be negative. */
export const signedUnits = <Amount extends bigint = bigint>() => amount<Amount>('^-?[0-9]{1,78}$');

/** Returns the schema of words in the worker's own answers, which only their type lists. */
export const word = <Word extends string>() => Type.Unsafe<Word>(Type.String());

/** Schemas are constants, so each is read through once; undefined for one without amounts. */
const readers = new WeakMap<Type.TSchema, { readonly read: Read | undefined }>();

function readerOf(schema: Type.TSchema): Read | undefined {
  const known = readers.get(schema);
  if (known !== undefined) return known.read;
  const read = newReader(schema);
  readers.set(schema, { read });
  return read;
}

function newReader(schema: Type.TSchema): Read | undefined {
  const { '~amount': isAmount, anyOf = [], properties = {}, items }: Parts = schema;
  if (isAmount) return (json) => BigInt(json as string);
  const item = items && readerOf(items);
  if (item !== undefined) return (json) => (json as readonly unknown[]).map(item);
  if (anyOf.some(readerOf))
    return (json) => {
      const fitting = anyOf.find((one) => isVariant(one, json));
      return fitting === undefined ? json : fromJson(fitting, json);
    };
  const members = Object.entries(properties).flatMap(([name, member]) => {
    const read = readerOf(member);
    return read === undefined ? [] : [[name, read] as const];
  });
  if (members.length === 0) return undefined;
  return (json) => {
    const found = { ...(json as Record<string, unknown>) };
    for (const [name, read] of members)
      if (found[name] !== undefined) found[name] = read(found[name]);
    return found;
  };
}

/**
 * Returns whether a checked value is of this variant: variants differ in their JSON type or in
 * constant members, and the last one can be without.
 */
function isVariant({ type, properties = {} }: Parts, json: unknown): boolean {
  if (type !== (json === null ? 'null' : typeof json)) return false;
  return Object.entries(properties).every(([name, member]) => {
    const { const: constant }: Parts = member;
    return constant === undefined || constant === (json as Record<string, unknown>)[name];
  });
}

/** Returns the value of a JSON form that its schema accepts. */
export function fromJson<Schema extends Type.TSchema>(
  schema: Schema,
  json: unknown,
): Type.Static<Schema> {
  const read = readerOf(schema);
  return (read === undefined ? json : read(json)) as Type.Static<Schema>;
}

/** Returns the JSON form of a value: the same, with amounts as decimal text. */
export function inJson(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(inJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inJson(part)]));
}

/** Returns whether values of a schema differ from their JSON form. */
export const hasAmounts = (schema: Type.TSchema): boolean => readerOf(schema) !== undefined;
