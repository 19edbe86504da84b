import { markdownTable } from './markdown-table.ts';

/** Parts of an OpenAPI 3.1 document that the pages show. */
export interface ApiDocument {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'delete'] as const;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const member = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => (isJson(found) ? found[name] : undefined), value);

function typeOf(schema: unknown): string {
  if (!isJson(schema)) return 'anything';
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const any = schema.anyOf;
  if (Array.isArray(any)) return any.map(typeOf).join(' or ');
  if (schema.type === 'array') {
    const [least, most] = [schema.minItems, schema.maxItems];
    const count =
      least === undefined && most === undefined ? '' : ` (${least ?? 0} to ${most ?? 'any'})`;
    return `array of ${typeOf(schema.items)}${count}`;
  }
  const limits = [
    schema.pattern === undefined ? '' : `\`${String(schema.pattern)}\``,
    schema.minLength === undefined ? '' : `at least ${schema.minLength} characters`,
    schema.maxLength === undefined ? '' : `at most ${schema.maxLength}`,
    schema.minimum === undefined ? '' : `≥ ${schema.minimum}`,
    schema.maximum === undefined ? '' : `≤ ${schema.maximum}`,
  ].filter((limit) => limit !== '');
  return [String(schema.type ?? 'anything'), ...limits].join(', ');
}

/** Returns a schema's members with their types; nested members have dotted names. */
function members(schema: unknown, prefix = ''): [string, string][] {
  if (!isJson(schema)) return [];
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap((one) => members(one, prefix));
  if (schema.type === 'array') return members(schema.items, `${prefix}[]`);
  const { properties } = schema;
  if (!isJson(properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).flatMap(([name, value]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const isOptional = required.includes(name) ? '' : ' (optional)';
    const inner = members(value, path);
    return [[`\`${path}\`${isOptional}`, typeOf(value)], ...inner];
  });
}

/**
 * Returns a table of a schema's members. If an earlier route has the same members, returns a
 * reference to that route.
 */
function table(
  heading: string,
  schema: unknown,
  { route, seen }: { readonly route: string; readonly seen: Map<string, string> },
): string[] {
  if (schema === undefined) return [];
  // Removes duplicates, because alternatives can share members.
  const rows = [...new Map(members(schema).map((row) => [row.join(), row])).values()];
  if (rows.length === 0) return [`${heading}: ${typeOf(schema)}`, ''];
  const first = seen.get(rows.join());
  if (first !== undefined) return [`${heading}: as ${first}`, ''];
  seen.set(rows.join(), `the ${heading.toLowerCase()} of ${route}`);
  return [`${heading}: ${typeOf(schema)}`, '', ...markdownTable(['Member', 'Type'], rows), ''];
}

function operation(
  path: string,
  method: string,
  found: Json,
  shared: unknown,
  seen: Map<string, string>,
): string[] {
  const route = `\`${method.toUpperCase()} ${path}\``;
  const own = Array.isArray(found.parameters) ? found.parameters : [];
  const parameters: unknown[] = [...(Array.isArray(shared) ? shared : []), ...own];
  const rows = parameters.map((one) => [
    `\`${String(member(one, 'name'))}\``,
    String(member(one, 'in')),
    typeOf(member(one, 'schema')),
  ]);
  const statuses = Object.keys(isJson(found.responses) ? found.responses : {});
  const content = ['content', 'application/json', 'schema'] as const;
  return [
    `## ${route}`,
    '',
    ...(found.summary === undefined ? [] : [`${String(found.summary)}.`, '']),
    ...(rows.length === 0 ? [] : [...markdownTable(['Parameter', 'In', 'Type'], rows), '']),
    ...table('Request body', member(found, 'requestBody', ...content), { route, seen }),
    ...table('Response', member(found, 'responses', '200', ...content), { route, seen }),
    ...(statuses.length < 2 ? [] : [`Statuses: ${statuses.join(', ')}.`, '']),
  ];
}

/** Returns an OpenAPI document as a page in Markdown. */
export function renderOpenApi(document: ApiDocument, introduction: string): string {
  const seen = new Map<string, string>();
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const found = item[method];
      return isJson(found) ? operation(path, method, found, item.parameters, seen) : [];
    }),
  );
  return [`# ${document.info.title}: HTTP interface`, '', introduction, '', ...operations]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
