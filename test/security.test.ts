import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const ATTACKERS = [
  'Malicious site',
  'Maker',
  'Order feed',
  'Indexer',
  'Node',
  "Reader or maker at a host's market services",
  'Vault server and its host',
  'Somebody with a removed passkey',
  'Another extension',
  'Thief with the locked laptop',
];
const text = readFileSync(new URL('test/threat-model.md', ROOT), 'utf8');

describe('the extension', () => {
  it('the source code contains no listener for messages from other extensions or websites', () => {
    const cwd = fileURLToPath(ROOT);
    const files = globSync('{entrypoints,components,shared}/**/*.{ts,tsx}', { cwd });
    expect(files.length).toBeGreaterThan(300);
    const listening = /\bon(?:User)?(?:Message|Connect)External\b|\bonUserScript/;
    const found = files.filter((file) => listening.test(readFileSync(new URL(file, ROOT), 'utf8')));
    expect(found).toEqual([]);
  });
});

describe('the threat model', () => {
  it('the threat model has a section for each attacker', () => {
    const sections = [...text.matchAll(/^### (.+)$/gm)].map(([, title]) => title);
    expect(sections).toEqual(ATTACKERS);
  });

  it('the threat model names a test for each claim', () => {
    const claims = text.split('\n').filter((line) => /^\s*[-|*]/.test(line));
    expect(claims.length).toBeGreaterThan(80);
    expect(claims.filter((claim) => !/^- [^[]+: \[[^\]]+\]\([^)]+\.ts\)/.test(claim))).toEqual([]);
  });
});
