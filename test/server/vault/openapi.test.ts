import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startVault, TENANT } from './harness.ts';
import { CODES, ENDPOINTS, ERROR, OPAQUE_ID, type Schema, STATUSES } from './specification.ts';

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}
interface Operation {
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Record<string, Content & { readonly $ref?: string }>;
  readonly security: readonly object[];
}
interface Path {
  readonly parameters: readonly Parameter[];
  readonly get?: Operation;
  readonly post?: Operation;
  readonly options: Operation;
}
interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Record<string, Path>;
  readonly components: {
    readonly responses: { readonly Error: Content };
    readonly securitySchemes: object;
  };
}

let vault: Harness;
let description: Description;
beforeEach(async () => {
  vault = await startVault({ tenants: [{ ...TENANT, extensions: true }] });
  const { text } = await vault.transport({ method: 'GET', path: '/openapi.json', headers: {} });
  description = JSON.parse(text) as Description;
});
afterEach(() => vault.close());

const SAFE = Number.MAX_SAFE_INTEGER;

/**
 * Returns a schema's meaning without differences of form: the order of names, the type beside a
 * constant, the exact-number form of a revision.
 */
function meaning(schema: Schema | undefined): unknown {
  if (schema === undefined) return undefined;
  const { const: constant, type, required, properties, items, anyOf, ...rest } = schema;
  const { maximum, ...limits } = rest;
  return {
    ...limits,
    ...(maximum === undefined || maximum === SAFE ? {} : { maximum }),
    ...(constant === undefined ? { type } : { const: constant }),
    ...(required === undefined ? {} : { required: new Set(required) }),
    ...(items === undefined ? {} : { items: meaning(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(meaning) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, meaning(one)]),
          ),
        }),
    // An object without members may omit the list.
    ...(type === 'object' && required === undefined ? { required: new Set() } : {}),
  };
}

const schemaOf = (content: Content | undefined) => content?.content['application/json'].schema;

describe('/openapi.json', () => {
  it('describes the specification’s ten endpoints in the specification’s order, and five more endpoints', () => {
    const own = Object.keys(description.paths).filter((path) => path.startsWith('/ext/v1/'));
    expect(own).toHaveLength(4);
    const specified = ENDPOINTS.map(({ path }) => path);
    expect(Object.keys(description.paths)).toEqual([...specified, ...own, '/tenant']);
    expect([description.openapi, description.info.version]).toEqual(['3.1.0', '1.0.0']);
  });

  describe.each(ENDPOINTS)('$method $path', ({ method, path, auth, request, answer }) => {
    const described = () => {
      const found = description.paths[path];
      const operation = found?.[method];
      if (found === undefined || operation === undefined) throw new Error(`${path} is missing`);
      return { found, operation };
    };

    it('describes a request body with exactly the specified fields and their limits', () => {
      const { operation } = described();
      expect(meaning(schemaOf(operation.requestBody))).toEqual(meaning(request));
      expect(operation.requestBody?.required).toBe(request === undefined ? undefined : true);
    });

    it('describes an answer with exactly the specified fields and their limits', () => {
      const { operation } = described();
      expect(meaning(schemaOf(operation.responses[200]))).toEqual(meaning(answer));
    });

    it('describes only the route’s own method and preflight, including the statuses, authorization and Origin header', () => {
      const { found, operation } = described();
      expect(Object.keys(found).toSorted()).toEqual([method, 'options', 'parameters'].toSorted());
      const session = { session: [] };
      const security = { none: [], 'none or bearer': [{}, session], bearer: [session] }[auth];
      expect(operation.security).toEqual(security);
      expect(Object.keys(operation.responses).map(Number)).toEqual([200, ...STATUSES]);
      for (const status of STATUSES) {
        expect(operation.responses[status]?.$ref).toBe('#/components/responses/Error');
      }
      expect(Object.keys(found.options.responses).map(Number)).toEqual([204, ...STATUSES]);
      const wanted = path.endsWith('{id}') ? ['Origin', 'id'] : ['Origin'];
      expect(found.parameters.map(({ name }) => name)).toEqual(wanted);
      const [origin, id] = found.parameters;
      expect(origin).toMatchObject({
        in: 'header',
        required: true,
        schema: { type: 'string', format: 'uri' },
      });
      if (id !== undefined) {
        expect(id).toMatchObject({ in: 'path', required: true, schema: OPAQUE_ID });
      }
    });
  });

  it('says that GET /tenant needs no authorization, and describes its statuses and exactly the members of its answer', async () => {
    const { get, ...others } = description.paths['/tenant'] ?? {};
    expect(others).toEqual({});
    expect(get?.security).toEqual([]);
    expect(Object.keys(get?.responses ?? {})).toEqual(['200', '404', '429', '503']);
    const { text } = await vault.transport({ method: 'GET', path: '/tenant', headers: {} });
    expect(Object.keys(schemaOf(get?.responses[200])?.properties ?? {})).toEqual(
      Object.keys(JSON.parse(text)),
    );
  });

  it('describes the body of every error as an object with one of the 29 codes', () => {
    expect(CODES).toHaveLength(29);
    expect(meaning(schemaOf(description.components.responses.Error))).toEqual(meaning(ERROR));
    expect(description.components.securitySchemes).toEqual({
      session: { type: 'http', scheme: 'bearer' },
    });
  });

  it('doesn’t allow additional members in any object', () => {
    const open: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (
        'type' in value &&
        value.type === 'object' &&
        !('additionalProperties' in value && value.additionalProperties === false)
      )
        open.push(path);
      for (const [name, inner] of Object.entries(value)) walk(inner, `${path}.${name}`);
    };
    walk(description, 'description');
    expect(open).toEqual([]);
  });
});
