import { describe, expect, it } from 'vitest';
import { DESCRIPTORS } from '../../../../shared/approvals/signed/descriptors.ts';

/** Returns the members of the first struct in a type's text or pattern. */
function membersOf(type: string | RegExp): string[] {
  const text = typeof type === 'string' ? type : type.source;
  const [, members = ''] = /^\^?[\w:]+\\?\((.*)$/.exec(text) ?? [];
  return [...members.matchAll(/ (\w+)(?=[,)\\(]|$)/g)].map(([, name = '']) => name);
}

describe.each(DESCRIPTORS)('the descriptor of $type', ({ type, roles, known, otherwise }) => {
  it('each descriptor names only members of its type', () => {
    const named = Object.keys(roles).filter((member) => member !== '@contract');
    const tokens = Object.values(roles).flatMap((role) =>
      typeof role === 'object' && typeof role.token === 'string' ? [role.token] : [],
    );
    expect(membersOf(type)).toEqual(expect.arrayContaining([...named, ...tokens]));
  });

  it('each descriptor that compares a contract with known contracts also shows that contract', () => {
    if (known !== undefined) expect(roles).toHaveProperty(known.member);
  });

  it('each descriptor describes a revocation exactly when one of its members is a switch, an allowance or a loan', () => {
    const values = Object.values(roles);
    const canBeOff = values.some((role) => ['switch', 'allowance', 'loan'].includes(String(role)));
    expect(otherwise !== undefined).toBe(canBeOff);
  });
});
