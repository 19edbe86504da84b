import { Button, type ButtonProps } from '../ui/Button.tsx';
import { useGuard } from './use-guard.ts';

/**
 * Rejects requests, or blocks their site. Ignores clicks only while the request is new. If a change
 * of the text restarted the pause, a site could keep the button disabled.
 */
export function RejectButton({ request = '', ...rest }: ButtonProps & { request?: string }) {
  return <Button {...rest} disabled={useGuard(request)} />;
}
