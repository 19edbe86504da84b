import type { Prose } from './helpers/read-prose.ts';

/** A construction that readers have to read twice. */
export interface ProseRule {
  readonly pattern: RegExp;
  /** A better wording, for the message of a failed test. */
  readonly instead: string;
  /** Texts that the pattern must find. */
  readonly finds: readonly string[];
  /** Plain texts that the pattern must not find. */
  readonly ignores?: readonly string[];
  /** The only kind of text that the rule applies to. Default: all kinds. */
  readonly only?: Prose['kind'];
}

/** The constructions that came up most often in this repository. Each rule has few false positives. */
export const PROSE_RULES: readonly ProseRule[] = [
  {
    pattern: /\bwho(?:m|se)?ever\b/i,
    instead: 'name the subject: "a caller that …", "anyone who …"',
    finds: ['Whoever waits for it is rejected.', 'retries, whoever asks at once'],
  },
  {
    pattern: /(?:^|[.!;:] )(?:Who|Whom|Whose|who|whom) (?!is this|can I|are you)[^?]*$/,
    instead: 'start with the subject or a noun: "The account that signed"',
    finds: ['Whom the trades are credited to.', 'Who signed; undefined without a signature.'],
    ignores: ['Who can take these tokens?'],
  },
  {
    pattern: /(?:^|[.!] )What (?!to\b|if\b|you\b|happens?\b|this (?:is|means)\b)[^?]*$/,
    instead: 'start with the subject or a verb: "The limits of …", "Returns …"',
    finds: ['What cannot be undone must not be committed.', 'What it found.'],
    ignores: ['What to do next', 'What is a passkey?'],
  },
  {
    pattern:
      /(?:^|[.!;:] )(?:Nobody|No one|None of|Nothing (?:of|that|left|can|may|has|happens|speaks|is (?:known|trusted|sent to)))\b/,
    instead: 'name the subject and deny the verb: "The worker doesn’t …"',
    finds: ['Nobody is notified before the page is back.', 'Nothing of it is sent.'],
    ignores: ['Nothing yet.', 'Nothing was signed.'],
  },
  {
    pattern:
      /(?<!\b[Tt]here )\b(?:is|are|was|were|be) (?:no(?! (?:longer|more|less|fewer|later|earlier|newer|older|larger|smaller|higher|lower|better|worse|different)\b)|none|nobody) /,
    instead: '"isn’t a …", "there isn’t"',
    finds: ['This is no contract.', 'An entry that is none of ours'],
    ignores: ['It is no longer used.'],
  },
  {
    pattern: /\b(?:is|are|was|were|be|been|being|get|gets) (?:told|said)\b/,
    instead: 'use the active voice: "reports", "notifies", "shows"',
    finds: ['The user is told.', 'A slow feed is said in the status.'],
  },
  {
    pattern: /(?:^|, )(?:and|that|which) (?:is|are) said\b|\b(?:says|said|say) so\b/,
    instead: '"reports it", "shows it"',
    finds: ['changes nothing, and is said', 'A book that says so is refused.'],
  },
  {
    pattern: /\b(?:say|says|said|tell|tells) (?:of|nothing)\b/,
    instead: '"reports", "describes", "is inconclusive"',
    finds: ['What a contract says of itself', 'A failure says nothing about the others.'],
  },
  {
    pattern: /\bstands?\b(?! (?:for|in for|by)\b)/,
    instead: '"is", "appears", "is shown", "applies"',
    finds: ['The amount stands in the title.'],
    ignores: ['AAD stands for additional authenticated data.'],
  },
  {
    pattern: /\b(?:hold|holds|held|holding)\b[^.;]{0,40}\bagainst\b/i,
    instead: '"compares … with"',
    finds: ['Holds the receipt against the order.'],
  },
  {
    pattern: /\b(?:takes?|took|taken|taking) place\b/i,
    instead: '"happens", "runs"',
    finds: ['The sale takes place at expiry.'],
  },
  {
    pattern: /\b(?:comes?|came) with\b/i,
    instead: '"includes", "is bundled with"',
    finds: ['The list that comes with the wallet.'],
  },
  {
    pattern: /\b(?:do|does|did) without\b/i,
    instead: '"skips", "doesn’t need", "omits"',
    finds: ['The first paint does without it.'],
  },
  {
    pattern: /\b(?:which|what) (?:it|they) (?:is|are)\b(?! \w+ing\b)/,
    instead: 'name the thing',
    finds: ['It reads as what it is.'],
  },
  {
    pattern: /\bthat there (?:is|are|was|were)\b(?! no\b)/,
    instead: '"existing", "available"',
    finds: ['the nodes that there are'],
  },
  {
    pattern: /\b(?:now and then|at rest|in vain|by want of|for want of|of old)\b/i,
    instead: '"periodically", "stored", "without success", "without"',
    finds: ['Deletes leftovers now and then.', 'Fills at rest', 'asked in vain'],
  },
  {
    pattern: /\b(?:does|do|did|would|is|are) so\b(?! far\b)/,
    instead: 'repeat the verb',
    finds: ['A node that does so is dropped.'],
  },
  {
    only: 'title',
    pattern: /^(?:is|are|was|were|be|been|have|it|its)\b/i,
    instead: 'begin with the subject or a verb: reports show a title without its group',
    finds: ['is refused with %s', 'are wiped by a lock', 'have the same price', 'It works'],
    ignores: ['issues a challenge', 'a zip is refused with %s', 'isolates a frame'],
  },
  {
    only: 'comment',
    pattern:
      /^(?:(?:The same|Same)(?: (?:as|by|for|from|in|of|on|over|to|with|without)\b|,)|(?:Of|Also|Has|Have|Is|Are|Which|Whose|And|Or|Than) )/,
    instead: 'name the subject: "Decimals of the token.", "Present for an open row."',
    finds: [
      'The same for IPv6.',
      'The same, and shown.',
      'Of any version.',
      'Also sent to sites.',
      'Has no effect.',
      'Which passkey, from 1.',
    ],
    ignores: ['The same request can arrive again.', 'Often empty.', 'Orders of one maker.'],
  },
];

/** Folders whose comments and test titles are checked. */
export const CHECKED_FOLDERS = ['components', 'entrypoints', 'server', 'shared', 'test'];

export const CHECKED_LANGUAGES: readonly string[] = ['en'];
