import { second } from '../positive.ts';
import { fixed } from '../sealed.ts';
import { account, laptopWrap, opening, text, uncanonical, withWrap } from './opening.ts';

const form = (name: string, reason: string, changed: string) =>
  opening(name, 'FORM', reason, { text: changed });

/** Texts in forms that shared/vault/FORMAT.md section 5 doesn't allow. */
export const FORMS = [
  form('an older version', 'v is not 2', second.text.replace('"v":2', '"v":1')),
  form('a later version', 'v is not 2', second.text.replace('"v":2', '"v":3')),
  form('white space', 'its digest is another one', second.text.replace('{"v":2,', '{"v":2, ')),
  form('a byte order mark', 'the text begins with "{"', `\ufeff${second.text}`),
  form('text after the object', 'the text ends with "}"', `${second.text}\n`),
  form(
    'a member twice',
    'two parsers could read two revisions',
    second.text.replace('"revision":2', '"revision":1,"revision":2'),
  ),
  form(
    'a member twice in a wrap',
    'two parsers could read two passkeys',
    second.text.replace('{"credentialId"', '{"credentialId":"AAAA","credentialId"'),
  ),
  form('an unknown member', 'unknown members', second.text.replace('{"v":2,', '{"v":2,"x":0,')),
  form(
    'a missing member',
    'accountId is required',
    second.text.replace(/"accountId":"[^"]*",/, ''),
  ),
  form('an escape', 'its digest is another one', second.text.replace('"v":2', '"\\u0076":2')),
  form(
    'a revision as text',
    'revision is a number',
    second.text.replace('"revision":2', '"revision":"2"'),
  ),
  form(
    'a revision with a fraction',
    'revision has decimal digits only',
    second.text.replace('"revision":2', '"revision":2.0'),
  ),
  form(
    'revision 0',
    'the first revision is 1',
    second.text.replace('"revision":2', '"revision":0'),
  ),
  form(
    'a revision above 2^53 - 1',
    'parsers round it',
    second.text.replace('"revision":2', '"revision":9007199254740993'),
  ),
  form('an account id of 31 bytes', '43 characters', text({ accountId: fixed('short', 31) })),
  form(
    'base64url that is not canonical',
    'unused bits must be zero',
    second.text.replace(...uncanonical(account.accountId)),
  ),
  form(
    'base64url with padding',
    'base64url has no padding',
    second.text.replace(second.iv.toString('base64url'), `${'A'.repeat(14)}==`),
  ),
  form(
    'base64 of the other alphabet',
    'base64url has - and _',
    second.text.replace(second.iv.toString('base64url'), `${'A'.repeat(14)}+/`),
  ),
  form('no wraps', 'at least one wrap', text({ wraps: [] })),
  form(
    'nine wraps',
    'at most eight wraps',
    text({
      wraps: Array.from({ length: 9 }, (_, i) => ({
        ...laptopWrap,
        credentialId: fixed(`passkey ${i}`, 16),
      })),
    }),
  ),
  form('a truncated wrap', 'its ct has 48 bytes', withWrap({ ct: laptopWrap.ct.subarray(0, 47) })),
  form('a truncated iv', 'an iv has 12 bytes', text({ iv: second.iv.subarray(0, 11) })),
  form('a payload without content', 'at least 23 characters', text({ ct: fixed('tag', 16) })),
  opening('a text above 131072 bytes', 'FORM', 'too large', {
    text: '',
    splice: { at: second.text.indexOf('"ct":"') + 6, remove: 0, insert: 'AAAA', times: 32_768 },
  }),
];
