/** Asks for the password before an action that needs it. */
import { type ReactNode, useRef, useState } from 'react';
import { useSingleFlight } from '../../lib/hooks/use-single-flight';
import {
  PasswordField,
  PasswordlessToggle,
  type PasswordlessWords,
  UsernameField,
} from '../forms/password-field';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog';

export type PasswordConfirmDialogProps = Pick<
  ConfirmDialogProps,
  'title' | 'description' | 'cancel' | 'onCancel' | 'destructive' | 'finalFocus'
> & {
  words: { confirm: string; confirming: string; password: string; missing: string };
  email: string;
  passwordless?: PasswordlessWords;
  /** The password is undefined for an account without one. */
  onConfirm(password: string | undefined): Promise<void>;
  /** The message for an error of `onConfirm`, and whether it concerns the password. */
  explain(cause: unknown): { message: string; isPassword: boolean };
  children?: ReactNode;
};

export function PasswordConfirmDialog(props: PasswordConfirmDialogProps) {
  const { words, email, passwordless, onConfirm, explain, children, ...dialog } = props;
  const [password, setPassword] = useState('');
  const [hasNone, setHasNone] = useState(false);
  const [problem, setProblem] = useState<ReturnType<typeof explain> | null>(null);
  const { busy, run } = useSingleFlight();
  const field = useRef<HTMLInputElement>(null);

  const show = (found: ReturnType<typeof explain>) => {
    setProblem(found);
    if (found.isPassword) field.current?.focus();
  };

  const confirm = async () => {
    setProblem(null);
    if (password === '' && !hasNone) {
      show({ message: words.missing, isPassword: true });
      return;
    }
    try {
      await onConfirm(hasNone ? undefined : password);
    } catch (cause) {
      show(explain(cause));
    }
  };

  return (
    <ConfirmDialog
      {...dialog}
      {...(dialog.destructive !== true && { initialFocus: field })}
      isForm
      confirm={busy ? words.confirming : words.confirm}
      busy={busy}
      failure={problem?.isPassword === false ? problem.message : null}
      onConfirm={() => void run(confirm)}
    >
      <UsernameField email={email} />
      {!hasNone && (
        <PasswordField
          ref={field}
          label={words.password}
          autoComplete="current-password"
          required
          error={problem?.isPassword === true ? problem.message : undefined}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {passwordless && (
        <PasswordlessToggle
          chosen={hasNone}
          onChange={(chosen) => {
            setHasNone(chosen);
            setProblem(null);
          }}
          words={passwordless}
        />
      )}
      {children}
    </ConfirmDialog>
  );
}
