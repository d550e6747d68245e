/** The Sign In tab. Success shows a toast; the page then decides where to go. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { PasswordField, TextField } from '../../components/fields';
import { showToast } from '../../components/toast';
import { auth } from '../../content/auth';
import { paths } from '../../content/pages';
import { sessionStore } from '../../session/browser-session';
import { showProblem } from './form-problem';
import { ResendConfirmation } from './resend-confirmation';

const schema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, auth.required.email)),
  password: z.string().check(z.minLength(1, auth.required.password)),
});

export function SignInForm() {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '', password: '' },
  });
  const [failure, setFailure] = useState<{ message: string; code: string; email: string } | null>(
    null,
  );
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      await sessionStore.signIn(email, password);
      showToast({ ...auth.signIn.welcome, variant: 'success' });
    } catch (cause) {
      form.resetField('password');
      form.setFocus('password');
      setFailure({ ...showProblem(form, ['email', 'password'], cause), email });
    }
  });

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <TextField
        label={auth.fields.email}
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label={auth.fields.password}
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" busy={isSubmitting} className="w-full">
        {isSubmitting ? auth.signIn.submitting : auth.signIn.submit}
      </Button>
      <p className="text-center text-sm">
        <Link to={paths.authRecover} className="underline underline-offset-4">
          {auth.signIn.forgot}
        </Link>
      </p>
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
      {failure?.code === 'email_not_verified' && <ResendConfirmation email={failure.email} />}
    </form>
  );
}
