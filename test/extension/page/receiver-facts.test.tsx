import { describe, expect, it } from 'vitest';
import type { Receiver } from '../../../components/hooks/use-receiver.ts';
import { ReceiverFacts } from '../../../components/screens/wallet/send/ReceiverFacts.tsx';
import { ACCOUNT, address, snapshotWith, WATCHED } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

const STRANGER = address('5e');

const facts = (
  receiver: Partial<Receiver> & { address: string },
  more: { isAcknowledged?: boolean; firstTime?: string } = {},
) =>
  onPage(
    <ReceiverFacts
      receiver={{ isFirstTime: false, isLooking: false, ...receiver }}
      isAcknowledged={more.isAcknowledged ?? false}
      onAcknowledge={() => undefined}
      {...(more.firstTime === undefined ? {} : { firstTime: more.firstTime })}
    />,
    snapshotWith({}),
  );
/** Returns the text without the spaces between the groups of an address. */
const joined = (html: string) => wordsOf(html).replaceAll(' ', '');

describe('the receiver of a payment', () => {
  it('shows the whole address of a payment’s receiver', () => {
    expect(joined(facts({ address: STRANGER }))).toContain(STRANGER);
  });

  it('shows the user’s own name for a receiver instead of the receiver’s name on the chain', () => {
    const html = facts({ address: WATCHED.toLowerCase(), name: 'thief.eth' });
    expect(wordsOf(html)).toContain('Bakery');
    expect(wordsOf(html)).not.toContain('thief.eth');
    expect(wordsOf(facts({ address: ACCOUNT }))).toContain('Savings');
    expect(wordsOf(facts({ address: STRANGER, name: 'shop.eth' }))).toContain('shop.eth');
  });

  it('offers to save an unknown receiver as a contact, but not a known receiver', () => {
    expect(buttonNamesOf(facts({ address: STRANGER }))).toEqual(['Save as contact']);
    expect(buttonNamesOf(facts({ address: WATCHED }))).toEqual([]);
  });

  it('warns of the first payment to a receiver, and shows advice from the page', () => {
    expect(wordsOf(facts({ address: STRANGER, isFirstTime: true }))).toContain(
      'You’ve never sent anything to this address.',
    );
    expect(
      wordsOf(facts({ address: STRANGER, isFirstTime: true }, { firstTime: 'Ask the owner.' })),
    ).toContain('Ask the owner.');
    expect(wordsOf(facts({ address: STRANGER }))).not.toContain('You’ve never sent');
  });
});

describe('an address that resembles a known address', () => {
  const lookAlike = { address: WATCHED, name: 'Bakery', kind: 'contact' } as const;
  const html = (isAcknowledged = false) =>
    facts({ address: STRANGER, isFirstTime: true, lookAlike }, { isAcknowledged });

  it('shows the full known address that the receiver’s address resembles', () => {
    expect(wordsOf(html())).toContain('This isn’t your contact Bakery.');
    expect(joined(html())).toContain(WATCHED);
    expect(html()).toContain('role="alert"');
  });

  it('asks the user to compare every character of an address that resembles a known one', () => {
    expect(wordsOf(html())).toContain('I’ve compared every character');
    expect(html()).not.toContain('checked=""');
    expect(html(true)).toContain('checked=""');
  });

  it('shows only the strongest warning for an imitating address, and doesn’t offer to save the address', () => {
    expect(buttonNamesOf(html())).toEqual([]);
    expect(wordsOf(html())).not.toContain('You’ve never sent');
  });
});
