import { matchesSchema } from '../../shared/check-schema.ts';
import type { TSchema } from '../../shared/schema.ts';

/** The keywords of JSON schemas that samples are made from. */
interface Words {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Texts that satisfy the formats in the schemas; the first match is used. */
const TEXTS = [
  'text',
  '1234567890',
  '12',
  '0x2105',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  `0x${'1f'.repeat(32)}`,
  'https://condor.example',
  'condor.example',
  'name #1',
  ...[16, 32, 64, 65].map((bytes) => Buffer.alloc(bytes, 7).toString('base64url')),
];

/**
 * Returns sample values of a schema in a fixed order. At least one value has each variant and each
 * enumerated text. One value has each optional member, and another value lacks it. For a schema
 * that was already used, returns only one value.
 */
export function samplesOf(schema: TSchema, seen = new Set<TSchema>()): readonly unknown[] {
  const isSeen = seen.has(schema);
  seen.add(schema);
  const samples = allSamplesOf(schema, seen);
  return isSeen ? samples.slice(0, 1) : samples;
}

function allSamplesOf(schema: TSchema, seen: Set<TSchema>): readonly unknown[] {
  const words: Words = schema;
  if ('const' in words) return [words.const];
  if (words.anyOf !== undefined) return words.anyOf.flatMap((one) => samplesOf(one, seen));
  switch (words.type) {
    case undefined:
      return [null];
    case 'null':
      return [null];
    case 'boolean':
      return [true, false];
    case 'number':
    case 'integer':
      return [Math.min(Math.max(1, words.minimum ?? 1), words.maximum ?? 1)];
    case 'string':
      return textsOf(schema);
    case 'array':
      return listsOf(words, seen);
    default:
      return objectsOf(words, seen);
  }
}

function textsOf(schema: TSchema): readonly string[] {
  const { pattern = '', minLength = 0 }: Words = schema;
  const listed = /^\^\(\?:([^()[\]]+)\)\$$/.exec(pattern)?.[1]?.split('|') ?? [];
  if (listed.length > 0) return listed;
  const candidates = [...TEXTS, 'x'.repeat(minLength)];
  const found = candidates.find((text) => matchesSchema(schema, text));
  if (found === undefined) throw new Error(`no sample fits ${JSON.stringify(schema)}`);
  return [found];
}

/** Returns an empty list, and a list with one item of each kind. */
function listsOf(
  { items = {}, minItems = 0, maxItems = 1_000 }: Words,
  seen: Set<TSchema>,
): readonly unknown[] {
  const samples = samplesOf(items, seen);
  const size = Math.max(minItems, Math.min(samples.length, maxItems));
  const lists: unknown[][] = minItems === 0 ? [[]] : [];
  for (let from = 0; from < samples.length; from += size) {
    lists.push(Array.from({ length: size }, (_, at) => samples[(from + at) % samples.length]));
  }
  return lists;
}

/**
 * Returns objects that together contain each sample of each member once. The last object has only
 * the required members.
 */
function objectsOf(
  { properties = {}, required = [], patternProperties = {} }: Words,
  seen: Set<TSchema>,
) {
  const named = Object.entries(patternProperties).map(([, schema]) => ['name', schema] as const);
  const members = [...Object.entries(properties), ...named].map(
    ([name, schema]) => [name, samplesOf(schema, seen)] as const,
  );
  const count = Math.max(1, ...members.map(([, samples]) => samples.length));
  const at = (index: number) => (member: (typeof members)[number]) =>
    [member[0], member[1][index % member[1].length]] as const;
  const full = Array.from({ length: count }, (_, index) =>
    Object.fromEntries(members.map(at(index))),
  );
  const needed = members.filter(([name]) => required.includes(name));
  if (needed.length === members.length) return full;
  return [...full, Object.fromEntries(needed.map(at(0)))];
}
