import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStrictJson } from '../../../server/http/strict-json.ts';
import { concatBytes, utf8 } from '../../../shared/bytes.ts';

const parse = (text: string) => parseStrictJson(utf8(text));

describe('strict JSON', () => {
  it('parses the same values as JSON.parse, and keeps the exact text of each outer member', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })),
        fc.nat(3),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent);
          fc.pre(text.isWellFormed());
          const result = parse(text);
          expect(result?.value).toEqual(JSON.parse(text));
          for (const [name, member] of Object.entries(value)) {
            if (name === '') continue;
            const slice = result?.members.get(name) ?? 'absent';
            expect(text).toContain(slice);
            expect(JSON.parse(slice)).toEqual(JSON.parse(JSON.stringify(member)));
          }
        },
      ),
    );
  });

  it('returns the raw text of a JSON member with its white space and escapes', () => {
    const result = parse('{ "a" : [1, "]}"] ,\n "b\\u0062": {"x": "\\"," , "y":{} }\t, "c":7}');
    expect(Object.fromEntries(result?.members ?? [])).toEqual({
      a: '[1, "]}"]',
      bb: '{"x": "\\"," , "y":{} }',
      c: '7',
    });
  });

  it.each([
    ['a member named twice', '{"a":1,"a":1}'],
    ['a member named twice by an escape', '{"a":1,"\\u0061":1}'],
    ['a member named twice deep inside', '{"a":[{"b":{"c":1,"d":2,"c":3}}]}'],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}'],
    ['a lone high surrogate', '{"a":"\\ud800"}'],
    ['a lone low surrogate', '{"a":["\\udc00x"]}'],
    ['a lone surrogate in a name', '{"\\ud800":1}'],
    ['a byte order mark', '\ufeff{}'],
    ['garbage at the end', '{}x'],
    ['two values', '{}{}'],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{/**/}'],
    ['single quotes', "{'a':1}"],
    ['NaN', '{"a":NaN}'],
    ['a control character in a string', '{"a":"\u0001"}'],
    ['an empty text', ''],
    ['white space only', ' '],
  ])('rejects JSON text with a mistake: %s', (_title, text) => {
    expect(parse(text)).toBeUndefined();
  });

  it('rejects invalid UTF-8, overlong forms and encoded surrogates', () => {
    for (const bad of [
      [0xff],
      [0xc0, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xc3],
    ]) {
      const bytes = concatBytes(utf8('{"a":"'), Uint8Array.from(bad), utf8('"}'));
      expect(parseStrictJson(bytes)).toBeUndefined();
    }
  });

  it('accepts 16 levels of nesting, and rejects 17 levels and 60,000 levels', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect(parse(nested(16))).toBeDefined();
    expect(parse(nested(17))).toBeUndefined();
    expect(parse(nested(60_000))).toBeUndefined();
    expect(parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)).toBeUndefined();
  });

  it('accepts surrogate pairs, and repeated names in sibling objects', () => {
    expect(parse('{"a":"\\ud83d\\ude00","b":{"x":1},"c":{"x":1}}')?.value).toEqual({
      a: '😀',
      b: { x: 1 },
      c: { x: 1 },
    });
  });
});
