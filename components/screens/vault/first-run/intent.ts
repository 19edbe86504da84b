/** The reason why a user connects a server before there is a vault on this device. */
export type Intent = 'signIn' | 'createOrSignIn';
