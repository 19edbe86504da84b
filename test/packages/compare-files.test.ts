import { expect, it } from 'vitest';
import { compareFiles } from './compare-files.ts';

const OWN = {
  'background.js': 'run()',
  'manifest.json': '{"name":"Condor","version":"1.0.0"}',
  '_locales/en/messages.json': '{"a":{"message":"A"},"b":{"message":"B"}}',
};

const filesOf = (contents: Readonly<Record<string, string>>) =>
  new Map(Object.entries(contents).map(([name, text]) => [name, Buffer.from(text)]));

const compare = (changes: Readonly<Record<string, string>>) =>
  compareFiles(filesOf({ ...OWN, ...changes }), filesOf(OWN));

it('finds no difference between equal files', () => {
  expect(compare({})).toEqual({ same: 3, differences: [], ignored: [], rewritten: [] });
});

it('names changed, added and missing files with their sizes and digests', () => {
  const copy = new Map(filesOf({ ...OWN, 'background.js': 'RUN()', 'evil.js': '' }));
  copy.delete('_locales/en/messages.json');
  const { differences } = compareFiles(copy, filesOf(OWN));
  expect(differences.map(({ kind, name }) => [kind, name])).toEqual([
    ['missing', '_locales/en/messages.json'],
    ['changed', 'background.js'],
    ['added', 'evil.js'],
  ]);
  expect(differences[2]).toMatchObject({
    copy: {
      bytes: 0,
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    },
  });
});

it('ignores files and manifest members that a store or a browser adds, and lists the ignored and the rewritten files', () => {
  const comparison = compare({
    '_metadata/verified_contents.json': '[]',
    'META-INF/cose.sig': 'x',
    'manifest.json': `{
      "update_url": "https://clients2.google.com/service/update2/crx",
      "version": "1.0.0", "key": "AAAA", "name": "Condor"
    }`,
    '_locales/en/messages.json': '{"b":{"message":"B"},\n"a":{"message":"A"}}',
  });
  expect(comparison).toEqual({
    same: 3,
    differences: [],
    ignored: [
      'META-INF/cose.sig',
      '_metadata/verified_contents.json',
      'key in manifest.json',
      'update_url in manifest.json',
    ],
    rewritten: ['_locales/en/messages.json', 'manifest.json'],
  });
});

it.each([
  ['a script in a folder of the store', { '_metadata/evil.js': 'x' }],
  [
    'a different source of updates',
    {
      'manifest.json': `{"name":"Condor","version":"1.0.0","update_url":"https://evil.example/crx"}`,
    },
  ],
  [
    'an additional permission',
    { 'manifest.json': `{"name":"Condor","version":"1.0.0","permissions":["tabs"]}` },
  ],
  ['a changed text', { '_locales/en/messages.json': '{"a":{"message":"B"},"b":{"message":"B"}}' }],
  ['a manifest that isn’t JSON', { 'manifest.json': '{"name":"Condor","version":"1.0.0"} //' }],
  ['an added space in a script', { 'background.js': ' run()' }],
  ['a name that differs in case only', { 'Background.js': 'run()' }],
])('reports one difference for %s', (_, changes) => {
  expect(compare(changes).differences).toHaveLength(1);
});
