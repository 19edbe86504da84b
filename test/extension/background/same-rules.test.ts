import { describe, expect, it } from 'vitest';
import { hasSameRules, type Rule } from '../../../entrypoints/background/platform/same-rules.ts';

const ORIGIN: Rule = {
  id: 1,
  priority: 100,
  action: {
    type: 'modifyHeaders',
    requestHeaders: [{ header: 'origin', operation: 'set', value: 'https://vault.example' }],
  },
  condition: {
    initiatorDomains: ['abc'],
    urlFilter: '|https://vault.example/v1/',
    resourceTypes: ['xmlhttprequest', 'other'],
  },
};
const BLOCK: Rule = {
  id: 2,
  priority: 1,
  action: { type: 'block' },
  condition: { initiatorDomains: ['abc'] },
};

describe('the rules of the browser', () => {
  it('ignores the order of rules and the members that the browser adds', () => {
    const asReturned: Rule = {
      condition: {
        resourceTypes: ['other', 'xmlhttprequest'],
        urlFilter: '|https://vault.example/v1/',
        isUrlFilterCaseSensitive: false,
        initiatorDomains: ['abc'],
      },
      action: ORIGIN.action,
      priority: 100,
      id: 1,
    };
    expect(hasSameRules([BLOCK, asReturned], [ORIGIN, BLOCK])).toBe(true);
  });

  it.each<[string, Rule]>([
    ['origin', { ...ORIGIN, action: { ...ORIGIN.action, requestHeaders: [] } }],
    ['address', { ...ORIGIN, condition: { ...ORIGIN.condition, urlFilter: '|http://other/' } }],
    ['priority', { ...ORIGIN, priority: 1 }],
    ['action', { ...ORIGIN, action: { type: 'allow' } }],
    ['sender', { ...ORIGIN, condition: { ...ORIGIN.condition, initiatorDomains: ['b'] } }],
  ])('distinguishes rules that differ in their %s', (_, other) => {
    expect(hasSameRules([other], [ORIGIN])).toBe(false);
  });

  it('reports a difference when the browser lacks a rule or has an extra rule', () => {
    expect(hasSameRules([], [ORIGIN])).toBe(false);
    expect(hasSameRules([ORIGIN, BLOCK], [ORIGIN])).toBe(false);
  });
});
