import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../server/config.ts';
import { SETTING_NAMES } from '../server/setting-names.ts';

const ROOT = new URL('../', import.meta.url);
const example = parseEnv(readFileSync(new URL('.env.example', ROOT), 'utf8'));

describe('.env.example', () => {
  it('.env.example lists exactly the settings that the server reads', () => {
    const read = new Set<string>();
    const recording: Record<string, string> = new Proxy(
      {},
      { get: (_target, name) => void read.add(String(name)) },
    );
    readConfig(recording);
    expect(Object.keys(example).sort()).toEqual([...read].sort());
    expect(SETTING_NAMES.toSorted()).toEqual([...read].sort());
  });

  it('.env.example contains the server’s default values', () => {
    expect(readConfig(example)).toEqual(readConfig({}));
  });
});
