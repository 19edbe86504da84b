import * as Type from '../../schema.ts';

export const closed = { additionalProperties: false };
export const Nothing = Type.Object({}, closed);
export const Url = Type.String({ minLength: 1, maxLength: 512 });
export const Name = Type.String({ minLength: 1, maxLength: 60 });
export const Decimal = Type.String({ pattern: '^[0-9]{1,78}$' });
