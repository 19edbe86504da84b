import { type ChangeEvent, type RefObject, useRef, useState } from 'react';

export interface SecretInput {
  readonly isFilled: boolean;
  read: () => string;
  clear: () => void;
  readonly props: {
    readonly ref: RefObject<HTMLInputElement | null>;
    readonly autoComplete: 'off';
    readonly spellCheck: false;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

/**
 * Returns an input for a secret. The input is uncontrolled, because React would copy a controlled
 * text into its state and into the `value` attribute. The text exists only in the browser's input.
 */
export function useSecretInput(): SecretInput {
  const ref = useRef<HTMLInputElement>(null);
  const [isFilled, setIsFilled] = useState(false);
  return {
    isFilled,
    read: () => ref.current?.value ?? '',
    clear() {
      if (ref.current !== null) ref.current.value = '';
      setIsFilled(false);
    },
    props: {
      ref,
      autoComplete: 'off',
      spellCheck: false,
      onChange: (event) => setIsFilled(event.target.value.trim() !== ''),
    },
  };
}
