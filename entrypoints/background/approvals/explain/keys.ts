import * as Type from '../../../../shared/schema.ts';
import { disposable } from '../../kernel/stored-key.ts';

const closed = { additionalProperties: false };

/** The list of phishing sites that the user refreshed: host names, one per line. */
const PhishingListSchema = Type.Object({ blocked: Type.String(), allowed: Type.String() }, closed);

/** Epoch milliseconds of the refresh; pages show it without reading the list. */
const PhishingListAtSchema = Type.Object({ at: Type.Integer() }, closed);

export const phishingKeys = {
  phishingList: {
    ...disposable('local', 'phishing-list', PhishingListSchema),
    isReadLater: true,
    outlivesOwner: true,
  },
  phishingListAt: {
    ...disposable('local', 'phishing-list-at', PhishingListAtSchema),
    outlivesOwner: true,
  },
  phishingTriedAt: disposable('local', 'phishing-tried-at', Type.Integer()),
};

export type PhishingListRows = Type.Static<typeof PhishingListSchema>;
export type PhishingListAt = Type.Static<typeof PhishingListAtSchema>;
