import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { getAddress, type Hex, toFunctionSelector } from 'viem';
import { expect, it } from 'vitest';
import { KNOWN_CALLS } from '../../shared/approvals/known-calls/known-calls.ts';
import { erc7730Files } from './contracts.ts';
import { readTexts } from './read-texts.ts';

const FOLDER = new URL('../../shared/chain/erc7730/', import.meta.url);
const SCHEMA = new URL('../vectors/erc7730-v2.schema.json', import.meta.url);

interface File {
  context: { contract: { deployments: { address: string }[] } };
  display: {
    formats: Record<
      string,
      {
        intent: string;
        interpolatedIntent?: string;
        fields: { path: string; label: string; format: string; params?: { tokenPath?: string } }[];
      }
    >;
  };
}

const read = (name: string): File => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
const NAMES = readdirSync(FOLDER);
const FUNCTIONS = NAMES.flatMap((name) => Object.entries(read(name).display.formats));

const ajv = new Ajv2020({
  strict: false,
  formats: {
    eip155: { type: 'number', validate: (chainId: number) => Number.isSafeInteger(chainId) },
    eip55: (address: string) => getAddress(address) === address,
    'uri-reference': (reference: string) => URL.canParse(reference, 'https://eips.ethereum.org/'),
    uri: (uri: string) => URL.canParse(uri),
    'date-time': (time: string) => !Number.isNaN(Date.parse(time)),
  },
});
const isValid = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));

/** Returns the selector of a function, without the names of its parameters. */
const selectorOf = (signature: string): Hex => toFunctionSelector(`function ${signature}`);

it.each(NAMES)('%s follows version 2 of the published schema', (name) => {
  expect(isValid(read(name)), JSON.stringify(isValid.errors)).toBe(true);
});

it('the schema rejects an unknown format, a wrong parameter and an address without its checksum', () => {
  const name = 'calldata-OptionBook.json';
  const changed = (change: (file: File) => void) => {
    const file = read(name);
    change(file);
    return isValid(file);
  };
  const [first] = Object.keys(read(name).display.formats);
  const fieldsOf = (file: File) => file.display.formats[first ?? '']?.fields ?? [];
  expect(changed(() => undefined)).toBe(true);
  expect(changed((file) => Object.assign(fieldsOf(file)[0] ?? {}, { format: 'words' }))).toBe(
    false,
  );
  expect(changed((file) => Object.assign(fieldsOf(file)[0] ?? {}, { params: { x: 1 } }))).toBe(
    false,
  );
  expect(
    changed(({ context }) => {
      for (const one of context.contract.deployments) one.address = one.address.toLowerCase();
    }),
  ).toBe(false);
});

it('the stored files equal the files that the generator creates', async () => {
  const files = erc7730Files(await readTexts());
  expect(Object.keys(files).sort()).toEqual(NAMES.toSorted());
  for (const name of NAMES) expect(read(name), name).toEqual(files[name]);
});

it.each(FUNCTIONS)(
  '%s, which a descriptor describes, is a function that Condor reads',
  (signature) => {
    expect(KNOWN_CALLS.map((call) => call.selector)).toContain(selectorOf(signature));
    expect(signature).not.toMatch(/, | {2}/);
  },
);

it.each(FUNCTIONS)(
  '%s has a descriptor that shows only the function’s parameters, each with a readable label',
  (signature, { fields }) => {
    for (const { path, label, params } of fields) {
      for (const one of [path, ...(params?.tokenPath === undefined ? [] : [params.tokenPath])])
        for (const name of one.split('.').filter((part) => !['[]', '@', 'value'].includes(part)))
          expect(signature).toMatch(new RegExp(`[\\w)\\]] ${name}[,)]`));
      expect(label).not.toMatch(/^[a-z]+\.|[{}]/);
    }
  },
);

it('every placeholder of a sentence names a field that is shown', () => {
  const named = FUNCTIONS.flatMap(([, { interpolatedIntent = '', fields }]) =>
    [...interpolatedIntent.matchAll(/\{([^}]+)\}/g)].map(([, path]) =>
      fields.some((field) => field.path === path),
    ),
  );
  expect(named).not.toHaveLength(0);
  expect(named.every(Boolean)).toBe(true);
});
