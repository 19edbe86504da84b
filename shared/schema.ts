import type * as T from 'typebox';

export type {
  Static,
  TArray,
  TBoolean,
  TInteger,
  TObject,
  TProperties,
  TSchema,
  TString,
  TUnknown,
  TUnsafe,
} from 'typebox';

/**
 * Builders of the JSON schemas that `check-schema.ts` knows, with TypeBox's types. TypeBox's own
 * builders include its type engine, which would add 42 kB to each page and to the worker.
 */
function made<Schema>(words: object, options?: object): Schema {
  // TypeBox's types describe these keywords.
  return { ...words, ...options } as Schema;
}

/**
 * Returns a copy of a schema with an additional non-enumerable member, which JSON and spread copies
 * don't contain.
 */
function withHidden<Schema>(schema: object, name: string, value: unknown): Schema {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema));
  return Object.defineProperty(copy, name, { value }) as Schema;
}

function object<Properties extends T.TProperties>(
  properties: Properties,
  options?: T.TObjectOptions,
): T.TObject<Properties> {
  const required = Object.keys(properties).filter(
    (name) => !Object.hasOwn(properties[name] ?? {}, '~optional'),
  );
  return made(
    { type: 'object', ...(required.length === 0 ? {} : { required }), properties },
    options,
  );
}

const array = <Items extends T.TSchema>(items: Items, options?: T.TArrayOptions) =>
  made<T.TArray<Items>>({ type: 'array', items }, options);
const string = (options?: T.TStringOptions) => made<T.TString>({ type: 'string' }, options);
const number = (options?: T.TNumberOptions) => made<T.TNumber>({ type: 'number' }, options);
const integer = (options?: T.TNumberOptions) => made<T.TInteger>({ type: 'integer' }, options);
const boolean = () => made<T.TBoolean>({ type: 'boolean' });
const nothing = () => made<T.TNull>({ type: 'null' });
const unknown = () => made<T.TUnknown>({});
const literal = <Value extends T.TLiteralValue>(value: Value) =>
  made<T.TLiteral<Value>>({ type: typeof value, const: value });
const union = <Types extends T.TSchema[]>(anyOf: [...Types]) => made<T.TUnion<Types>>({ anyOf });
const optional = <Schema extends T.TSchema>(schema: Schema) =>
  withHidden<T.TOptional<Schema>>(schema, '~optional', true);
/** Gives a schema the type `Value` when the type can't be derived from the schema's keywords. */
const unsafe = <Value>(schema: T.TSchema) => schema as T.TUnsafe<Value>;
/** Adds a condition to a schema. `check` is called only with values that match the schema. */
const refine = <Schema extends T.TSchema>(
  schema: Schema,
  check: (value: T.Static<Schema>) => boolean,
) => withHidden<T.TRefine<Schema>>(schema, '~refine', [{ check, error: () => '' }]);

export {
  array as Array,
  boolean as Boolean,
  integer as Integer,
  literal as Literal,
  nothing as Null,
  number as Number,
  object as Object,
  optional as Optional,
  refine as Refine,
  string as String,
  union as Union,
  unknown as Unknown,
  unsafe as Unsafe,
};
