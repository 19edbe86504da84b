import type { TypedData } from './typed-data.ts';
import type { TypedDataView } from './view.ts';

type Explanation = Pick<TypedDataView, 'sentence' | 'rows' | 'checks' | 'refusal' | 'danger'>;

/** What typed data means where it is known; what is not known is flagged, never guessed. */
export function explainTypedData(data: TypedData, _account: string): Explanation {
  return {
    sentence: `Sign “${data.primaryType}”`,
    rows: [],
    checks: [
      {
        label: 'Meaning',
        status: 'warned',
        detail: 'Condor cannot tell what a site can do with this signature. Read every line.',
      },
    ],
  };
}
