import type { Address, Hex } from 'viem';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { oneOf } from '../../../shared/one-of.ts';
import { parseAs } from '../../../shared/parse.ts';
import type { Offer } from '../../../shared/positions/quotation.ts';
import * as Type from '../../../shared/schema.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { recordOf } from '../../../shared/wire/record-of.ts';
import type { IndexerClient } from '../market/indexer-client.ts';
import { MAX_OFFERS, type RequestEvents } from '../market/options/read-offers.ts';

const Bytes = (most: number) => Type.String({ pattern: '^0x[0-9a-fA-F]*$', maxLength: most });

/** One offer in the form of any known indexer. Its signature is checked when it is opened. */
const OfferSchema = Type.Object({
  quotationId: Type.String({ pattern: '^[0-9]{1,78}$' }),
  offeror: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }),
  signature: Bytes(1_024),
  signingKey: Bytes(256),
  signedOfferForRequester: Bytes(8_192),
  status: oneOf(['pending', 'revealed', 'accepted', 'rejected', 'cancelled']),
});
const RequestSchema = Type.Object({ offers: recordOf(Type.Unknown()) });

const NEVER = { block: 0, timestamp: unixSeconds(0), txHash: '0x' } as const;

/**
 * Reads the offers of requests from the indexer while no node returns them. An indexer can hide an
 * offer but not invent one, because the maker's signature names the request.
 */
export async function readIndexedOffers(
  indexer: Pick<IndexerClient, 'request'>,
  requests: readonly { readonly id: bigint }[],
): Promise<ReadonlyMap<bigint, RequestEvents>> {
  const found = await Promise.all(
    requests.map(async ({ id }) => [id, offersOf(id, await indexer.request(id))] as const),
  );
  return new Map(
    found.flatMap(([id, offers]) => {
      const events = { paid: undefined, settledBy: undefined, source: 'indexer' } as const;
      return offers === undefined ? [] : [[id, { ...events, offers }] as const];
    }),
  );
}

function offersOf(id: bigint, answer: unknown): readonly Offer[] | undefined {
  const request = parseAs(RequestSchema, answer);
  if (request === undefined) return undefined;
  return Object.values(request.offers)
    .slice(0, MAX_OFFERS)
    .flatMap((item) => {
      const offer = parseAs(OfferSchema, item);
      if (offer === undefined || BigInt(offer.quotationId) !== id) return [];
      return [
        {
          factory: FACTORY_R12,
          quotationId: id,
          offeror: offer.offeror as Address,
          signature: offer.signature as Hex,
          signingKey: offer.signingKey,
          encryptedOffer: offer.signedOfferForRequester,
          status: offer.status,
          created: NEVER,
          updated: NEVER,
          amount: undefined,
        },
      ];
    });
}
