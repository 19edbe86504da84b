import { checksummed } from '../../../shared/chain/trusted-book.ts';
import type { Rpc } from '../chain/rpc.ts';
import { checkBook } from '../orders/check-book.ts';
import type { TrustedBooks } from '../state/trusted-books.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `books.${string}`>;

/** Order books that the user trusts by hand. */
export function bookHandlers(deps: {
  client: Rpc;
  trustedBooks: TrustedBooks;
}): Pick<Handlers, Topics> {
  return {
    async 'books.trust'({ book }) {
      const problems = await checkBook(deps.client, book);
      if (problems.length > 0) return { problems };
      if (!deps.trustedBooks.hasRoomFor(book.address)) return { problems: [{ kind: 'full' }] };
      await deps.trustedBooks.add(checksummed(book));
      return { problems };
    },
    async 'books.forget'({ address }) {
      await deps.trustedBooks.remove(address);
      return null;
    },
  };
}
