import { expect, it } from 'vitest';
import { createStops } from '../../../../entrypoints/background/procedures/index.ts';
import type { ApprovalDraft } from '../../../../shared/approvals/types.ts';

/** Creates a procedure that makes a request with the key `own:1`, and the queue of requests. */
function world() {
  let asked: string | undefined = 'own:1';
  const rest = Promise.withResolvers<void>();
  let open: { requestKey: string }[] = [];
  const rejected: string[] = [];
  const stops = createStops({
    procedures: { askedBy: () => asked, rested: () => rest.promise },
    approvals: {
      open: () => open,
      async endAll(_reason, matches) {
        const ended = open.filter((draft) => matches(draft as ApprovalDraft));
        open = open.filter((draft) => !ended.includes(draft));
        rejected.push(...ended.map(({ requestKey }) => requestKey));
        if (ended.length > 0) rest.resolve();
      },
    },
  });
  return {
    ...stops,
    rejected,
    rest: rest.resolve,
    ask(requestKey: string): Promise<void> {
      open = [...open, { requestKey }];
      return stops.rejectOpen();
    },
    send() {
      asked = undefined;
    },
  };
}

it('a stop rejects only the open prompt of the stopped procedure', async () => {
  const { ask, rejectPrompt, rejected } = world();
  await ask('own:2');
  await ask('own:1');
  expect(rejected).toEqual([]);
  await rejectPrompt('one');
  expect(rejected).toEqual(['own:1']);
});

it('a stop that precedes the prompt rejects the prompt as soon as it opens', async () => {
  const { ask, rejectPrompt, rejected } = world();
  await rejectPrompt('one');
  await ask('own:2');
  expect(rejected).toEqual([]);
  await ask('own:1');
  expect(rejected).toEqual(['own:1']);
});

it('a stop rejects nothing once the procedure waits for the user or its call is sent', async () => {
  const rested = world();
  await rested.rejectPrompt('one');
  rested.rest();
  await new Promise((resolve) => setImmediate(resolve));
  await rested.ask('own:1');
  expect(rested.rejected).toEqual([]);
  const sent = world();
  sent.send();
  await sent.rejectPrompt('one');
  await sent.ask('own:1');
  expect(sent.rejected).toEqual([]);
});
