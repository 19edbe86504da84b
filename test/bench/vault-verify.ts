import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { assertionOf, assertionOptions, ORIGIN, RP_ID } from '../server/vault/webauthn-fixture.ts';

/**
 * Floor B: the library's verifications, one after another. The returned function returns the
 * milliseconds of each verification.
 */
export async function createVerifications(): Promise<(count: number) => Promise<number[]>> {
  const { registered, credential } = await assertionOf({});
  return async (count) => {
    const latencies: number[] = [];
    for (let i = 0; i < count; i++) {
      const begun = performance.now();
      const { verified } = await verifyAuthenticationResponse({
        response: credential,
        expectedChallenge: assertionOptions.challenge,
        expectedOrigin: [ORIGIN],
        expectedRPID: [RP_ID],
        credential: {
          id: registered.id,
          publicKey: Uint8Array.from(registered.publicKey),
          counter: registered.counter,
        },
        requireUserVerification: true,
      });
      if (!verified) throw new Error('the floor does not verify');
      latencies.push(performance.now() - begun);
    }
    return latencies;
  };
}
