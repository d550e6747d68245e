/** The two tabs of /auth, each with the other ways in below its form. */
import { useState } from 'react';
import type { FactorRequired } from '../../api/sessions';
import { Tabs } from '../../components/tabs';
import { auth } from '../../content/account/auth';
import { OtherWays } from './other-ways';
import { SignInPanel } from './sign-in-panel';
import { SignUpForm } from './sign-up-form';
import { useProviders } from './use-providers';

export type AuthTab = 'sign-in' | 'sign-up';

type Props = { tab: AuthTab; onTabChange(tab: AuthTab): void };

export function AuthForms({ tab, onTabChange }: Props) {
  const providers = useProviders();
  /** What the account of a wallet asks for. It stands in the tab Sign In, wherever the button was pressed. */
  const [asked, setAsked] = useState<FactorRequired | null>(null);
  const ask = (step: FactorRequired) => {
    setAsked(step);
    onTabChange('sign-in');
  };
  const otherWays = <OtherWays providers={providers} onSecondStep={ask} />;
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
          panel: <SignInPanel asked={asked} onBack={() => setAsked(null)} otherWays={otherWays} />,
        },
        {
          value: 'sign-up',
          label: auth.tabs.signUp,
          panel: <SignUpForm otherWays={otherWays} />,
        },
      ]}
    />
  );
}
