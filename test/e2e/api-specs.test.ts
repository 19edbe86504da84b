import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRecord } from '../../shared/is-record.ts';
import { parseAs, parseJson } from '../../shared/parse.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

const Agreement = Type.Union([
  Type.Literal('Connect'),
  Type.Literal('Sign'),
  Type.Literal('Confirm'),
]);
const PlanSchema = Type.Object({
  /** Methods that this test skips, each with its reason. */
  skips: Type.Record(Type.String(), Type.String({ minLength: 10 })),
  /** Params that replace an example's params, because examples name accounts of another chain. */
  params: Type.Record(Type.String(), Type.Array(Type.Unknown())),
  /** Buttons that the user presses. */
  answers: Type.Record(Type.String(), Agreement),
  /** Methods that end a state which other methods need, so they run last. */
  last: Type.Array(Type.String()),
});
const CallSchema = Type.Object({
  methodName: Type.String(),
  valid: Type.Optional(Type.Boolean()),
  reason: Type.Optional(Type.String()),
  error: Type.Optional(Type.Unknown()),
  requestError: Type.Optional(Type.Unknown()),
});
const MethodSchema = Type.Object({ name: Type.String() });

const require = createRequire(import.meta.url);

/**
 * Returns the document with every reference replaced by its target, as the coverage tool requires.
 */
function resolved(document: unknown, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => resolved(document, member));
  if (!isRecord(value)) return value;
  if (typeof value.$ref === 'string') {
    const path = value.$ref.slice(2).split('/');
    const target = path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), document);
    return resolved(document, target);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, resolved(document, member)]),
  );
}

let used: WalletInUse;
let server: PageServer;
let page: Page;

beforeAll(async () => {
  [used, server] = await Promise.all([startWalletInUse(), startPageServer()]);
  page = await used.browser.context.newPage();
  await page.goto(`${server.url}/site`);
});

afterAll(async () => {
  await used?.stop();
  await server?.stop();
});

const ask = (method: string, params: unknown) =>
  page.evaluate(`ethereum.request(${JSON.stringify({ method, params })}).then(
    (result) => ({ result }), ({ code, message }) => ({ error: { code, message } }))`);

describe('MetaMask’s description of its API', () => {
  it('the wallet answers every method as MetaMask describes the method, except for methods that the test skips with a reason', async () => {
    const text = await readFile(new URL('api-specs.json', import.meta.url), 'utf8');
    const plan = parseAs(PlanSchema, parseJson(text));
    if (plan === undefined) throw new Error('the plan is not what its schema says');
    const source: unknown = require('@metamask/api-specs').default;
    const document = resolved(source, source);
    const methods =
      parseAs(Type.Array(MethodSchema), Reflect.get(Object(document), 'methods')) ?? [];
    const names = methods.map(({ name }) => name);
    expect(Object.keys(plan.skips).filter((name) => !names.includes(name))).toEqual([]);
    const late = (name: string) => Number(plan.last.includes(name));
    const first = (name: string) => Number(name !== 'eth_requestAccounts');
    const openrpcDocument = {
      ...Object(document),
      methods: methods.toSorted(
        (a, b) => late(a.name) - late(b.name) || first(a.name) - first(b.name),
      ),
    };
    const { client, accounts } = used.devnet;
    const hash = await used.devnet.send({
      from: accounts.deployer.address,
      to: accounts.deployer.address,
    });
    const mined = await client.getTransactionReceipt({ hash });
    const values: Readonly<Record<string, string>> = {
      $account: used.address,
      $blockHash: mined.blockHash,
    };
    const transport = async (_: string, method: string, example: unknown) => {
      const template = JSON.stringify(plan.params[method] ?? example);
      const params = parseJson(template.replace(/\$\w+/g, (name) => values[name] ?? name));
      const button = plan.answers[method];
      const answer = ask(method, params);
      if (button !== undefined) await used.answer(button);
      return answer;
    };
    const ExamplesRule = require('@open-rpc/test-coverage/build/rules/examples-rule').default;
    const calls: unknown = await require('@open-rpc/test-coverage').default({
      openrpcDocument,
      transport,
      reporters: ['empty'],
      rules: [new ExamplesRule()],
      skip: Object.keys(plan.skips),
    });
    const results = parseAs(Type.Array(CallSchema), calls) ?? [];
    expect(results.length).toBeGreaterThan(25);
    const failed = results
      .filter(({ valid }) => valid !== true)
      .map(({ methodName, reason, error, requestError }) =>
        [methodName, reason ?? JSON.stringify(error ?? requestError)].join(': '),
      );
    expect(failed).toEqual([]);
  });
});
