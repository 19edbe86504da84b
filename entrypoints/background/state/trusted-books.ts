import { type TrustedBook, trustedBookAt } from '../../../shared/chain/trusted-book.ts';
import { KNOWN_EMITTERS, type TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import type { Stored } from './stored.ts';

/** Each book costs reads at every refresh of the list. */
const MOST_BOOKS = 8;

export type TrustedBooks = ReturnType<typeof createTrustedBooks>;

/** Order books that the user added by hand, besides the built-in ones. */
export function createTrustedBooks(deps: { stored: Stored<TrustedBook[]>; onChange: () => void }) {
  let books: readonly TrustedBook[] = [];
  let emitters = KNOWN_EMITTERS;

  function use(next: readonly TrustedBook[]): void {
    books = next;
    emitters = {
      books: new Set([
        ...KNOWN_EMITTERS.books,
        ...next.map(({ address }) => address.toLowerCase()),
      ]),
      factories: new Set([
        ...KNOWN_EMITTERS.factories,
        ...next.flatMap(({ factory }) => factory?.toLowerCase() ?? []),
      ]),
    };
  }

  async function write(next: readonly TrustedBook[]): Promise<void> {
    use(next);
    await deps.stored.write([...books]);
    deps.onChange();
  }

  const without = (address: string) =>
    books.filter((book) => book.address.toLowerCase() !== address.toLowerCase());

  return {
    async load(): Promise<void> {
      use((await deps.stored.read()) ?? []);
    },
    all: (): readonly TrustedBook[] => books,
    isTrusted: (address: string): boolean => trustedBookAt(books, address) !== undefined,
    /** Returns every book and factory whose events count. */
    emitters: (): TrustedEmitters => emitters,
    /** Returns whether another book can be added, or this one replaced. */
    hasRoomFor: (address: string): boolean => without(address).length < MOST_BOOKS,
    /** Throws a `RangeError` when the list is full. */
    async add(book: TrustedBook): Promise<void> {
      const others = without(book.address);
      if (others.length >= MOST_BOOKS) throw new RangeError('There are too many trusted books.');
      await write([...others, book]);
    },
    remove: (address: string) => write(without(address)),
  };
}
