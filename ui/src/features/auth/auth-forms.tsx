import { useState } from 'react';
import type { FactorRequired } from '../../api/sessions';
import { Tabs } from '../../components/controls/tabs';
import { auth } from '../../content/account/auth';
import { ProviderButtons, useProviders } from './providers/provider-buttons';
import { SignInPanel } from './sign-in/sign-in-panel';
import { SignUpForm } from './sign-up/sign-up-form';

export type AuthTab = 'sign-in' | 'sign-up';

type Props = {
  /** The address from the previous page; may be empty. */
  email: string;
  tab: AuthTab;
  onTabChange(tab: AuthTab): void;
};

export function AuthForms({ email, tab, onTabChange }: Props) {
  const providers = useProviders();
  /** The second step of a wallet sign-in. The Sign In tab shows it, even if the sign-in started in the Sign Up tab. */
  const [asked, setAsked] = useState<FactorRequired | null>(null);
  const ask = (step: FactorRequired) => {
    setAsked(step);
    onTabChange('sign-in');
  };
  const providerButtons = <ProviderButtons providers={providers} onSecondStep={ask} />;
  return (
    <Tabs
      label={auth.title}
      value={tab}
      keepsPanels
      onValueChange={onTabChange}
      items={[
        {
          value: 'sign-in',
          label: auth.tabs.signIn,
          panel: (
            <SignInPanel
              email={email}
              asked={asked}
              onBack={() => setAsked(null)}
              providerButtons={providerButtons}
            />
          ),
        },
        {
          value: 'sign-up',
          label: auth.tabs.signUp,
          panel: <SignUpForm providerButtons={providerButtons} />,
        },
      ]}
    />
  );
}
