import type { TSchema } from './schema.ts';

/** The parts of JSON Schema that our schemas use. Other keywords throw. */
interface Keywords {
  /** TypeBox's own keyword: conditions as code, hidden from JSON. */
  readonly '~refine'?: readonly { readonly check: (value: unknown) => boolean }[];
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: boolean;
  readonly items?: TSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['type', 'const', 'anyOf', 'properties', 'required', 'patternProperties'],
  ...['additionalProperties', 'items', 'minItems', 'maxItems', 'minLength', 'maxLength'],
  ...['pattern', 'format', 'minimum', 'maximum'],
  // Annotations without effect on validation.
  ...['$id', 'title', 'description', 'examples', 'default'],
  ...['~kind', '~optional', '~unsafe', '~refine', '~amount'],
]);

interface Rule {
  readonly words: Keywords;
  readonly pattern: RegExp | undefined;
  readonly properties: readonly (readonly [name: string, schema: TSchema, isRequired: boolean])[];
  readonly patterns: readonly (readonly [pattern: RegExp, schema: TSchema])[];
}

/** Each schema is a constant, so it is compiled once. */
const rules = new WeakMap<TSchema, Rule>();

/**
 * Returns true when a value matches the schema, like TypeBox's `Check` (a test compares them) but
 * smaller and faster.
 * @throws for an unknown keyword, so that no value passes unchecked
 */
export function matchesSchema(schema: TSchema, value: unknown): boolean {
  const rule = rules.get(schema) ?? ruleOf(schema);
  if (!hasForm(rule, value)) return false;
  return rule.words['~refine']?.every(({ check }) => check(value)) ?? true;
}

function hasForm({ words, pattern, properties, patterns }: Rule, value: unknown): boolean {
  if ('const' in words && words.const !== value) return false;
  if (words.anyOf !== undefined && !words.anyOf.some((one) => matchesSchema(one, value))) {
    return false;
  }
  switch (words.type) {
    case undefined:
      return true;
    case 'null':
      return value === null;
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
    case 'integer':
      return (
        typeof value === 'number' &&
        (words.type === 'integer' ? Number.isInteger(value) : Number.isFinite(value)) &&
        value >= (words.minimum ?? -Infinity) &&
        value <= (words.maximum ?? Infinity)
      );
    case 'string':
      return (
        typeof value === 'string' &&
        isLongEnough(value, words) &&
        (pattern === undefined || pattern.test(value)) &&
        (words.format === undefined || isOfFormat(words.format, value))
      );
    case 'array':
      return (
        Array.isArray(value) &&
        value.length >= (words.minItems ?? 0) &&
        value.length <= (words.maxItems ?? Infinity) &&
        value.every((item) => words.items === undefined || matchesSchema(words.items, item))
      );
    case 'object':
      return isObject(value) && membersMatch({ words, properties, patterns }, value);
    default:
      throw new TypeError(`a schema of an unknown type: ${words.type}`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function membersMatch(
  rule: Pick<Rule, 'words' | 'properties' | 'patterns'>,
  value: Readonly<Record<string, unknown>>,
): boolean {
  let known = 0;
  for (const [name, schema, isRequired] of rule.properties) {
    if (!Object.hasOwn(value, name)) {
      if (isRequired) return false;
      continue;
    }
    known += 1;
    const member = value[name];
    if (!(member === undefined && !isRequired) && !matchesSchema(schema, member)) return false;
  }
  if (rule.patterns.length === 0 && rule.words.additionalProperties !== false) return true;
  const names = Object.keys(value);
  if (rule.patterns.length === 0) return names.length === known;
  return names.every((name) => {
    const fitting = rule.patterns.filter(([pattern]) => pattern.test(name));
    return (
      fitting.every(([, schema]) => matchesSchema(schema, value[name])) &&
      (fitting.length > 0 || rule.words.additionalProperties !== false)
    );
  });
}

/** Lengths count code points. A text never has more code points than code units. */
function isLongEnough(text: string, { minLength = 0, maxLength = Infinity }: Keywords): boolean {
  return (
    (text.length <= maxLength || !hasMoreThan(text, maxLength)) &&
    (minLength <= Math.min(1, text.length) || hasMoreThan(text, minLength - 1))
  );
}

/** Returns true when a text has more code points than `count`. Reads no further than necessary. */
function hasMoreThan(text: string, count: number): boolean {
  let [points, at] = [0, 0];
  while (points <= count && at < text.length) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    points += 1;
  }
  return points > count;
}

/** RFC 3986: printable ASCII with a scheme. */
function isOfFormat(format: string, text: string): boolean {
  if (format !== 'uri') throw new TypeError(`a schema of an unknown format: ${format}`);
  return /^[a-z][a-z0-9+.-]*:[\x21-\x7e]*$/i.test(text) && URL.canParse(text);
}

function ruleOf(schema: TSchema): Rule {
  const words: Keywords = schema;
  const unknown = Object.getOwnPropertyNames(schema).find((name) => !KEYWORDS.has(name));
  if (unknown !== undefined) throw new TypeError(`a schema with an unknown keyword: ${unknown}`);
  const rule: Rule = {
    words,
    pattern: words.pattern === undefined ? undefined : new RegExp(words.pattern, 'u'),
    properties: Object.entries(words.properties ?? {}).map(
      ([name, one]) => [name, one, words.required?.includes(name) ?? false] as const,
    ),
    patterns: Object.entries(words.patternProperties ?? {}).map(
      ([pattern, one]) => [new RegExp(pattern, 'u'), one] as const,
    ),
  };
  rules.set(schema, rule);
  return rule;
}
