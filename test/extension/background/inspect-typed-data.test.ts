import { describe, expect, it } from 'vitest';
import { inspectTypedData } from '../../../entrypoints/background/approvals/inspect-typed-data.ts';
import { typedDataWords } from '../../../entrypoints/background/approvals/typed-data-words.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { placeOf } from '../../../shared/chain/place.ts';
import { unixSeconds } from '../../../shared/units.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const requestOf = (data: unknown, version: 'V1' | 'V4') => ({
  kind: 'typed_data' as const,
  account: ACCOUNT,
  version,
  json: JSON.stringify(data),
});

const shown = (data: unknown, version: 'V1' | 'V4') =>
  inspectTypedData(requestOf(data, version), {
    place: placeOf(CHAIN_ID, 'ETH'),
    now: unixSeconds(1_800_000_000),
    known: [],
  });

const FORGED = 'me\nto: 0x0000\u2028all\u202e\u200b\u3164';
const ESCAPED = 'me\\nto: 0x0000\\u{2028}all\\u{202e}\\u{200b}\\u{3164}';

describe('typed data of the oldest format', () => {
  it('is shown member by member, warned of, and has to be acknowledged', () => {
    const found = shown([{ type: 'uint8', name: 'count', value: 5 }], 'V1');
    expect(found.members).toEqual([{ label: 'count', value: '5', full: 'uint8' }]);
    expect(found.checks).toMatchObject([{ status: 'warned' }]);
    expect(found.danger).toContain('may count anywhere');
  });

  it('cannot forge a line by a value or by a member’s name', () => {
    const found = shown([{ type: 'string', name: FORGED, value: FORGED }], 'V1');
    expect(found.members).toEqual([{ label: ESCAPED, value: ESCAPED, full: 'string' }]);
  });
});

describe('typed data', () => {
  const data = {
    types: {
      EIP712Domain: [{ name: 'name', type: 'string' }],
      Note: [{ name: 'text', type: 'string' }],
    },
    primaryType: 'Note',
    domain: { name: FORGED },
    message: { text: FORGED },
  };

  it('cannot forge a line by a value, neither in the window nor in the activity', () => {
    expect(shown(data, 'V4').members).toEqual([
      { label: 'domain · name', value: ESCAPED, depth: 0 },
      { label: 'text', value: ESCAPED, depth: 0 },
    ]);
    expect(typedDataWords(requestOf(data, 'V4'))).toBe(`Signed “Note” for ${ESCAPED}`);
  });
});
