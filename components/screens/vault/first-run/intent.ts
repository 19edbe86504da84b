/** Why somebody connects a server before there is a vault on this device. */
export type Intent = 'sign in' | 'create or sign in';
