/** What the account forms hand to the next page: a toast about the completed action, or the address that was typed. */
import { useEffect, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { showToast } from '../../components/feedback/toast';
import { paths } from '../../content/site/pages';

type Words = { title: string; description: string; action: string };

/** Opens the home page. Without words, there is no toast. */
export function useLeaveForHome(): (words: Words | null, next: string) => void {
  const navigate = useNavigate();
  return (words, next) => {
    if (words !== null) {
      const { action, ...message } = words;
      showToast({ ...message, variant: 'success', action: { label: action, to: next } });
    }
    void navigate(paths.home, { replace: true });
  };
}

/** The email address from the previous page; may be empty. */
export function usePrefilledEmail(): string {
  const { search, hash, state }: Location<unknown> = useLocation();
  const navigate = useNavigate();
  const [email] = useState(() => (typeof state === 'string' ? state : ''));
  useEffect(() => {
    // The history survives Sign Out, and the next user of this browser must not see the address.
    if (state !== null) void navigate({ search, hash }, { replace: true, state: null });
  }, [state, search, hash, navigate]);
  return email;
}
