import * as Type from './schema.ts';

/**
 * A form of data, said once: its type, its JSON form, and the strict check of that form. Amounts are
 * branded bigints in the type and decimal text in JSON.
 */
export interface Codec<Value> {
  /** Checks the JSON form. */
  readonly schema: Type.TSchema;
  /** Returns the JSON form. */
  write(value: Value): unknown;
  /** Returns the value of a JSON form that its schema accepts. */
  read(json: unknown): Value;
}

interface Optional<Value> extends Codec<Value> {
  readonly isOptional: true;
}

/** Returns the type of a codec's values. */
export type ValueOf<C> = C extends Codec<infer Value> ? Value : never;

type Members = Readonly<Record<string, Codec<unknown>>>;
type RecordOf<M extends Members> = {
  readonly [Name in keyof M as M[Name] extends Optional<unknown> ? never : Name]: ValueOf<M[Name]>;
} & {
  readonly [Name in keyof M as M[Name] extends Optional<unknown> ? Name : never]?: ValueOf<M[Name]>;
};

/** Returns a codec of values whose JSON form is the value itself. */
export function same<Schema extends Type.TSchema>(schema: Schema): Codec<Type.Static<Schema>> {
  return {
    schema,
    write: (value) => value,
    // The schema has accepted it.
    read: (json) => json as Type.Static<Schema>,
  };
}

export const text: Codec<string> = same(Type.String());
export const integer: Codec<number> = same(Type.Integer());

/** Returns a codec of whole amounts: decimal text without a sign in JSON. */
export function units<Amount extends bigint>(): Codec<Amount> {
  return {
    schema: Type.String({ pattern: '^[0-9]{1,78}$' }),
    write: String,
    read: (json) => BigInt(json as string) as Amount,
  };
}

/** Returns a codec of a member that can be absent. */
export function optional<Value>(codec: Codec<Value>): Optional<Value> {
  return { ...codec, schema: Type.Optional(codec.schema), isOptional: true };
}

export function list<Value>(item: Codec<Value>): Codec<readonly Value[]> {
  return {
    schema: Type.Array(item.schema),
    write: (values) => values.map(item.write),
    read: (json) => (json as readonly unknown[]).map(item.read),
  };
}

/** Returns a codec of objects with these members and no others. */
export function record<M extends Members>(members: M): Codec<RecordOf<M>> {
  const each = Object.entries(members);
  const convert = (from: unknown, way: 'read' | 'write') => {
    const found = { ...(from as Record<string, unknown>) };
    for (const [name, codec] of each)
      if (found[name] !== undefined) found[name] = codec[way](found[name]);
    return found;
  };
  return {
    schema: Type.Object(Object.fromEntries(each.map(([name, { schema }]) => [name, schema])), {
      additionalProperties: false,
    }),
    write: (value) => convert(value, 'write'),
    read: (json) => convert(json, 'read') as RecordOf<M>,
  };
}
