/** Maximum number of kept items of one kind for one document. */
const MAX_PER_DOCUMENT = 32;
/** Maximum number of kept items for all documents of one site, in all its tabs and frames. */
const MAX_PER_SITE = 128;

/** Owner of kept items: the document, and the site in its tab's address bar. */
export interface Holder {
  readonly documentKey: string;
  readonly site: string;
}

/** Keeps items of documents by id, and reserves places while a request waits for the node. */
export function createDocumentPlaces<H extends Holder, T extends H>() {
  const kept = new Map<string, T>();
  const reserved = new Set<H>();

  return {
    kept,

    /** Reserves a place. Returns false when the document or its site has too many items. */
    reserve(holder: H): boolean {
      const ofSite = [...kept.values(), ...reserved].filter(({ site }) => site === holder.site);
      const same = ofSite.filter(({ documentKey }) => documentKey === holder.documentKey);
      if (same.length >= MAX_PER_DOCUMENT || ofSite.length >= MAX_PER_SITE) return false;
      reserved.add(holder);
      return true;
    },

    /** Releases a reserved place. Returns false if the document has closed in the meantime. */
    release: (holder: H): boolean => reserved.delete(holder),

    /** Removes matching items and reserved places. Returns the removed items. */
    remove(matches: (holder: H) => boolean): T[] {
      for (const holder of reserved) if (matches(holder)) reserved.delete(holder);
      const gone = [...kept].filter(([, one]) => matches(one));
      for (const [id] of gone) kept.delete(id);
      return gone.map(([, one]) => one);
    },
  };
}
