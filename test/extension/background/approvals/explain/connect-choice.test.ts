import { describe, expect, it } from 'vitest';
import { connectChoice } from '../../../../../entrypoints/background/approvals/explain/inspect.ts';

const [FIRST, SECOND, FOREIGN] = [
  `0x${'11'.repeat(20)}`,
  `0x${'2a'.repeat(20)}`,
  `0x${'33'.repeat(20)}`,
];
const ACCOUNTS = [
  { address: FIRST, name: 'First' },
  { address: SECOND, name: 'Second' },
];

/** Returns the choice for a site that asks for these accounts, or for every account by default. */
function choice(only?: readonly string[], permitted: readonly string[] = []) {
  const deps = { accounts: () => ACCOUNTS, selected: () => FIRST, permitted: () => permitted };
  const { accounts, chosen, missing } = connectChoice(deps, 'https://site.example', only);
  return { offered: accounts.map(({ name }) => name), chosen, missing };
}

describe('the choice of accounts for a site', () => {
  it('offers all accounts of the vault, and preselects the selected account', () => {
    expect(choice()).toEqual({ offered: ['First', 'Second'], chosen: [FIRST], missing: [] });
  });

  it('preselects the accounts that the site already sees', () => {
    expect(choice(undefined, [SECOND]).chosen).toEqual([SECOND]);
  });

  it('offers only the requested accounts, and preselects the first', () => {
    expect(choice([SECOND.toUpperCase().replace('0X', '0x')])).toEqual({
      offered: ['Second'],
      chosen: [SECOND],
      missing: [],
    });
    expect(choice([FIRST, SECOND])).toMatchObject({
      offered: ['First', 'Second'],
      chosen: [FIRST],
    });
  });

  it('offers the user’s accounts without a preselection when the site asks for a foreign account', () => {
    expect(choice([FOREIGN])).toEqual({
      offered: ['First', 'Second'],
      chosen: [],
      missing: [FOREIGN],
    });
  });

  it('reports a foreign account as missing when a site requests one of the user’s accounts too', () => {
    expect(choice([FOREIGN, SECOND])).toEqual({
      offered: ['Second'],
      chosen: [SECOND],
      missing: [FOREIGN],
    });
  });
});
