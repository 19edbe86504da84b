import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inJson } from '../../../../shared/codec.ts';
import { secondsOf, tokenAmount } from '../../../../shared/units.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useIsHidden } from '../../../hooks/use-hidden-amounts.ts';
import { MINUTE_MS, useNow } from '../../../hooks/use-now.ts';
import { useOrderList } from '../../../hooks/use-order-list.ts';
import { useSteady } from '../../../hooks/use-steady.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { WalletFailure } from '../../../hooks/wallet-connection.ts';
import { type AskedForm, readForm, triedRequest } from './asked.ts';
import { useGivenAway } from './LimitField.tsx';
import type { Prefill } from './prefill.ts';
import { reasonText } from './quotation-texts.ts';
import { FIRST_WINDOW } from './WindowSelect.tsx';

/** Milliseconds without typing before the page asks the factory whether it accepts the request. */
const PAUSE_MS = 400;
/** Milliseconds before the page asks again after a node or the worker didn't respond. */
const AGAIN_MS = 3_000;

export interface AskNewProps {
  account: string;
  prefill: Prefill;
  onAsked: () => void;
}

/** Returns the form of a request for a new option, and whether the factory accepts the request. */
export function useAskNew(props: AskNewProps) {
  const { account, prefill } = props;
  const call = useWalletCall();
  const { view } = useOrderList();
  const now = secondsOf(useNow(MINUTE_MS));
  const areHidden = useIsHidden();
  const [form, setForm] = useState<AskedForm>({
    ...prefill,
    strikes: prefill.strikes.length === 0 ? undefined : prefill.strikes,
    size: '1',
    limit: undefined,
  });
  const [minutes, setMinutes] = useState<number>(FIRST_WINDOW);
  const asked = readForm(form, { view, now, areHidden });
  // The request is tried without the form's limit. The limit may be missing, and a suggested limit
  // follows the market.
  const tried = triedRequest(asked, account, minutes);
  const key = JSON.stringify(inJson(tried));
  const isSteady = useSteady(key, PAUSE_MS) === key;
  const trial = useQuery({
    queryKey: ['can ask makers', key],
    queryFn: () => (tried === undefined ? undefined : call('quotations.tryNew', tried)),
    enabled: tried !== undefined && isSteady,
    retry: false,
    refetchInterval: ({ state }) => (mayPass(state.error) ? AGAIN_MS : false),
    gcTime: 0,
  });
  const { limit } = asked;
  const given = useGivenAway({ amount: asked.typed, mark: asked.value, isSale: !form.isBuyer });
  const ask = useAction(async () => {
    if (tried === undefined || limit === undefined) return;
    const request = { ...tried, limit };
    await call('quotations.requestNew', request).catch((error: Error) => {
      throw new Error(reasonText(error));
    });
    props.onAsked();
  });
  const needs = trial.data && {
    ...trial.data,
    needed: form.isBuyer ? (limit ?? tokenAmount(0n)) : trial.data.needed,
  };
  const isShort = needs !== undefined && needs.held < needs.needed + needs.pledged;
  const change = (part: Partial<AskedForm>) => setForm({ ...form, ...part });
  return {
    form,
    change,
    asked,
    minutes,
    setMinutes,
    given,
    needs,
    error: trial.error,
    ask,
    isReady: needs !== undefined && limit !== undefined && !isShort && isSteady && given.isReady,
  };
}

/** Returns true for a temporary error, after which the same request may succeed. */
function mayPass(error: Error | null): boolean {
  if (!(error instanceof WalletFailure)) return false;
  return error.code === 'interrupted' || (error.code === 'chain' && error.words === undefined);
}
