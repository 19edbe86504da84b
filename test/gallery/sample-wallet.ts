import { createStore } from 'zustand/vanilla';
import { type WalletConnection, WalletFailure } from '../../components/hooks/wallet-connection.ts';
import type { WalletSnapshot } from '../../shared/messages/snapshot.ts';
import type { WalletTopics } from '../../shared/messages/topics.ts';
import type { WalletAnswers } from '../../shared/messages/wallet-answers.ts';
import type { WalletCommand, WalletPayload } from '../../shared/messages/wallet-api.ts';

/** Answers that replace the worker's. A command without an answer fails and is reported. */
export type Answers = {
  readonly [Topic in WalletCommand]?:
    | WalletAnswers[Topic]
    | ((payload: WalletPayload<Topic>) => WalletAnswers[Topic] | Promise<WalletAnswers[Topic]>);
};

export type TopicValues = Partial<WalletTopics>;

/** Returns topics' values in the form of the store. */
export const watchedValues = (values: TopicValues) =>
  Object.fromEntries(Object.entries(values).map(([topic, value]) => [topic, { value }]));

/** Returns a connection without a worker, whose state and answers are samples. */
export function sampleWallet(snapshot: WalletSnapshot, answers: Answers): WalletConnection {
  return {
    store: createStore<ReturnType<WalletConnection['store']['getState']>>(() => ({ snapshot })),
    watch: () => () => undefined,
    async call(command, payload) {
      const answer = answers[command];
      if (answer === undefined) {
        console.error(`the gallery has no sample for ${command}`);
        throw new WalletFailure({ code: 'interrupted' });
      }
      return typeof answer === 'function' ? answer(payload) : answer;
    },
  };
}
