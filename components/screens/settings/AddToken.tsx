import { useState } from 'react';
import { i18n } from '#i18n';
import { typedAddressProblem } from '../../../shared/chain/address-checksum.ts';
import { imitatedToken } from '../../../shared/chain/imitated-token.ts';
import type { TokenLookup } from '../../../shared/chain/token-lookup.ts';
import type { NetworkView } from '../../../shared/messages/snapshot.ts';
import { Acknowledgement } from '../../approvals/Acknowledgement.tsx';
import { Rows } from '../../approvals/Rows.tsx';
import { useAction } from '../../hooks/use-action.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';

type Token = Extract<TokenLookup, { kind: 'token' }>;

/** Adds a token by its address, after showing the contract's data. */
export function AddToken(props: { networks: readonly NetworkView[]; onDone: () => void }) {
  const { networks, onDone } = props;
  const call = useWalletCall();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<number>();
  const [found, setFound] = useState<TokenLookup>();
  const chainId = chosen ?? networks[0]?.chainId ?? 0;
  const address = typed.trim();
  const problem = typedAddressProblem(address);
  const look = useAction(async () => {
    setFound(await call('tokens.look', { chainId, address }));
  });
  const add = useAction(async () => {
    const added = await call('tokens.add', { chainId, address });
    if (added.kind !== 'token') {
      setFound(added);
      return;
    }
    await call('portfolio.refresh', { isWhole: true }).catch(() => undefined);
    onDone();
  });
  return (
    <div className="flex flex-col gap-3">
      <Form
        action={look}
        isReady={problem === undefined && found?.kind !== 'token'}
        onSubmit={() => void look.run()}
        button={i18n.t('watchedTokens.lookUp')}
        onCancel={onDone}
      >
        {networks.length < 2 ? null : (
          <Select
            label={i18n.t('watchedTokens.network')}
            options={networks.map((network) => ({ value: network.chainId, text: network.name }))}
            value={chainId}
            onPick={(id) => {
              setChosen(id);
              setFound(undefined);
            }}
          />
        )}
        <Field
          label={i18n.t('watchedTokens.address')}
          placeholder="0x…"
          value={typed}
          maxLength={80}
          problem={problem === undefined ? undefined : i18n.t(`watchedTokens.problem.${problem}`)}
          onType={(text) => {
            setTyped(text);
            setFound(undefined);
          }}
        />
      </Form>
      <Notice tone="bad">{add.problem}</Notice>
      {found === undefined || found.kind === 'token' ? null : (
        <Notice tone="warn">{i18n.t(`watchedTokens.${found.kind}`)}</Notice>
      )}
      {found?.kind === 'token' ? (
        <Preview
          token={found}
          chainId={chainId}
          address={address}
          isAdding={add.isRunning}
          onAdd={() => void add.run()}
        />
      ) : null}
    </div>
  );
}

/** Shows the contract's data. A token that imitates a known token needs an acknowledgement. */
function Preview(props: {
  token: Token;
  chainId: number;
  address: string;
  isAdding: boolean;
  onAdd: () => void;
}) {
  const { token, chainId, address } = props;
  const { symbol } = token;
  const imitated = imitatedToken({ chainId, address, symbol });
  const [isAgreed, setIsAgreed] = useState(false);
  return (
    <>
      <Card className="flex flex-col gap-2" data-testid="token-preview">
        <Rows
          rows={[
            { label: i18n.t('watchedTokens.name'), value: token.name ?? '—' },
            { label: i18n.t('watchedTokens.symbol'), value: symbol },
            { label: i18n.t('watchedTokens.decimals'), value: String(token.decimals) },
            { label: i18n.t('watchedTokens.contract'), value: address },
          ]}
        />
      </Card>
      {imitated === undefined ? (
        <Notice tone="warn">{i18n.t('watchedTokens.unverified')}</Notice>
      ) : (
        <>
          <Notice tone="bad">{i18n.t('watchedTokens.imitates', { symbol: imitated })}</Notice>
          <Acknowledgement
            sentence={i18n.t('watchedTokens.imitatesAgree', { symbol: imitated })}
            isGiven={isAgreed}
            onChange={setIsAgreed}
          />
        </>
      )}
      <Button
        type="button"
        disabled={props.isAdding || (imitated !== undefined && !isAgreed)}
        onClick={props.onAdd}
      >
        {i18n.t('watchedTokens.add', { symbol })}
      </Button>
    </>
  );
}
