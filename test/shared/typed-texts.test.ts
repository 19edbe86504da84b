import { describe, expectTypeOf, it } from 'vitest';
import { i18n } from '#i18n';
import type { TextArguments } from '../../shared/typed-texts.ts';

type Value = string | number;

// Only the compiler checks these calls. They can't fail at run time.
describe('the arguments of a text', () => {
  it('requires no arguments for a text without values', () => {
    expectTypeOf<TextArguments<{ plural: false; substitutions: 0 }>>().toEqualTypeOf<[]>();
  });

  it('requires all named values', () => {
    expectTypeOf<
      TextArguments<{ plural: false; substitutions: 0; namedSubstitutions: ['name', 'size'] }>
    >().toEqualTypeOf<[values: Readonly<Record<'name' | 'size', Value>>]>();
  });

  it('requires a count and optional values for a plural', () => {
    expectTypeOf<TextArguments<{ plural: true; substitutions: 1 }>>().toEqualTypeOf<
      [count: number, values?: readonly Value[]]
    >();
  });

  it('each text of the extension requires exactly the arguments that it uses', () => {
    expectTypeOf(i18n.t<'receiver.contact'>).parameters.toEqualTypeOf<
      [key: 'receiver.contact', values: Readonly<Record<'name', Value>>]
    >();
    expectTypeOf(i18n.t<'receiver.earlier'>).parameters.toEqualTypeOf<[key: 'receiver.earlier']>();
  });
});
